import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseCommandLine } from '../../standIn/commandLine.ts';
import { startStandIn } from '../../standIn/standIn.ts';

describe('The command line of the stand-in service', () => {
  it('has defaults, which apply if no option is given', () => {
    assert.deepEqual(parseCommandLine([]), {
      port: 8787,
      host: '127.0.0.1',
      apiKey: 'sk-stand-in-key',
      balance: 10_000_000_000,
      trial: 0,
      rate: 60,
      usage: 'reported',
      framing: 'sse',
    });
  });

  it('accepts a value for every option except --help', () => {
    const line =
      '--port 0 --host ::1 --key k --rate 0 --balance 0.5 --trial free --usage 1000/600/500 --tokens 9 --framing text ' +
      '--upstream http://localhost:11434/v1 --upstream-model m --upstream-key u';
    assert.deepEqual(parseCommandLine([...line.split(' '), '--fault', 'status 429 retry-after 3']), {
      port: 0,
      host: '::1',
      apiKey: 'k',
      rate: Infinity,
      balance: 500_000_000,
      trial: 50_000,
      usage: { prompt: 1000, cached: 600, completion: 500 },
      tokens: 9,
      framing: 'text',
      fault: { kind: 'status', status: 429, retryAfter: '3' },
      upstream: { url: 'http://localhost:11434/v1', model: 'm', apiKey: 'u' },
    });
  });

  for (const line of [
    '--port x',
    '--nothing',
    '--usage 1/2/3',
    '--fault odd',
    '--upstream here',
    '--trial some',
    '--framing x',
  ]) {
    it(`rejects ${line} with an error message that names the option`, () => {
      const problem = parseCommandLine(line.split(' '));
      assert.equal(typeof problem === 'string' && problem.includes(line.split(' ')[0] ?? ''), true);
    });
  }

  it('starts the service, prints how to use it, and exits with 0 on SIGTERM', async () => {
    const child = run('--port', '0', '--rate', '0');
    const lines = createInterface(child.stdout);
    let baseUrl: string | undefined;
    let curl = false;
    for await (const line of lines) {
      baseUrl ??= /Base URL\s+(\S+)/.exec(line)?.[1];
      curl ||= line.includes('curl -N');
      if (line.startsWith('Ctrl+C')) break;
    }
    assert.equal(curl, true);
    const response = await fetch(`${baseUrl ?? ''}/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-stand-in-key', 'content-type': 'application/json' },
      body: '{"stream":true,"messages":[{"role":"user","content":"Hello"}]}',
    });
    assert.match(await response.text(), /\[DONE\]/);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  it('exits with 1 and suggests --port if the port is in use', async () => {
    const other = await startStandIn();
    const child = run('--port', new URL(other.baseUrl).port);
    const [said, exit] = await Promise.all([child.stderr.toArray(), once(child, 'exit')]);
    assert.deepEqual(exit, [1, null]);
    assert.match(said.join(''), /^Port \d+ is taken\. .*--port/);
    await other.close();
  });
});

function run(...options: string[]): ChildProcessByStdio<null, Readable, Readable> {
  const main = fileURLToPath(new URL('../../standIn/main.ts', import.meta.url));
  return spawn(process.execPath, [main, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
}
