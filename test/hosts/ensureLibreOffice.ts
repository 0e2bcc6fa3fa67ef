import { canInstallPackages, findProgram, installPackages, type ProgramNames } from './installedProgram.ts';

const libreOffice: ProgramNames = {
  variable: 'TALLY_LIBREOFFICE',
  names: ['soffice', 'libreoffice'],
  paths: ['/Applications/LibreOffice.app/Contents/MacOS/soffice'],
};

/**
 * Returns the path of LibreOffice. The path is `TALLY_LIBREOFFICE` if set, else that of an installed LibreOffice.
 * If there is no LibreOffice, installs LibreOffice Calc (90 MB, about half a minute) with apt-get. For this, the
 * process must be root on a Debian-like system.
 * Rejects if LibreOffice cannot be installed, or if `TALLY_LIBREOFFICE` is not executable.
 */
export async function ensureLibreOffice(say: (sentence: string) => void): Promise<string> {
  const found = findProgram(libreOffice);
  if (found !== undefined) return found;
  if (!canInstallPackages()) {
    throw new Error(
      'No LibreOffice was found. Install it (on Debian and Ubuntu: sudo apt-get install libreoffice-calc) ' +
        'or set TALLY_LIBREOFFICE to the path of its program soffice.',
    );
  }
  say('Installing LibreOffice Calc (90 MB) with apt-get.');
  // Older systems lack the first package, which has no graphical interface. Therefore try the second package, too.
  await installPackages('libreoffice-calc-nogui').catch(async () => installPackages('libreoffice-calc'));
  const installed = findProgram(libreOffice);
  if (installed === undefined) {
    throw new Error(
      'apt-get has no LibreOffice that runs here. Install it, or set TALLY_LIBREOFFICE to its program soffice.',
    );
  }
  return installed;
}
