import { strict as assert } from 'node:assert';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { createFetchTransport } from '../../../src/api/network/fetchTransport.ts';
import { createClient } from '../../../src/api/client.ts';
import { cleanUpAfterEach } from '../cleanUp.ts';
import { rawServer } from './rawServer.ts';
import { chatRequest, readReply, streamChat } from './readReply.ts';

const piece = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] })}\n\n`;
const encoders = {
  gzip: () => zlib.createGzip(),
  deflate: () => zlib.createDeflate(),
  br: () => zlib.createBrotliCompress(),
  zstd: () => zlib.createZstdCompress(),
} as const;

/** Compresses the text and flushes it. Returns the flushed bytes, and the bytes at the end of the compressed data. */
async function compress(encoding: keyof typeof encoders, text: string): Promise<{ flushed: Buffer; end: Buffer }> {
  const encoder = encoders[encoding]();
  encoder.write(text);
  await promisify(encoder.flush.bind(encoder) as (done: () => void) => void)();
  const flushed = encoder.read() as Buffer;
  encoder.end();
  return { flushed, end: Buffer.concat(await encoder.toArray()) };
}

describe('a compressed reply with a finish reason in each piece of text', () => {
  const cleanUp = cleanUpAfterEach();

  /** Sends `bytes` as the body. Then closes or resets the connection, which is the only end of the body. */
  const askFor = async (encoding: string, bytes: Buffer, close: 'end' | 'resetAndDestroy' = 'end') => {
    const server = await rawServer(cleanUp);
    const arrived = Promise.withResolvers<undefined>();
    const asked = readReply(streamChat(chatRequest(server.baseUrl), new AbortController().signal), (event) => {
      if (event.type === 'text' && event.text.includes('two')) arrived.resolve(undefined);
    });
    const { socket, requested } = await server.connected;
    await requested;
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\nconnection: close\r\n\r\n`);
    socket.write(bytes);
    await arrived.promise;
    socket[close]();
    const { end, text } = await asked;
    return [end.end, text];
  };

  for (const encoding of Object.keys(encoders) as (keyof typeof encoders)[]) {
    it(`is complete only if the compressed data in ${encoding} have ended, or after [DONE]`, async () => {
      const { flushed, end } = await compress(encoding, piece('One ') + piece('two '));
      assert.deepEqual(await askFor(encoding, Buffer.concat([flushed, end])), ['complete', 'One two ']);
      assert.deepEqual(await askFor(encoding, flushed), ['incomplete', 'One two ']);
      assert.deepEqual(await askFor(encoding, flushed, 'resetAndDestroy'), ['incomplete', 'One two ']);
      const done = await compress(encoding, `${piece('One ') + piece('two ')}data: [DONE]\n\n`);
      assert.deepEqual(await askFor(encoding, done.flushed), ['complete', 'One two ']);
    });
  }

  const askOver = async (headers: Record<string, string>, body: BodyInit) => {
    const transport = createFetchTransport(() => async () => Promise.resolve(new Response(body, { headers })));
    const request = chatRequest('https://service.test/v1');
    const { end, text } = await readReply(createClient(transport).streamChat(request, new AbortController().signal));
    return [end.end, text];
  };

  it('is decompressed if VS Code’s `fetch` has not decompressed it, or has decompressed it only once', async () => {
    const body = new Uint8Array(zlib.gzipSync(piece('One ') + piece('two ')));
    assert.deepEqual(await askOver({}, body), ['complete', 'One two ']);
    assert.deepEqual(await askOver({ 'content-encoding': 'gzip' }, body), ['incomplete', 'One two ']);
  });

  it('is not complete at the end of a body that VS Code’s `fetch` has decompressed', async () => {
    const pieces = piece('One ') + piece('two ');
    assert.deepEqual(await askOver({}, pieces), ['complete', 'One two ']);
    assert.deepEqual(await askOver({ 'content-encoding': 'identity' }, pieces), ['complete', 'One two ']);
    assert.deepEqual(await askOver({ 'content-encoding': 'gzip' }, pieces), ['incomplete', 'One two ']);
    assert.deepEqual(await askOver({ 'content-encoding': 'gzip' }, `${pieces}data: [DONE]\n\n`), [
      'complete',
      'One two ',
    ]);
  });
});
