import { realpath, rm, writeFile } from 'node:fs/promises';
import { renameFile } from './renameFile.ts';
import { temporaryName } from './temporaryFiles.ts';

/**
 * Writes a text to a file. Writes each part to a temporary file when the part arrives, so that the whole text need not
 * fit into memory. Then renames the temporary file to `path`, which replaces an existing file atomically. If reading
 * the parts or writing fails, rejects and leaves an existing file unchanged.
 *
 * @param mode the permissions of the file, except on Windows
 */
export async function writeInParts(path: string, parts: AsyncIterable<string>, mode = 0o666): Promise<void> {
  // If the path is a symbolic link to an existing file, replace that file, not the link.
  const file = await realpath(path).catch(() => path);
  const temporary = temporaryName(file);
  try {
    await writeFile(temporary, parts, { flush: true, mode });
    await renameFile(temporary, file);
  } catch (error) {
    await rm(temporary).catch(() => undefined);
    throw error;
  }
}
