import { cp } from 'node:fs/promises';
import { join } from 'node:path';

/** Copies the sample workspace into a folder, so that it can be changed; returns the copy's path. */
export async function copySampleWorkspace(folder: string): Promise<string> {
  const copy = join(folder, 'sample');
  await cp(join(import.meta.dirname, 'sampleWorkspace'), copy, { recursive: true });
  return copy;
}
