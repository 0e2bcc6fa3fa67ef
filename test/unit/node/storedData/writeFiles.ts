import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Writes files with the given texts. The names are relative to `folder`. */
export async function writeFiles(folder: string, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

/** Returns the paths of all files below a folder, sorted and relative to this folder. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted();
}
