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
  /** Environment variables of the server and the extension host, in addition to this process's environment. */
  readonly env?: NodeJS.ProcessEnv;
  /** A CommonJS module to preload in the server, which passes its Node options on to the extension hosts. */
  readonly preload?: string;
  /** A package (.vsix) to install before the start, as `code --install-extension` does. */
  readonly vsix?: string;
  /** More arguments of the server. */
  readonly args: readonly string[];
}

export interface VsCodeServer {
  readonly port: number;
  /** The folder with the logs of the windows and extension hosts. */
  readonly logFolder: string;
  /** Sends SIGTERM to server and extension hosts, after 5 seconds SIGKILL. Resolves when they have ended. */
  readonly stop: () => Promise<void>;
  /** Ends them at once with SIGKILL, like a crash. Resolves when they have ended. */
  readonly kill: () => Promise<void>;
}

/** Starts VS Code's own server on the loopback address. Resolves when the server accepts connections. */
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
      ...['--host', '127.0.0.1', '--port', '0'],
      ...['--accept-server-license-terms', '--telemetry-level', 'off'],
      // Seconds that an extension host waits for a window whose connection broke. The default is three hours.
      ...['--reconnection-grace-time', '5'],
      // Without this flag, a release build of VS Code in a browser does not run an extension from its sources.
      '--enable-smoke-test-driver',
      ...options.args,
    ],
    // `detached` makes a process group, so that one signal ends the server and its extension hosts.
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

/**
 * Returns this process's environment with `more`. Omits the developer's API key and base URL, and the variables of
 * VS Code's terminal. Disables the marketplace.
 */
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
  const timeout = setTimeout(() => signalGroup(child, 'SIGKILL'), 5000);
  await closed;
  clearTimeout(timeout);
  signalGroup(child, 'SIGKILL');
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The process group has already ended.
  }
}
