import { randomUUID } from 'node:crypto';
import { realpath, rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a text to a file as it arrives, so that it need not fit into memory. Replaces an existing file atomically.
 * Rejects, and leaves no new file behind, if the text cannot be read or written to its end.
 */
export async function writeInParts(path: string, parts: AsyncIterable<string>): Promise<void> {
  // Replaces the target of a symbolic link, not the link.
  const file = await realpath(path).catch(() => path);
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, parts, { flush: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}
