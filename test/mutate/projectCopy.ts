import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectFolder } from '../hosts/projectPaths.ts';

const notCopied = new Set(['node_modules', 'dist', '.git', '.vscode-test', '.tally']);

/**
 * Creates an empty temporary folder, and removes it when this process exits.
 * Returns the folder's path, which contains no symbolic links.
 */
export function createTemporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'tally-mutate-')));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/**
 * Copies the project into the folder `copy`, without Git data, build output and output of tests.
 * The copy's `node_modules` is a link to the original folder. Therefore tests must not write into `node_modules`.
 */
export async function copyProject(copy: string): Promise<void> {
  await mkdir(copy, { recursive: true });
  for (const name of await readdir(projectFolder)) {
    if (!notCopied.has(name)) await cp(path.join(projectFolder, name), path.join(copy, name), { recursive: true });
  }
  const modules = realpathSync(path.join(projectFolder, 'node_modules'));
  await symlink(modules, path.join(copy, 'node_modules'), 'junction');
}
