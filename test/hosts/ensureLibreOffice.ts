import { canInstallPackages, findProgram, installPackages, type ProgramNames } from './installedProgram.ts';

const libreOffice: ProgramNames = {
  variable: 'TALLY_LIBREOFFICE',
  names: ['soffice', 'libreoffice'],
  paths: ['/Applications/LibreOffice.app/Contents/MacOS/soffice'],
};

/**
 * Returns the path of LibreOffice: `TALLY_LIBREOFFICE`, else an installed one.
 * If none is found and this process is root on a Debian-like system, installs Debian's package of LibreOffice Calc
 * (90 MB, about half a minute). Otherwise rejects with an error that tells the person which program to install.
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
  // Older systems do not have the package without a graphical interface.
  await installPackages('libreoffice-calc-nogui').catch(async () => installPackages('libreoffice-calc'));
  const installed = findProgram(libreOffice);
  if (installed === undefined) {
    throw new Error(
      'apt-get has no LibreOffice that runs here. Install it, or set TALLY_LIBREOFFICE to its program soffice.',
    );
  }
  return installed;
}
