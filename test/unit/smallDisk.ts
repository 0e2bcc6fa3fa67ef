import { execFileSync } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder, type CleanUp } from './cleanUp.ts';

/** A file system of 256 KiB in memory. */
export interface SmallDisk {
  readonly folder: string;
  /** Writes a file that leaves only `bytes` of free space, rounded down to a multiple of 4 KiB. */
  readonly fill: (bytes?: number) => Promise<void>;
  /** Removes the file that `fill` wrote. */
  readonly free: () => Promise<void>;
  readonly setReadOnly: (isReadOnly: boolean) => void;
}

const diskSize = 256 * 1024;

/**
 * Mounts a small file system at `at`, by default at a temporary folder. Registers the unmounting with `cleanUp`.
 * Returns undefined if this process is not allowed to mount.
 */
export async function mountSmallDisk(cleanUp: CleanUp, at?: string): Promise<SmallDisk | undefined> {
  const folder = at ?? (await temporaryFolder(cleanUp));
  const run = (command: string, ...args: readonly string[]) => execFileSync(command, args, { stdio: 'ignore' });
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', folder);
  } catch {
    return undefined;
  }
  cleanUp(() => run('umount', '-l', folder));
  const filler = path.join(folder, 'filler');
  return {
    folder,
    async fill(bytes = 0) {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
    },
    free: async () => rm(filler, { force: true }),
    setReadOnly: (isReadOnly) => run('mount', '-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder),
  };
}
