import type { Source } from '../corpus.ts';
import { sourcePackages } from './packages.ts';
import { ownHistory } from './ownHistory.ts';
import { readFixtures } from './readFixtures.ts';
import { readPackages } from './readPackages.ts';

/** Returns all sources of the corpus. Downloads the packages if they are missing. */
export async function readSources(say: (sentence: string) => void): Promise<readonly Source[]> {
  const packages = await readPackages(say);
  const fromPackages = sourcePackages.map(({ name, language }): Source => {
    const versions = packages.get(name) ?? [];
    const pairs = versions.slice(1).map(({ version, files }, index) => {
      const older = versions[index]!;
      return { name: `${older.version}..${version}`, before: older.files, after: files };
    });
    return { name, language, pairs };
  });
  return [...fromPackages, ...readFixtures(), ...ownHistory()];
}
