import { randomUUID } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureCodeServer } from './ensureCodeServer.ts';
import type { Host } from './host.ts';
import { projectFolder } from './projectPaths.ts';
import { startVsCodeServer } from './vsCodeServer.ts';
import { windowAddress } from './windowAddress.ts';
import { workbenchSettings } from './workbenchSettings.ts';

/**
 * Installs VS Code's server if it is missing, and starts the server. Prints an address. When the user opens this
 * address in a browser, VS Code opens `folder` and runs the extension.
 */
export async function openInBrowser(dataFolder: string, folder: string, env: NodeJS.ProcessEnv): Promise<Host> {
  const entryScript = await ensureCodeServer((sentence) => console.log(sentence));
  const opener = join(dataFolder, 'extensions', 'tally.open-panel-1.0.0');
  await cp(join(import.meta.dirname, 'openPanelExtension'), opener, { recursive: true });
  const token = randomUUID();
  const server = await startVsCodeServer({
    entryScript,
    dataFolder,
    env,
    settings: workbenchSettings,
    args: ['--connection-token', token, '--disable-workspace-trust'],
  });
  const address = windowAddress(
    `http://127.0.0.1:${server.port}`,
    { folder },
    { extensionDevelopmentPath: projectFolder },
  );
  address.searchParams.set('tkn', token);
  console.log(`\nVS Code is ready. Open this address in your browser, on this computer:\n\n  ${address.href}`);
  return { closed: new Promise<never>(() => {}), close: server.stop };
}
