import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cacheFolder.ts';

const hour = 60 * 60 * 1000;

/**
 * Returns the path of the folder `name` in the shared cache (see cacheFolder.ts). If this folder is missing or
 * incomplete, calls `fill` with the path of an empty temporary folder. When `fill` has resolved, renames the temporary
 * folder to `name`.
 * Several processes may call this function at the same time, because each process fills its own temporary folder.
 * If `fill` rejects, removes the temporary folder and rejects with the same error.
 */
export async function ensureInCache(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const cache = cacheFolder();
  const home = join(cache, name);
  if (isComplete(home)) return home;
  await mkdir(cache, { recursive: true });
  // Interrupted processes left them.
  await removeOldFolders(`${name}.new-`, hour);
  const temporary = await mkdtemp(join(cache, `${name}.new-`));
  try {
    await fill(temporary);
    await writeFile(markerFile(temporary), '');
    await putInPlace(temporary, home);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return home;
}

/** Returns the path of the marker file, which `home` contains if `fill` has filled the folder completely. */
function markerFile(home: string): string {
  return join(home, 'complete');
}

function isComplete(home: string): boolean {
  return existsSync(markerFile(home));
}

async function putInPlace(temporary: string, home: string): Promise<void> {
  try {
    await rename(temporary, home);
  } catch (error) {
    if (isComplete(home)) return;
    // Another program may have left an incomplete folder at `home`. `ensureInCache` itself leaves no incomplete folder
    // there, because each folder that it renames to `home` already contains the marker file.
    await rm(home, { recursive: true, force: true });
    await rename(temporary, home).catch(() => {
      if (!isComplete(home)) throw error;
    });
  }
}

/** Removes the folders of the shared cache whose names begin with `prefix` and that are older than `age` milliseconds. */
export async function removeOldFolders(prefix: string, age: number): Promise<void> {
  const cache = cacheFolder();
  for (const entry of await readdir(cache)) {
    if (!entry.startsWith(prefix)) continue;
    const path = join(cache, entry);
    const modified = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now();
    if (Date.now() - modified > age) await rm(path, { recursive: true, force: true });
  }
}
