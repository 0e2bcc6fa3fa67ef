import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';

const keyPath = '/mint-key';

/**
 * Makes SecretStorage survive reloads, as on a desktop with a keyring. By default, VS Code in a browser keeps secrets
 * in memory only. If a cookie names a path, VS Code requests an encryption key from this path of its server, and stores
 * encrypted secrets in the browser. The encryption key is saved in `dataFolder` for later starts.
 */
export async function keepSecrets(context: BrowserContext, origin: string, dataFolder: string): Promise<void> {
  const file = join(dataFolder, 'secret-key');
  if (!existsSync(file)) await writeFile(file, randomBytes(32), { mode: 0o600 });
  const key = await readFile(file);
  await context.addCookies([{ name: 'vscode-secret-key-path', value: keyPath, url: origin }]);
  await context.route(`${origin}${keyPath}`, async (route) => route.fulfill({ status: 200, body: key }));
}
