import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';

const keyPath = '/mint-key';

/**
 * Configures VS Code at `origin` to keep secrets after reloads and restarts, as desktop VS Code does with a keyring. By
 * default, VS Code in a browser keeps secrets in memory only. If the cookie `vscode-secret-key-path` contains a path,
 * VS Code requests an encryption key from this path of its server. VS Code then stores encrypted secrets in the
 * browser. The encryption key is saved in `dataFolder` for later starts.
 */
export async function keepSecrets(context: BrowserContext, origin: string, dataFolder: string): Promise<void> {
  const file = join(dataFolder, 'secret-key');
  if (!existsSync(file)) await writeFile(file, randomBytes(32), { mode: 0o600 });
  const key = await readFile(file);
  await context.addCookies([{ name: 'vscode-secret-key-path', value: keyPath, url: origin }]);
  // A script in the page answers the request for the key. Playwright's `route` could also answer the request, but would
  // disable the browser's cache. Each window would then download and compile all of VS Code again.
  await context.addInitScript(answerKeyRequest, { url: `${origin}${keyPath}`, key: [...key] });
}

/**
 * Replaces the global `fetch` of the page. The new `fetch` answers the request for the key, and passes all other
 * requests to the browser's `fetch`.
 */
function answerKeyRequest({ url, key }: { readonly url: string; readonly key: readonly number[] }): void {
  const fetchFromServer = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const requested = input instanceof Request ? input.url : input;
    const isKeyRequest = new URL(requested, location.href).href === url;
    return isKeyRequest ? new Response(Uint8Array.from(key)) : fetchFromServer(input, init);
  };
}
