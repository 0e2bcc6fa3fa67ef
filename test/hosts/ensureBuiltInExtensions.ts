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
 * Matches the names of built-in extensions that start a language server or look for build tasks. When an opening window
 * shows a file of their language, the language servers take more processor time than everything else in the window.
 */
const languageServers = /^(.*-language-features|grunt|gulp|jake|npm)$/;

/**
 * Returns the path of a folder in the shared cache (see cacheFolder.ts). The folder contains symbolic links to VS
 * Code's built-in extensions, but not to those that `busyExtensions` matches. If `hasLanguageServers` is false, the
 * folder also contains no links to those that `languageServers` matches.
 *
 * @param entryScript The path returned by `ensureCodeServer`: the entry script of VS Code's server.
 */
export async function ensureBuiltInExtensions(entryScript: string, hasLanguageServers: boolean): Promise<string> {
  const all = resolve(entryScript, '..', '..', 'extensions');
  const omitted = hasLanguageServers ? [busyExtensions] : [busyExtensions, languageServers];
  const version = createHash('sha256')
    .update([all, ...omitted].join(' '))
    .digest('hex')
    .slice(0, 12);
  return ensureInCache(`built-in-extensions-${version}`, async (folder) => {
    for (const name of await readdir(all)) {
      if (!omitted.some((pattern) => pattern.test(name))) await symlink(join(all, name), join(folder, name));
    }
  });
}
