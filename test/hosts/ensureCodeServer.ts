import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cacheFolder.ts';
import { ensureInCache } from './ensureInCache.ts';
import { npmInstall } from './npmInstall.ts';

/** The version of the npm package code-server to install. For example, version 4.139.1 contains VS Code 1.139.1. */
const packageVersion = '4.139.1';
/** Increase this number when `install` or fileLogger.cjs changes, so that code-server is installed again. */
const installRevision = 1;

/**
 * Returns the path of the entry script of VS Code's own server, which is part of the npm package code-server.
 * Installs code-server into the shared cache (see cacheFolder.ts) if it is missing. The installation takes about half a
 * minute and 620 MB of disk space.
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
 * Installs code-server without running install scripts, because these scripts would compile native modules. VS Code
 * runs without most native modules, but it always imports `spdlog` and `native-watchdog`. Therefore fileLogger.cjs
 * replaces `spdlog`, and empty functions replace `native-watchdog`. `native-watchdog` would end an extension host whose
 * server has died. Even without it, the extension host ends about a second after the server.
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
