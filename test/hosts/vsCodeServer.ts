import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runProgram } from './runProgram.ts';
import { writeSettings } from './writeSettings.ts';

export interface VsCodeServerOptions {
  /** The server's entry script, from ensureCodeServer. */
  readonly entryScript: string;
  /** Holds settings, extensions and logs; created if missing, left in place on stop. */
  readonly dataFolder: string;
  /** All settings of the window, written before the start. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Set in the server and the extension host, on top of this process's environment. */
  readonly env?: NodeJS.ProcessEnv;
  /** A CommonJS module to load first in the server, which hands its Node options on to the extension hosts. */
  readonly preload?: string;
  /** A package to install first, as `code --install-extension` does. */
  readonly vsix?: string;
  /** More arguments of the server. */
  readonly args: readonly string[];
  /** The port of an earlier start whose browser storage is to be found again; a free one unless given. */
  readonly port?: number;
}

export interface VsCodeServer {
  readonly port: number;
  /** Where logs of the windows and extension hosts are. */
  readonly logFolder: string;
  /** Ends the server and its extension hosts; resolves when they are gone. */
  readonly stop: () => Promise<void>;
  /** The same without a chance to finish anything, like a crash. */
  readonly kill: () => Promise<void>;
}

/** Starts VS Code's own server on the loopback address; resolves when it accepts connections. */
export async function startVsCodeServer(options: VsCodeServerOptions): Promise<VsCodeServer> {
  const { dataFolder, entryScript } = options;
  const folders = {
    server: join(dataFolder, 'server'),
    user: join(dataFolder, 'user'),
    extensions: join(dataFolder, 'extensions'),
  };
  const folderArgs = [
    ...['--server-data-dir', folders.server],
    ...['--user-data-dir', folders.user],
    ...['--extensions-dir', folders.extensions],
  ];
  for (const target of ['User', 'Machine']) await writeSettings(join(folders.user, target), options.settings);
  const env = hostEnvironment(options.env ?? {});
  if (options.vsix !== undefined) {
    const install = ['--install-extension', options.vsix, '--force'];
    await runProgram(process.execPath, [entryScript, ...folderArgs, ...install], { env, output: 'keep' });
  }
  const child = spawn(
    process.execPath,
    [
      ...(options.preload === undefined ? [] : ['--require', options.preload]),
      entryScript,
      ...folderArgs,
      ...['--host', '127.0.0.1', '--port', String(options.port ?? 0)],
      ...['--accept-server-license-terms', '--telemetry-level', 'off'],
      // A window that is left may not get to say so: its extension host would wait for it for three hours, in seconds here.
      ...['--reconnection-grace-time', '5'],
      // A built VS Code in a browser runs an extension from its sources only with this.
      '--enable-smoke-test-driver',
      ...options.args,
    ],
    // A process group of its own, so that the extension hosts can be ended with it.
    { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  const endWithUs = (): void => signalGroup(child, 'SIGKILL');
  process.once('exit', endWithUs);
  child.once('close', () => process.removeListener('exit', endWithUs));
  return {
    port: await listeningPort(child),
    logFolder: join(folders.user, 'logs'),
    stop: async () => end(child, 'SIGTERM'),
    kill: async () => end(child, 'SIGKILL'),
  };
}

/** Without a developer's own key and address, what a terminal inside VS Code sets, and a marketplace. */
function hostEnvironment(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$|TALLY_BASE_URL$|TALLY_API_KEY$)/.test(name),
  );
  return { ...Object.fromEntries(kept), EXTENSIONS_GALLERY: '{}', ...more };
}

async function listeningPort(child: ChildProcess): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let printed = '';
  const read = (text: string): void => {
    printed += text;
    const port = /Extension host agent listening on (\d+)/.exec(printed)?.[1];
    if (port !== undefined) resolve(Number(port));
  };
  child.stdout?.setEncoding('utf8').on('data', read);
  child.stderr?.setEncoding('utf8').on('data', read);
  child.once('error', reject);
  child.once('close', () => reject(new Error(`VS Code's server ended before it was ready.\n${printed}`)));
  return promise;
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  signalGroup(child, signal);
  const patience = setTimeout(() => signalGroup(child, 'SIGKILL'), 5000);
  await closed;
  clearTimeout(patience);
  signalGroup(child, 'SIGKILL');
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}
