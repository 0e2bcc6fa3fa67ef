import type { Source } from '../corpus.ts';
import { laterPackages } from './laterPackages.ts';
import { sourcePackages, type SourcePackage } from './packages.ts';
import { ownHistory } from './ownHistory.ts';
import { readFixtures } from './readFixtures.ts';
import { readPackages } from './readPackages.ts';

/** Returns the sources of the corpus without the later ones. Downloads the packages if they are missing. */
export async function readSources(say: (sentence: string) => void): Promise<readonly Source[]> {
  return [...(await fromPackages(sourcePackages, say)), ...readFixtures(), ...ownHistory()];
}

/** Returns the sources that were added later. Downloads the packages if they are missing. */
export async function readLaterSources(say: (sentence: string) => void): Promise<readonly Source[]> {
  return fromPackages(laterPackages, say);
}

async function fromPackages(
  packages: readonly SourcePackage[],
  say: (sentence: string) => void,
): Promise<readonly Source[]> {
  const read = await readPackages(packages, say);
  return packages.map(({ name, language }): Source => {
    const versions = read.get(name) ?? [];
    const pairs = versions.slice(1).map(({ version, files }, index) => {
      const older = versions[index]!;
      return { name: `${older.version}..${version}`, before: older.files, after: files };
    });
    return { name, language, pairs };
  });
}
