import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInCache, removeOldFolders } from './ensureInCache.ts';
import { runProgram } from './runProgram.ts';

const prefix = 'extension-';
const day = 24 * 60 * 60 * 1000;

/**
 * Returns the path of an extensions folder in the shared cache (see cacheFolder.ts), in which VS Code has installed a
 * package, as `code --install-extension` does. A server can use a copy of the folder. VS Code takes longer to install the
 * package than the copy does.
 *
 * @param entryScript The path returned by `ensureCodeServer`: the entry script of VS Code's server.
 * @param vsix The path of the package.
 * @param env The environment variables of VS Code.
 */
export async function ensureInstalledExtension(
  entryScript: string,
  vsix: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const content = createHash('sha256')
    .update(entryScript)
    .update(await readFile(vsix))
    .digest('hex')
    .slice(0, 12);
  const home = await ensureInCache(`${prefix}${content}`, async (folder) => {
    // Each build has its own folder.
    await removeOldFolders(prefix, day);
    const data = await mkdtemp(join(tmpdir(), 'tally-install-'));
    const folders = [
      '--server-data-dir',
      data,
      '--user-data-dir',
      data,
      '--extensions-dir',
      join(folder, 'extensions'),
    ];
    const args = [entryScript, ...folders, '--install-extension', vsix, '--force'];
    try {
      await runProgram(process.execPath, args, { env, output: 'keep' });
    } finally {
      await rm(data, { recursive: true, force: true, maxRetries: 5 });
    }
  });
  return join(home, 'extensions');
}
