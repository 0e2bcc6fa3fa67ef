import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runProgram } from './runProgram.ts';

export interface ProgramNames {
  /** Name of the environment variable in which a person can set the program's path. */
  readonly variable: string;
  /** File names to look for in `PATH` and `/usr/bin`, preferred names first. */
  readonly names: readonly string[];
  /** Absolute paths to try last. */
  readonly paths: readonly string[];
}

/**
 * Returns the path in the environment variable, else that of an installed program, else undefined.
 * Throws if the environment variable does not hold the path of a program.
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
    return true;
  } catch {
    return false;
  }
}

/** True if this process is root on a Debian-like system. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs Debian packages without recommended ones. Waits up to five minutes while another apt-get holds the lock. */
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
