import { cp } from 'node:fs/promises';
import { join } from 'node:path';

/** Copies the sample workspace into `folder`, so that the original stays unchanged. Returns the path of the copy. */
export async function copySampleWorkspace(folder: string): Promise<string> {
  const copy = join(folder, 'sample');
  await cp(join(import.meta.dirname, 'sampleWorkspace'), copy, { recursive: true });
  return copy;
}
