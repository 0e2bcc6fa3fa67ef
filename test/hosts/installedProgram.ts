import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runProgram } from './runProgram.ts';

export interface ProgramNames {
  /** The name of the environment variable in which the user can set the program's path. */
  readonly variable: string;
  /** File names, most preferred first. The folders of `PATH` and the folder `/usr/bin` are searched for each name. */
  readonly names: readonly string[];
  /** Absolute paths to try if none of the names is found. */
  readonly paths: readonly string[];
}

/**
 * Returns the path in the environment variable `variable` if this variable is set. Otherwise returns the path of an
 * installed program, or undefined if no program is found. An empty variable counts as not set.
 * Throws if the variable is set, but not to the path of an executable file.
 */
export function findProgram({ variable, names, paths }: ProgramNames): string | undefined {
  const { [variable]: chosen, PATH: path = '' } = process.env;
  if (chosen) {
    if (!isProgram(chosen)) throw new Error(`${variable} is set to ${chosen}, which is not a program.`);
    return chosen;
  }
  const folders = [...path.split(delimiter).filter(Boolean), '/usr/bin'];
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...paths].find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Returns true if this process is root and the system has apt-get. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/**
 * Installs Debian packages and their dependencies, but no recommended packages. While another process holds apt-get's
 * lock, retries each apt-get command for up to five minutes.
 */
export async function installPackages(...packages: readonly string[]): Promise<void> {
  await aptGet('update');
  await aptGet('install', '--yes', '--no-install-recommends', ...packages);
}

async function aptGet(...args: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const deadline = Date.now() + 300_000;
  for (;;) {
    try {
      await runProgram('apt-get', args, { env, output: 'keep' });
      return;
    } catch (error) {
      const isLocked = error instanceof Error && error.message.includes('Could not get lock');
      if (!isLocked || Date.now() > deadline) throw error;
      await delay(1000);
    }
  }
}
