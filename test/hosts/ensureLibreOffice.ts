import { canInstallPackages, findProgram, installPackages, type ProgramNames } from './installedProgram.ts';

const libreOffice: ProgramNames = {
  variable: 'TALLY_LIBREOFFICE',
  names: ['soffice', 'libreoffice'],
  paths: ['/Applications/LibreOffice.app/Contents/MacOS/soffice'],
};

/**
 * The path of LibreOffice: `TALLY_LIBREOFFICE`, else one that is installed, else Debian's spreadsheet without a window
 * (90 MB, about half a minute), which is installed when this runs as root on a Debian-like system.
 * Rejects with a sentence that says what to install when there is none.
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
  // Older systems have it only with its windows.
  await installPackages('libreoffice-calc-nogui').catch(async () => installPackages('libreoffice-calc'));
  const installed = findProgram(libreOffice);
  if (installed === undefined) {
    throw new Error(
      'apt-get has no LibreOffice that runs here. Install it, or set TALLY_LIBREOFFICE to its program soffice.',
    );
  }
  return installed;
}
