import { randomUUID } from 'node:crypto';
import { realpath, rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file of this computer as its text comes, so that it need not fit into memory. A file that is there is replaced
 * whole, or left as it is: rejects, with nothing left behind, when the text cannot be had or written to its end.
 */
export async function writeInParts(path: string, parts: AsyncIterable<string>): Promise<void> {
  // What a link leads to is replaced, not the link.
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
