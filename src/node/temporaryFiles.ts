import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Matches the end of each name that temporaryName returns. */
const temporaryFile = /\.[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\.tmp$/;
const mark = '.tally';

/** Returns a name for a temporary file next to `file`. */
export function temporaryName(file: string): string {
  return `${file}.${randomUUID()}.tmp`;
}

/**
 * Returns a name for a temporary file next to `file`, in a folder of the user. The name says that the file is ours,
 * because other programs may use the same names as temporaryName.
 */
export function markedTemporaryName(file: string): string {
  return temporaryName(`${file}${mark}`);
}

/**
 * Removes temporary files from a folder and its subfolders. A killed process leaves such files behind. Keeps each file
 * that was changed at `time` (milliseconds since the epoch) or later. Follows no symbolic links. Ignores files that
 * cannot be removed.
 */
export async function removeTemporaryFiles(folder: string, time: number): Promise<void> {
  // Without `withFileTypes`, `readdir` would follow symbolic links to other folders.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  await removeOld(
    entries.filter(({ name }) => temporaryFile.test(name)),
    time,
  );
}

/** As `removeTemporaryFiles`, but removes only files whose names markedTemporaryName made, and none in subfolders. */
export async function removeMarkedTemporaryFiles(folder: string, time: number): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  await removeOld(
    entries.filter(({ name }) => name.replace(temporaryFile, '').endsWith(mark) && temporaryFile.test(name)),
    time,
  );
}

async function removeOld(entries: readonly Dirent[], time: number): Promise<void> {
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const facts = await stat(file).catch(() => undefined);
    // A temporary link to an old file has the modification time of that file. `ctimeMs` is the time of the link.
    if (facts !== undefined && facts.ctimeMs < time) await rm(file).catch(() => undefined);
  }
}
