import { canInstallPackages, findProgram, installPackages, type ProgramNames } from './installedProgram.ts';

const libreOffice: ProgramNames = {
  variable: 'TALLY_LIBREOFFICE',
  names: ['soffice', 'libreoffice'],
  paths: ['/Applications/LibreOffice.app/Contents/MacOS/soffice'],
};

/**
 * Returns the path of LibreOffice: `TALLY_LIBREOFFICE` if set, else the path of an installed LibreOffice.
 * If LibreOffice is not installed, installs LibreOffice Calc with apt-get. The installation takes about half a minute
 * and 90 MB, and requires root rights and a system with apt-get.
 * Rejects if LibreOffice is missing and cannot be installed, or if `TALLY_LIBREOFFICE` is set, but not to an executable
 * file.
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
  // Prefer the smaller package without a graphical interface. Older systems have only `libreoffice-calc`.
  await installPackages('libreoffice-calc-nogui').catch(async () => installPackages('libreoffice-calc'));
  const installed = findProgram(libreOffice);
  if (installed === undefined) {
    throw new Error(
      'apt-get has no LibreOffice that runs here. Install it, or set TALLY_LIBREOFFICE to its program soffice.',
    );
  }
  return installed;
}
