import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageFile, projectFolder } from '../hosts/projectPaths.ts';
import type { Figure } from './figure.ts';

/**
 * Builds the package, and measures the sizes of the package and of the panel's script. Later measurements use this
 * package, or the files in `dist` that were built for it.
 */
export async function measurePackage(): Promise<readonly Figure[]> {
  await promisify(execFile)('npm', ['run', '--silent', 'package'], { cwd: projectFolder });
  const { size } = await stat(packageFile);
  return [
    { name: 'size of the package', value: size / 1_000_000, unit: 'MB', atMost: 2.5 },
    { name: 'size of the panel’s script', value: (await sizeWithImports('main.js')) / 1000, unit: 'kB', atMost: 300 },
  ];
}

/**
 * Returns the size of a webview script with its static imports, in bytes. Excludes dynamic imports, such as the
 * grammars.
 */
async function sizeWithImports(entry: string): Promise<number> {
  const names = new Set([entry]);
  let size = 0;
  for (const name of names) {
    const script = await readFile(join(projectFolder, 'dist', 'webview', name), 'utf8');
    size += Buffer.byteLength(script);
    for (const [, imported = ''] of script.matchAll(/(?:import|from)"\.\/([^"]+)"/g)) names.add(imported);
  }
  return size;
}
