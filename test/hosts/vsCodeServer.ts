import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureInstalledExtension } from './ensureInstalledExtension.ts';
import { writeSettings } from './writeSettings.ts';

export interface VsCodeServerOptions {
  /** The path returned by `ensureCodeServer`: the server's entry script. */
  readonly entryScript: string;
  /** The folder for settings, extensions and logs. The folder is created if missing, and is never removed. */
  readonly dataFolder: string;
  /** The user and machine settings. These settings replace those in `dataFolder` before the server starts. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Environment variables for the server and the extension hosts. They override the variables of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** The path of a CommonJS module to preload in the server and in the extension hosts. */
  readonly preload?: string;
  /** The path of a package (.vsix) to install before the server starts. Installed in place of an earlier copy. */
  readonly vsix?: string;
  /** Further arguments of the server. */
  readonly args: readonly string[];
}

export interface VsCodeServer {
  readonly port: number;
  /**
   * Ends the server and the extension hosts with SIGTERM. When the server has ended, or after 5 seconds, kills the
   * processes that still run. Resolves when the server has ended.
   */
  readonly stop: () => Promise<void>;
  /** Ends the server and the extension hosts with SIGKILL, like a crash. Resolves when the server has ended. */
  readonly kill: () => Promise<void>;
}

/**
 * Starts VS Code's own server on the loopback address. Resolves when the server accepts connections. If the server ends
 * before that, rejects with an error that contains the server's output.
 */
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
  if (options.vsix !== undefined)
    await cp(await ensureInstalledExtension(entryScript, options.vsix, env), folders.extensions, { recursive: true });
  const child = spawn(
    process.execPath,
    [
      ...(options.preload === undefined ? [] : ['--require', options.preload]),
      entryScript,
      ...folderArgs,
      ...['--host', '127.0.0.1', '--port', '0'],
      ...['--accept-server-license-terms', '--telemetry-level', 'off'],
      // An extension host waits 5 seconds for a window that lost its connection. The default is three hours.
      ...['--reconnection-grace-time', '5'],
      // Without this flag, a release build of VS Code in a browser would ignore `extensionDevelopmentPath`.
      '--enable-smoke-test-driver',
      ...options.args,
    ],
    // `detached` creates a process group, so that one signal ends the server and its extension hosts.
    { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  const endWithUs = (): void => signalGroup(child, 'SIGKILL');
  process.once('exit', endWithUs);
  child.once('close', () => process.removeListener('exit', endWithUs));
  return {
    port: await listeningPort(child),
    stop: async () => end(child, 'SIGTERM'),
    kill: async () => end(child, 'SIGKILL'),
  };
}

/**
 * Returns the environment of this process, but without the developer's API key and base URL, `NODE_OPTIONS`, and the
 * variables of VS Code and Electron. Disables the extension marketplace. Then adds the variables in `more`.
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
