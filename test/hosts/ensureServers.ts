import { createHash } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cacheFolder.ts';
import { ensureInCache } from './ensureInCache.ts';
import { npmInstall } from './npmInstall.ts';
import { projectFolder } from './projectPaths.ts';

/**
 * The package.json in this folder names the third-party servers to install. The lock file pins the version and checksum
 * of each dependency. The overrides in package.json pin @hono/node-server, because Portkey's gateway cannot stream with
 * a later version.
 */
const manifestFolder = join(projectFolder, 'test', 'compatibility', 'servers');

/**
 * Returns the path of the `node_modules` folder with the third-party servers for test/compatibility.
 * Installs the servers into the shared cache (see cacheFolder.ts) if they are missing. The installation takes a few
 * seconds and 67 MB of disk space.
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
