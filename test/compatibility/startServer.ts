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
  /** Below `node_modules`. */
  readonly script: string;
  readonly args: (port: number) => readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Files by their names, written into the folder that it runs in. */
  readonly files?: Readonly<Record<string, string>>;
}

export type Headers = Readonly<Record<string, string>>;

export interface RunningServer {
  readonly port: number;
  /** What it wants in each request besides, from a company's gateway in front of it. */
  readonly headers?: Headers;
  /** Ends it; resolves when it is gone. */
  readonly stop: () => Promise<void>;
}

/** Long enough to install the servers, the first time. */
export const startTimeout = 300_000;

/** Starts a server of another author on a free port; resolves when it accepts connections. */
export async function startServer({ script, args, env, files = {} }: ServerProgram): Promise<RunningServer> {
  const modules = await ensureServers((sentence) => console.log(sentence));
  const folder = await mkdtemp(join(tmpdir(), 'tally-server-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const port = await freePort();
  const child = spawn(process.execPath, [join(modules, script), ...args(port)], {
    cwd: folder,
    // Without a proxy, and without keys and settings of the person who runs the tests.
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
