import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectFolder } from '../../hosts/projectPaths.ts';
import type { Source } from '../corpus.ts';
import { languageOf } from '../languages.ts';

const fixturesFolder = join(projectFolder, 'test', 'fixtures', 'apply');

/**
 * Returns the sources that the project's authors wrote, because npm packages contain hardly any Go and little Rust. A
 * source is a folder in `test/fixtures/apply` with the folders `1`, `2` and so on, one for each version. A file that a
 * version does not have is the same as in the version before.
 */
export function readFixtures(): readonly Source[] {
  return globSync('*/', { cwd: fixturesFolder })
    .toSorted()
    .map((folder) => {
      const root = join(fixturesFolder, folder);
      const versions = globSync('*/', { cwd: root })
        .toSorted()
        .map((version) => readFiles(join(root, version)));
      for (const [index, version] of versions.entries()) versions[index] = { ...versions[index - 1], ...version };
      const pairs = versions.slice(1).map((after, index) => ({
        name: `${index + 1}..${index + 2}`,
        before: versions[index]!,
        after,
      }));
      const [path = ''] = Object.keys(versions[0] ?? {});
      return { name: `fixture-${basename(folder)}`, language: languageOf(path)!, pairs };
    });
}

function readFiles(folder: string): Record<string, string> {
  const paths = globSync('**/*.*', { cwd: folder }).toSorted();
  return Object.fromEntries(
    paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')]),
  );
}
