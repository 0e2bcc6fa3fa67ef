import type { Source } from './corpus.ts';
import { sourcePackages } from './packages.ts';
import { readPackages } from './readPackages.ts';

/** Returns all sources of the corpus. Downloads the packages if they are missing. */
export async function readSources(say: (sentence: string) => void): Promise<readonly Source[]> {
  const packages = await readPackages(say);
  return sourcePackages.map(({ name, language }) => ({ name, language, versions: packages.get(name) ?? [] }));
}
