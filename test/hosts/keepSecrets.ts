import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';

const keyPath = '/mint-key';

/**
 * Lets SecretStorage survive reloads, as a keyring does on a desktop: a browser window keeps secrets in its
 * storage, encrypted by a key that its server is asked for at the path this cookie names. Without it they
 * live in memory only. The key is kept in `dataFolder`, for later starts.
 */
export async function keepSecrets(context: BrowserContext, origin: string, dataFolder: string): Promise<void> {
  const file = join(dataFolder, 'secret-key');
  if (!existsSync(file)) await writeFile(file, randomBytes(32), { mode: 0o600 });
  const key = await readFile(file);
  await context.addCookies([{ name: 'vscode-secret-key-path', value: keyPath, url: origin }]);
  await context.route(`${origin}${keyPath}`, async (route) => route.fulfill({ status: 200, body: key }));
}
