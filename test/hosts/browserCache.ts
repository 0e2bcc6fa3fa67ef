import { createHash } from 'node:crypto';
import { cp, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInCache } from './ensureInCache.ts';
import { launchBrowser, openWindow } from './vsCodeBrowser.ts';
import { startVsCodeServer } from './vsCodeServer.ts';
import { workbenchSettings } from './workbenchSettings.ts';

/** Chromium's cache folders for downloaded files and for compiled scripts. Relative to the browser profile. */
const cacheFolders = [join('Default', 'Cache'), join('Default', 'Code Cache')];

/**
 * The number of times to load VS Code. Chromium saves the compiled form of a script when it loads the script for the
 * second time. The third load is a safety margin.
 */
const loads = 3;

export interface Programs {
  readonly executablePath: string;
  /** The path returned by `ensureCodeServer`: the entry script of VS Code's server. */
  readonly entryScript: string;
  /** Called before a long step, with a sentence that describes the step. */
  readonly say: (sentence: string) => void;
}

/**
 * Returns the path of a folder with a browser cache that contains VS Code's files and compiled scripts. A browser whose
 * profile contains a copy of this browser cache opens VS Code faster. The folder is in the shared cache (see
 * cacheFolder.ts). Each pair of browser and VS Code has its own folder. If the folder for this pair is missing, opens
 * VS Code in the browser to create the folder.
 * Use the browser cache only with `optimizesScripts: false`, because its scripts are compiled with this option.
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

/**
 * Copies the cache folders of Chromium from `source` to `target`. Does not overwrite files. Both paths can be the path
 * of a browser profile, or of a folder that contains only the cache folders of a profile.
 */
export async function copyBrowserCache(source: string, target: string): Promise<void> {
  for (const name of cacheFolders) {
    await cp(join(source, name), join(target, name), { recursive: true, force: false });
  }
}
