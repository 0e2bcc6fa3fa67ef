import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../../hosts/cacheFolder.ts';
import { ensureInCache } from '../../hosts/ensureInCache.ts';
import { runNpm } from '../../hosts/npmInstall.ts';
import { languageOf } from '../languages.ts';
import type { SourcePackage } from './packages.ts';
import { readTarball } from './readTarball.ts';

/** A version of a source, with the files that the corpus can use. The keys are paths with `/`. */
export interface SourceVersion {
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Changes when the files that are kept change, so that an old cache is not used. */
const cacheFormat = 2;

/**
 * Returns the versions of the packages, in ascending order. Downloads the packages with npm into the shared cache (see
 * cacheFolder.ts) if they are missing. For `sourcePackages`, the download takes 160 MB, and the cache about 40 MB.
 *
 * @throws An error if a tarball has another hash than the package says, or another license than MIT.
 */
export async function readPackages(
  packages: readonly SourcePackage[],
  say: (sentence: string) => void,
): Promise<ReadonlyMap<string, readonly SourceVersion[]>> {
  const list = JSON.stringify([cacheFormat, packages]);
  const name = `apply-corpus-${createHash('sha256').update(list).digest('hex').slice(0, 12)}`;
  const home = await ensureInCache(name, async (folder) => {
    say(`Downloading ${packages.length} packages of the apply corpus for ${cacheFolder()}.`);
    await fillCache(folder, packages);
  });
  const versions = await Promise.all(
    packages.map(async (source) => {
      const text = await readFile(join(home, fileOf(source.name)), 'utf8');
      return [source.name, JSON.parse(text) as readonly SourceVersion[]] as const;
    }),
  );
  return new Map(versions);
}

async function fillCache(folder: string, packages: readonly SourcePackage[]): Promise<void> {
  for (const { name, versions } of packages) {
    const specs = Object.keys(versions).map((version) => `${name}@${version}`);
    await runNpm(folder, 'pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder, ...specs);
    const sources: SourceVersion[] = [];
    for (const [version, integrity] of Object.entries(versions)) {
      const file = `${fileOf(name).slice(0, -'.json'.length)}-${version}.tgz`;
      sources.push({ version, files: filesOf(`${name}@${version}`, await readFile(join(folder, file)), integrity) });
    }
    await writeFile(join(folder, fileOf(name)), JSON.stringify(sources));
    const tarballs = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
    await Promise.all(tarballs.map(async (file) => rm(join(folder, file))));
  }
}

/** Returns the name of the cache file, which begins like the tarballs that `npm pack` creates. */
function fileOf(name: string): string {
  return `${name.replace(/^@/, '').replaceAll('/', '-')}.json`;
}

function filesOf(spec: string, tarball: Uint8Array, integrity: string): Readonly<Record<string, string>> {
  const hash = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  if (hash !== integrity) throw new Error(`${spec} has the hash ${hash}, not ${integrity}.`);
  const files = readTarball(tarball, (path) => path === 'package.json' || languageOf(path) !== undefined);
  const manifest = JSON.parse(files.get('package.json') ?? '{}') as { readonly license?: unknown };
  if (manifest.license !== 'MIT') throw new Error(`The license of ${spec} is ${JSON.stringify(manifest.license)}.`);
  return Object.fromEntries([...files].filter(([path]) => path !== 'package.json'));
}
