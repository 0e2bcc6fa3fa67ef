import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import Agent from 'undici/lib/dispatcher/agent.js';
import api from 'undici/lib/api/index.js';
import { createClient } from '../../src/api/client.ts';
import { createUndiciTransport } from '../../src/api/network/undiciTransport.ts';
import { chatRequest } from '../unit/api/readReply.ts';
import type { Figure } from './figure.ts';
import { interleave } from './interleave.ts';
import { createParseOnly } from './parseOnly.ts';

/**
 * Measures the CPU time that our client takes to read a long reply from a server in another process.
 * For events with pauses between them, compares the client with undici, the HTTP library of the client.
 * For events at full speed, compares the client with undici plus a parser that does only what any client must do.
 */
export async function measureClient(): Promise<readonly Figure[]> {
  const paced = await measure(20_000, 50);
  const fullSpeed = await measure(100_000, 0);
  return [
    {
      name: `client, paced events (${paced.ours.toFixed(0)} ms), relative to undici alone (${paced.undici.toFixed(0)} ms)`,
      value: paced.ours / paced.undici,
      unit: '×',
      atMost: 1.5,
    },
    {
      name: `client, full speed (${fullSpeed.ours.toFixed(0)} ms), relative to undici with parsing (${fullSpeed.parsing.toFixed(0)} ms; undici alone ${fullSpeed.undici.toFixed(0)} ms)`,
      value: fullSpeed.ours / fullSpeed.parsing,
      unit: '×',
      atMost: 1.5,
    },
  ];
}

/**
 * Measures our client, undici alone, and undici with parsing. Returns CPU times in milliseconds.
 * `pause` is the time between events, in microseconds. With a short pause, the events arrive one by one, as from a real
 * model. With a pause of 0, the server sends as fast as the client reads.
 */
async function measure(eventCount: number, pause: number) {
  const program = path.join(import.meta.dirname, 'replyServer.ts');
  const server = spawn(process.execPath, [program, String(eventCount), String(pause)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = (await once(server.stdout, 'data')) as [Buffer];
    const origin = `http://127.0.0.1:${Number(port.toString())}`;
    return await interleave(7, {
      ours: async () => readWithClient(origin),
      undici: async () => readWithUndici(origin, () => undefined),
      parsing: async () => readWithUndici(origin, createParseOnly().push),
    });
  } finally {
    server.kill();
  }
}

async function readWithClient(origin: string): Promise<void> {
  const { streamChat } = createClient(createUndiciTransport());
  const request = chatRequest(`${origin}/v1`, { messages: [] });
  let text = '';
  for await (const event of streamChat(request, new AbortController().signal)) {
    if (event.type === 'text') text += event.text;
    if (event.type === 'end' && event.end !== 'complete')
      throw new Error(`The reply of ${text.length} characters is ${event.end}.`);
  }
}

async function readWithUndici(origin: string, onBytes: (bytes: Uint8Array) => void): Promise<void> {
  const agent = new Agent({ connections: 1, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, allowH2: false });
  const { body } = await api.request.call(agent, { origin, path: '/v1/chat/completions', method: 'POST', body: '{}' });
  for await (const bytes of body) onBytes(bytes as Uint8Array);
  await agent.destroy();
}
