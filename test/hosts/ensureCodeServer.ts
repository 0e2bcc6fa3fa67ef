import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { cacheFolder } from './cacheFolder.ts';
import { runProgram } from './runProgram.ts';

/** Of the npm package code-server; 4.x.y holds VS Code 1.x.y. */
const packageVersion = '4.139.1';
/** Raised when what is done to the installed package changes, so that older installations are not used. */
const recipe = 1;

/**
 * Installs VS Code's own server (from the npm package code-server) into the shared cache, once,
 * and returns the path of its entry script. Takes about half a minute and 620 MB.
 * Safe to run several times at once: each run installs apart and only a finished one is put in place.
 */
export async function ensureCodeServer(say: (sentence: string) => void): Promise<string> {
  const cache = cacheFolder();
  const name = `code-server-${packageVersion}-${process.platform}-${process.arch}-${recipe}`;
  const home = join(cache, name);
  if (isComplete(home)) return entryScript(home);

  say(`Installing VS Code for the browser (code-server ${packageVersion}, about 620 MB) into ${cache}.`);
  await mkdir(cache, { recursive: true });
  await removeAbandoned(cache, name);
  const temporary = await mkdtemp(join(cache, `${name}.new-`));
  try {
    await install(temporary);
    await putInPlace(temporary, home);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return entryScript(home);
}

function vscodeFolder(home: string): string {
  return join(home, 'node_modules', 'code-server', 'lib', 'vscode');
}

function entryScript(home: string): string {
  return join(vscodeFolder(home), 'out', 'server-main.js');
}

function markerFile(home: string): string {
  return join(home, 'complete');
}

function isComplete(home: string): boolean {
  return existsSync(markerFile(home));
}

async function install(home: string): Promise<void> {
  await writeFile(join(home, 'package.json'), '{ "private": true }\n');
  await npmInstall(home, [`code-server@${packageVersion}`]);
  const vscode = vscodeFolder(home);
  await npmInstall(vscode, []);
  await npmInstall(join(vscode, 'extensions'), []);
  const modules = join(vscode, 'node_modules', '@vscode');
  await copyFile(join(import.meta.dirname, 'fileLogger.cjs'), join(modules, 'spdlog', 'index.js'));
  await writeFile(join(modules, 'native-watchdog', 'index.js'), 'exports.start = exports.exit = () => {};\n');
  await writeFile(markerFile(home), '');
}

/**
 * Without install scripts: those compile modules, which would need a compiler, the Kerberos headers and Node's
 * headers. VS Code does without them, if the logger is replaced by fileLogger.cjs
 * and the watchdog, which ends hosts of a dead server a second sooner, by nothing.
 */
async function npmInstall(folder: string, packages: readonly string[]): Promise<void> {
  const npm = process.env['npm_execpath'];
  const [program, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const options = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  await runProgram(program, [...first, 'install', '--prefix', folder, ...options, ...packages], {
    cwd: folder,
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` },
    output: 'keep',
  });
}

async function putInPlace(temporary: string, home: string): Promise<void> {
  try {
    await rename(temporary, home);
  } catch (error) {
    if (isComplete(home)) return;
    // Something incomplete that no run of ours can have left: the marker travels with the rename.
    await rm(home, { recursive: true, force: true });
    await rename(temporary, home).catch(() => {
      if (!isComplete(home)) throw error;
    });
  }
}

/** Removes what interrupted runs left behind: folders that nothing has been written to for an hour. */
async function removeAbandoned(cache: string, name: string): Promise<void> {
  const hour = 60 * 60 * 1000;
  for (const entry of await readdir(cache)) {
    if (!entry.startsWith(`${name}.new-`)) continue;
    const path = join(cache, entry);
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > hour) await rm(path, { recursive: true, force: true });
  }
}
