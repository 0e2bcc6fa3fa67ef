import { createHash } from 'node:crypto';
import { cp, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInCache } from './ensureInCache.ts';
import { launchBrowser, openWindow } from './vsCodeBrowser.ts';
import { startVsCodeServer } from './vsCodeServer.ts';
import { workbenchSettings } from './workbenchSettings.ts';

/** The folders of a Chromium profile that hold downloaded files and compiled scripts. */
const cacheFolders = [join('Default', 'Cache'), join('Default', 'Code Cache')];

/** Chromium saves compiled scripts when it loads them for the second time. The third load makes sure of it. */
const loads = 3;

export interface Programs {
  readonly executablePath: string;
  /** The entry script of VS Code's server, from ensureCodeServer. */
  readonly entryScript: string;
  readonly say: (sentence: string) => void;
}

/**
 * Returns a folder with a browser cache that contains VS Code, downloaded and compiled, so that windows open faster.
 * If the shared cache has no such folder for these programs, opens VS Code in a browser to create it.
 * The compiled scripts are for browsers that do not optimize scripts.
 */
export async function ensureBrowserCache({ executablePath, entryScript, say }: Programs): Promise<string> {
  const { mtimeMs } = await stat(await realpath(executablePath));
  const programs = createHash('sha256').update(`${executablePath} ${mtimeMs} ${entryScript}`).digest('hex');
  return ensureInCache(`browser-cache-${programs.slice(0, 12)}`, async (folder) => {
    say('Opening VS Code once, so that it starts faster in the tests.');
    const dataFolder = await mkdtemp(join(tmpdir(), 'tally-browser-cache-'));
    const profile = join(dataFolder, 'browser');
    const args = ['--without-connection-token', '--disable-workspace-trust'];
    const server = await startVsCodeServer({ entryScript, dataFolder, settings: workbenchSettings, args });
    try {
      const context = await launchBrowser(profile, server, { executablePath, optimizesScripts: false });
      const page = context.pages()[0] ?? (await context.newPage());
      for (let load = 0; load < loads; load += 1) await openWindow(page, { empty: true }, {});
      await context.close();
      await copyBrowserCache(profile, folder);
    } finally {
      await server.stop();
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
}

/** Copies the cache from one browser profile to another. Keeps existing files. */
export async function copyBrowserCache(source: string, target: string): Promise<void> {
  for (const name of cacheFolders) {
    await cp(join(source, name), join(target, name), { recursive: true, force: false });
  }
}
