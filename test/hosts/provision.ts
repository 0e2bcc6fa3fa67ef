/**
 * `npm run provision`: installs the programs that the tests need, and creates the browser cache (see browserCache.ts).
 * Skips programs that are already installed, and the browser cache if it already exists. Prints the paths of the
 * programs and of the browser cache.
 */
import { ensureBrowserCache } from './browserCache.ts';
import { ensureChromium, installPageBrowser } from './ensureChromium.ts';
import { ensureCodeServer } from './ensureCodeServer.ts';
import { ensureLibreOffice } from './ensureLibreOffice.ts';
import { ensureServers } from './ensureServers.ts';

const say = (sentence: string): void => console.log(sentence);

try {
  const [executablePath, entryScript] = [await ensureChromium(say), await ensureCodeServer(say)];
  say(`Chromium: ${executablePath}`);
  say(`Browser for pages: ${await installPageBrowser(say)}`);
  say(`VS Code: ${entryScript}`);
  say(`Browser cache with VS Code: ${await ensureBrowserCache({ executablePath, entryScript, say })}`);
  say(`Servers: ${await ensureServers(say)}`);
  say(`LibreOffice: ${await ensureLibreOffice(say)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
