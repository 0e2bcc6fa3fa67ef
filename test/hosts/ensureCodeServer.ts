import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cacheFolder.ts';
import { ensureInCache } from './ensureInCache.ts';
import { npmInstall } from './npmInstall.ts';

/** Of the npm package code-server; 4.x.y holds VS Code 1.x.y. */
const packageVersion = '4.139.1';
/** Raised when what is done to the installed package changes, so that older installations are not used. */
const recipe = 1;

/**
 * Installs VS Code's own server (from the npm package code-server) into the shared cache, once,
 * and returns the path of its entry script. Takes about half a minute and 620 MB.
 */
export async function ensureCodeServer(say: (sentence: string) => void): Promise<string> {
  const name = `code-server-${packageVersion}-${process.platform}-${process.arch}-${recipe}`;
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
 * VS Code does without the modules that install scripts would compile, if the logger is replaced by fileLogger.cjs
 * and the watchdog, which ends hosts of a dead server a second sooner, by nothing.
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
