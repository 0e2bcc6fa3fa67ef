import { canInstallPackages, findProgram, installPackages, type ProgramNames } from './installedProgram.ts';

const chromium: ProgramNames = {
  variable: 'TALLY_CHROMIUM',
  names: ['chromium', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'],
  paths: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
};

/** Chromium's headless shell: Chromium's engine without the browser around it. */
const headlessShell: ProgramNames = { variable: chromium.variable, names: ['chromium-headless-shell'], paths: [] };

/**
 * Returns the path of a Chromium-based browser: `TALLY_CHROMIUM` if set, else the path of an installed browser.
 * If no browser is installed, installs Chromium with apt-get. This requires root rights and a system with apt-get.
 * Rejects if a browser is missing and cannot be installed, or if `TALLY_CHROMIUM` is set, but not to an executable
 * file.
 */
export async function ensureChromium(say: (sentence: string) => void): Promise<string> {
  const found = findProgram(chromium);
  if (found !== undefined) return found;
  if (!canInstallPackages()) {
    throw new Error(
      'No Chromium or Chrome was found. Install one (on Debian and Ubuntu: sudo apt-get install chromium fonts-liberation) ' +
        'or set TALLY_CHROMIUM to the path of its program.',
    );
  }
  say('Installing Chromium with apt-get.');
  await installPackages('chromium', 'fonts-liberation');
  const installed = findProgram(chromium);
  if (installed === undefined) {
    throw new Error(
      'apt-get has no Chromium that runs here. Install Google Chrome, or set TALLY_CHROMIUM to a browser.',
    );
  }
  return installed;
}

/**
 * Returns the path of a browser for pages without VS Code: `TALLY_CHROMIUM` if set, else the path of Chromium's headless
 * shell, which needs about two thirds of Chromium's processor time. If the headless shell is not installed, does the
 * same as `ensureChromium`.
 */
export async function ensurePageBrowser(say: (sentence: string) => void): Promise<string> {
  return findProgram(headlessShell) ?? ensureChromium(say);
}

/**
 * Installs Chromium's headless shell if it is missing and can be installed. Only some systems with apt-get have it.
 * Returns the path of `ensurePageBrowser`.
 */
export async function installPageBrowser(say: (sentence: string) => void): Promise<string> {
  if (findProgram(headlessShell) === undefined && canInstallPackages()) {
    say('Installing Chromium’s headless shell with apt-get.');
    await installPackages('chromium-headless-shell', 'fonts-liberation').catch(() => undefined);
  }
  return ensurePageBrowser(say);
}
