import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';

const keyPath = '/mint-key';

/**
 * Makes SecretStorage survive reloads, as on a desktop with a keyring. Without it, VS Code in a browser keeps secrets
 * in memory only. With the cookie below, it requests an encryption key from the path that the cookie names,
 * and stores encrypted secrets in the browser. The encryption key is saved in `dataFolder` for later starts.
 */
export async function keepSecrets(context: BrowserContext, origin: string, dataFolder: string): Promise<void> {
  const file = join(dataFolder, 'secret-key');
  if (!existsSync(file)) await writeFile(file, randomBytes(32), { mode: 0o600 });
  const key = await readFile(file);
  await context.addCookies([{ name: 'vscode-secret-key-path', value: keyPath, url: origin }]);
  await context.route(`${origin}${keyPath}`, async (route) => route.fulfill({ status: 200, body: key }));
}
