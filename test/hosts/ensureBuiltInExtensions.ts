import { createHash } from 'node:crypto';
import { readdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ensureInCache } from './ensureInCache.ts';

/**
 * Matches the names of built-in extensions that slow down the opening of a window and that no test uses, e.g. those for
 * source control, accounts and debugging.
 */
const busyExtensions =
  /^(copilot|debug-.*|emmet|git|git-base|github|.*-authentication|merge-conflict|ms-vscode\..*|terminal-suggest|tunnel-forwarding)$/;

/**
 * Returns the path of a folder in the shared cache. The folder contains symbolic links to all built-in extensions of VS
 * Code except `busyExtensions`. With only these extensions, opening a window takes a quarter less processor time.
 *
 * @param entryScript The path returned by `ensureCodeServer`: the entry script of VS Code's server.
 */
export async function ensureBuiltInExtensions(entryScript: string): Promise<string> {
  const all = resolve(entryScript, '..', '..', 'extensions');
  const version = createHash('sha256').update(`${all} ${busyExtensions.source}`).digest('hex').slice(0, 12);
  return ensureInCache(`built-in-extensions-${version}`, async (folder) => {
    for (const name of await readdir(all)) {
      if (!busyExtensions.test(name)) await symlink(join(all, name), join(folder, name));
    }
  });
}
