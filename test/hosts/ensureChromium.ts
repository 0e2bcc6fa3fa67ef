import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runProgram } from './runProgram.ts';

/**
 * The path of a Chromium-like browser: `TALLY_CHROMIUM`, else one that is installed, else Debian's package,
 * which is installed when this runs as root on a Debian-like system.
 * Rejects with a sentence that says what to install when there is none.
 */
export async function ensureChromium(say: (sentence: string) => void): Promise<string> {
  const found = findChromium(process.env);
  if (found !== undefined) return found;
  if (!canInstallPackages()) {
    throw new Error(
      'No Chromium or Chrome was found. Install one (on Debian and Ubuntu: sudo apt-get install chromium fonts-liberation) ' +
        'or set TALLY_CHROMIUM to the path of its program.',
    );
  }
  say('Installing Chromium with apt-get.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runProgram('apt-get', ['update'], { env, output: 'keep' });
  const install = ['install', '--yes', '--no-install-recommends', 'chromium', 'fonts-liberation'];
  await runProgram('apt-get', install, { env, output: 'keep' });
  const installed = findChromium(process.env);
  if (installed === undefined) {
    throw new Error('apt-get has no Chromium that runs here. Install Google Chrome, or set TALLY_CHROMIUM to a browser.');
  }
  return installed;
}

function findChromium(environment: NodeJS.ProcessEnv): string | undefined {
  const { TALLY_CHROMIUM: chosen, PATH: path = '' } = environment;
  if (chosen) {
    if (!isProgram(chosen)) throw new Error(`TALLY_CHROMIUM is set to ${chosen}, which is not a program.`);
    return chosen;
  }
  const names = ['chromium', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
  const folders = [...path.split(delimiter).filter(Boolean), '/usr/bin'];
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return candidates.find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}
