import { createHash } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cacheFolder.ts';
import { ensureInCache } from './ensureInCache.ts';
import { npmInstall } from './npmInstall.ts';
import { projectFolder } from './projectPaths.ts';

/**
 * Names the servers and, in its lock file, the exact version and checksum of everything that they need.
 * Portkey's gateway cannot stream with a later @hono/node-server than the one that is held there.
 */
const manifestFolder = join(projectFolder, 'test', 'compatibility', 'servers');

/**
 * Installs the servers of other authors that test/compatibility talks to into the shared cache, once,
 * and returns the path of their `node_modules`. Takes a few seconds and 67 MB.
 */
export async function ensureServers(say: (sentence: string) => void): Promise<string> {
  const lock = await readFile(join(manifestFolder, 'package-lock.json'));
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  const home = await ensureInCache(`compatibility-servers-${version}`, async (folder) => {
    say(`Installing the servers of other authors (67 MB) into ${cacheFolder()}.`);
    for (const file of ['package.json', 'package-lock.json'])
      await copyFile(join(manifestFolder, file), join(folder, file));
    await npmInstall(folder, 'ci', '--fetch-timeout=20000').catch((error: unknown) => {
      throw new Error('The servers of other authors could not be installed: is the npm registry within reach?', {
        cause: error,
      });
    });
  });
  return join(home, 'node_modules');
}
