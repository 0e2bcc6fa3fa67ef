/** `npm run provision`: installs the programs that the tests need, unless they are there, and prints their paths. */
import { ensureChromium } from './ensureChromium.ts';
import { ensureCodeServer } from './ensureCodeServer.ts';
import { ensureLibreOffice } from './ensureLibreOffice.ts';
import { ensureServers } from './ensureServers.ts';

const say = (sentence: string): void => console.log(sentence);

try {
  say(`Chromium: ${await ensureChromium(say)}`);
  say(`VS Code: ${await ensureCodeServer(say)}`);
  say(`Servers: ${await ensureServers(say)}`);
  say(`LibreOffice: ${await ensureLibreOffice(say)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
