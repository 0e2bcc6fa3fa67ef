import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cacheFolder.ts';
import { ensureInCache } from './ensureInCache.ts';
import { npmInstall } from './npmInstall.ts';

/** Version of the npm package code-server. Version 4.x.y contains VS Code 1.x.y. */
const packageVersion = '4.139.1';
/** Increase this number when `install` changes, so that installations of older revisions are not used. */
const installRevision = 1;

/**
 * Installs VS Code's own server (from the npm package code-server) into the shared cache, unless it is there already.
 * Returns the path of its entry script. The installation takes about half a minute and 620 MB.
 */
export async function ensureCodeServer(say: (sentence: string) => void): Promise<string> {
  const name = `code-server-${packageVersion}-${process.platform}-${process.arch}-${installRevision}`;
  const home = await ensureInCache(name, async (folder) => {
    say(`Installing VS Code for the browser (code-server ${packageVersion}, about 620 MB) into ${cacheFolder()}.`);
    await install(folder);
  });
  return join(vscodeFolder(home), 'out', 'server-main.js');
}

function vscodeFolder(home: string): string {
  return join(home, 'node_modules', 'code-server', 'lib', 'vscode');
}

/**
 * Installs code-server without its install scripts, which would compile native modules. VS Code runs without most of
 * these modules, but imports two. fileLogger.cjs replaces `spdlog`, and empty functions replace `native-watchdog`.
 * Without the watchdog, the extension hosts of a dead server end a second later.
 */
async function install(home: string): Promise<void> {
  await writeFile(join(home, 'package.json'), '{ "private": true }\n');
  await npmInstall(home, 'install', `code-server@${packageVersion}`);
  const vscode = vscodeFolder(home);
  await npmInstall(vscode, 'install');
  await npmInstall(join(vscode, 'extensions'), 'install');
  const modules = join(vscode, 'node_modules', '@vscode');
  await copyFile(join(import.meta.dirname, 'fileLogger.cjs'), join(modules, 'spdlog', 'index.js'));
  await writeFile(join(modules, 'native-watchdog', 'index.js'), 'exports.start = exports.exit = () => {};\n');
}
