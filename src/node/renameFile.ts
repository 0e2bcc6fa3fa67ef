import { rename } from 'node:fs/promises';

export interface RenameDependencies {
  readonly rename: (file: string, newFile: string) => Promise<void>;
  readonly platform: NodeJS.Platform;
}

/** On Windows, these errors occur while another process, such as a virus scanner, has one of the two files open. */
const blocked: readonly unknown[] = ['EPERM', 'EACCES', 'EBUSY'];

/** The first and the longest wait between two tries, in milliseconds. All waits add up to about two seconds. */
const firstDelay = 10;
const longestDelay = 500;
const tries = 10;

/**
 * Renames a file atomically. Replaces any file that has the new name. On Windows, repeats a rename that another process
 * blocks. Elsewhere, an open file does not block a rename, so the same errors are permanent.
 */
export async function renameFile(
  file: string,
  newFile: string,
  { rename: run, platform }: RenameDependencies = { rename, platform: process.platform },
): Promise<void> {
  let delay = firstDelay;
  for (let retries = platform === 'win32' ? tries - 1 : 0; ; retries -= 1) {
    try {
      await run(file, newFile);
      return;
    } catch (error) {
      if (retries === 0 || !blocked.includes((error as NodeJS.ErrnoException).code)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, delay));
    delay = Math.min(delay * 2, longestDelay);
  }
}
