import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runProgram } from './runProgram.ts';

export interface ProgramNames {
  /** The variable of the environment that may hold the program's path. */
  readonly variable: string;
  /** What it may be called, the first choice first. */
  readonly names: readonly string[];
  /** Where else it may be. */
  readonly paths: readonly string[];
}

/** The path of a program that the person chose or that is installed. Throws when what was chosen is no program. */
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

/** As root, on a Debian-like system. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs Debian's packages, without what they only recommend. Waits for another apt-get that runs. */
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
