import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureServers } from '../hosts/ensureServers.ts';
import { freePort } from '../hosts/freePort.ts';

export interface ServerProgram {
  /** The path of the server's script, relative to `node_modules`. */
  readonly script: string;
  readonly args: (port: number) => readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** File contents by file name. The files are written to the server's working directory. */
  readonly files?: Readonly<Record<string, string>>;
}

export type Headers = Readonly<Record<string, string>>;

export interface RunningServer {
  readonly port: number;
  /** Headers that the server requires in each request. */
  readonly headers?: Headers;
  /** Kills the server. Resolves when the process has ended and its working directory is removed. */
  readonly stop: () => Promise<void>;
}

/** The time limit for starting a server, in milliseconds. Long enough to install the servers at the first start. */
export const startTimeout = 300_000;

/**
 * Installs the third-party servers if they are missing. Then starts one of them on a free port. Resolves when this
 * server accepts connections. Rejects if the server ends before that, or accepts no connection within a minute.
 */
export async function startServer({ script, args, env, files = {} }: ServerProgram): Promise<RunningServer> {
  const modules = await ensureServers((sentence) => console.log(sentence));
  const folder = await mkdtemp(join(tmpdir(), 'tally-server-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const port = await freePort();
  const child = spawn(process.execPath, [join(modules, script), ...args(port)], {
    cwd: folder,
    // Pass only PATH and `env`, so that the developer's proxy, API keys and settings have no effect.
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const closed = once(child, 'close');
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async (): Promise<void> => {
    process.removeListener('exit', kill);
    kill();
    await closed;
    await rm(folder, { recursive: true });
  };
  const deadline = Date.now() + 60_000;
  while (!(await accepts(port))) {
    if (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
      await delay(20);
      continue;
    }
    await stop();
    throw new Error(`${script} does not accept connections.\n${printed}`);
  }
  return { port, stop };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
