import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Host } from './host.ts';
import { projectFolder } from './projectPaths.ts';
import { workbenchSettings } from './workbenchSettings.ts';
import { writeSettings } from './writeSettings.ts';

/**
 * Returns the path of the command `code` in `PATH`. Returns undefined if `code` is missing, or if this process runs in
 * the terminal of a remote VS Code. On Linux, also returns undefined if no environment variable names a display.
 */
export function findDesktop(environment: NodeJS.ProcessEnv): string | undefined {
  const { PATH: path = '', DISPLAY: x11, WAYLAND_DISPLAY: wayland, VSCODE_IPC_HOOK_CLI: remote } = environment;
  // In the terminal of a remote VS Code, `code` opens files in that same VS Code, and cannot start another VS Code.
  if (remote !== undefined) return undefined;
  if (process.platform === 'linux' && !x11 && !wayland) return undefined;
  const names = process.platform === 'win32' ? ['code.cmd'] : ['code'];
  return path
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}

/**
 * Opens `folder` in a desktop VS Code that runs the built extension from the project folder. A second extension,
 * openPanelExtension, opens the panel. VS Code keeps its settings and extensions in `dataFolder`, so that the user's
 * own settings and extensions are neither used nor changed.
 */
export async function openDesktop(
  program: string,
  dataFolder: string,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<Host> {
  const userData = join(dataFolder, 'user');
  await writeSettings(join(userData, 'User'), workbenchSettings);
  const args = [
    ...['--new-window', '--wait', '--skip-welcome', '--skip-release-notes', '--disable-workspace-trust'],
    ...['--user-data-dir', userData, '--extensions-dir', join(dataFolder, 'extensions')],
    `--extensionDevelopmentPath=${projectFolder}`,
    `--extensionDevelopmentPath=${join(import.meta.dirname, 'openPanelExtension')}`,
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    folder,
  ];
  const windows = process.platform === 'win32';
  const child = spawn(windows ? `"${program}"` : program, windows ? args.map((word) => `"${word}"`) : args, {
    env: { ...process.env, ...env },
    stdio: 'ignore',
    shell: windows,
  });
  await once(child, 'spawn');
  const closed = once(child, 'close');
  console.log('\nVS Code is opening a window of its own.');
  return {
    closed,
    close: async () => {
      await endWindow(userData);
      child.kill();
    },
  };
}

/**
 * Ends VS Code's main process, whose id is in the file `code.lock`. Does nothing if this file is missing. Ending the
 * `code` program is not enough, because this program only waits for the main process.
 */
async function endWindow(userData: string): Promise<void> {
  const id = Number(await readFile(join(userData, 'code.lock'), 'utf8').catch(() => ''));
  if (!Number.isInteger(id) || id <= 1) return;
  try {
    process.kill(id);
  } catch {
    // VS Code has already ended.
  }
}
