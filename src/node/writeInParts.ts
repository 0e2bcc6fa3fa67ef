import { realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { renameFile } from './renameFile.ts';
import { markedTemporaryName, removeMarkedTemporaryFiles } from './temporaryFiles.ts';

/** In milliseconds. Another window may still write a newer temporary file. */
const staleAfter = 24 * 60 * 60_000;

/**
 * Writes a text to a file. Writes each part to a temporary file when the part arrives, so that the whole text need not
 * fit into memory. Then renames the temporary file to `target`, which replaces an existing file atomically. If reading
 * the parts or writing fails, rejects and leaves an existing file unchanged. First removes the temporary files that
 * killed processes left in the same folder more than a day ago: nothing else would remove them from the user's folders.
 *
 * @param mode the permissions of the file, except on Windows
 */
export async function writeInParts(target: string, parts: AsyncIterable<string>, mode = 0o666): Promise<void> {
  // If the path is a symbolic link to an existing file, replace that file, not the link.
  const file = await realpath(target).catch(() => target);
  await removeMarkedTemporaryFiles(path.dirname(file), Date.now() - staleAfter);
  const temporary = markedTemporaryName(file);
  try {
    await writeFile(temporary, parts, { flush: true, mode });
    await renameFile(temporary, file);
  } catch (error) {
    await rm(temporary).catch(() => undefined);
    throw error;
  }
}
