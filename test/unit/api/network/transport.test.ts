import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { cleanUpAfterEach, standInService } from '../../cleanUp.ts';
import { chunked, chunkedHead, rawServer, streamHead } from '../rawServer.ts';
import { readText, send, testTransport } from './sendRequest.ts';

const transportUrl = new URL('../../../../src/api/network/undiciTransport.ts', import.meta.url).href;

const undiciTimers = createRequire(import.meta.url)('undici/lib/util/timers.js') as {
  readonly tick: (milliseconds: number) => void;
};

/** Advances undici's own clock by more than undici's default timeouts of 300 seconds. */
function letUndiciTimersExpire(): void {
  // The first tick starts new timers. The second tick lets these timers expire.
  for (let count = 0; count < 2; count += 1) undiciTimers.tick(3_600_000);
}

describe('createUndiciTransport', () => {
  const cleanUp = cleanUpAfterEach();

  it('does not change the global dispatcher of undici, which all extensions share', async () => {
    const program = `
      const slots = () => ['1', '2'].map((version) => globalThis[Symbol.for('undici.globalDispatcher.' + version)]);
      const isSame = (before) => slots().every((slot, index) => slot === before[index]);
      const { createUndiciTransport } = await import(${JSON.stringify(transportUrl)});
      const empty = slots();
      const isEmpty = isSame(empty);
      await fetch('data:,');
      const taken = slots();
      await createUndiciTransport()({
        method: 'GET', url: new URL(process.argv[1]), headers: {}, signal: new AbortController().signal, onConnected() {},
      });
      console.log(JSON.stringify([isEmpty, isSame(taken)]));
      process.exit();
    `;
    const standIn = await standInService(cleanUp);
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '-e',
      program,
      standIn.baseUrl,
    ]);
    assert.deepEqual(JSON.parse(stdout), [true, true]);
    assert.equal(standIn.requests.length, 1);
  });

  it('does not keep the process alive after a response is closed', async () => {
    const program = `
      const { createUndiciTransport } = await import(${JSON.stringify(transportUrl)});
      const response = await createUndiciTransport()({
        method: 'GET', url: new URL(process.argv[1]), headers: {}, signal: new AbortController().signal, onConnected() {},
      });
      response.close();
    `;
    const standIn = await standInService(cleanUp);
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, standIn.baseUrl]);
  });

  /**
   * Sends a request to a server that responds with exactly the given pieces, one write each, and ends the connection.
   */
  const answerTo = async (...pieces: readonly (string | Buffer)[]) => {
    const server = await rawServer(cleanUp);
    const sent = send(testTransport(), server.baseUrl);
    const { socket, requested, closed } = await server.connected;
    await requested;
    socket.setNoDelay(true);
    for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve));
    socket.end();
    return { ...sent, closed };
  };

  it('yields all bytes that arrived before the connection broke, even if the consumer reads them later', async () => {
    const text = 'words '.repeat(10_000);
    const { response, closed } = await answerTo(chunkedHead, chunked('first '), chunked(text).repeat(10));
    const { body } = await response;
    // The server has ended the connection without the last chunk, which undici reports as an error of the body.
    await closed;
    const parts: Uint8Array[] = [];
    await assert.rejects(async () => {
      for await (const part of body) parts.push(part);
    });
    assert.ok(Buffer.concat(parts).toString() === 'first ' + text.repeat(10));
  });

  it('enables keep-alive probes with an initial delay of 60 seconds, and disables the delay of small packets', async () => {
    const calls: unknown[] = [];
    // Node has no method that reads these options of a socket, so record the calls that set them.
    for (const name of ['setNoDelay', 'setKeepAlive'] as const) {
      const original = Reflect.get(Socket.prototype, name) as (...options: unknown[]) => Socket;
      cleanUp(() => Object.assign(Socket.prototype, { [name]: original }));
      const recorded = function (this: Socket, ...options: unknown[]) {
        calls.push([name, ...options]);
        return original.apply(this, options);
      };
      Object.assign(Socket.prototype, { [name]: recorded });
    }
    await assert.rejects(send(testTransport(), 'http://127.0.0.1:1/v1').response, { code: 'ECONNREFUSED' });
    assert.deepEqual(calls, [
      ['setNoDelay', true],
      ['setKeepAlive', true, 60_000],
    ]);
  });

  it('accepts up to 64 KiB of response headers', async () => {
    const withHeader = (length: number) =>
      streamHead.replace('\r\n', `\r\nx-policy: ${'x'.repeat(length)}\r\n`) + 'words';
    const { response } = await answerTo(withHeader(65_000));
    assert.equal(await readText(await response), 'words');
    const tooLarge = await answerTo(withHeader(66_000));
    await assert.rejects(tooLarge.response, { code: 'UND_ERR_HEADERS_OVERFLOW' });
  });

  it('skips interim (1xx) responses, however their bytes are split', async () => {
    const answers =
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.0 100 Go\r\n\r\n';
    for (const pieces of [
      [answers + streamHead + 'words'],
      Array.from(answers + streamHead + 'words'),
      [answers, streamHead, 'words'],
    ]) {
      const { response } = await answerTo(...pieces);
      assert.equal((await response).status, 200);
      assert.equal(await readText(await response), 'words');
    }
  });

  it('rejects a response with status 101, which is not an interim response', async () => {
    const { response } = await answerTo(`HTTP/1.1 101 Switching Protocols\r\n\r\n${streamHead}words`);
    await assert.rejects(response);
  });

  it('rejects when the connection ends without a final response', async () => {
    for (const answer of ['HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 100 Continue\r\nx', 'HTTP/1.1 1']) {
      const { response, isConnected, closed } = await answerTo(answer);
      await assert.rejects(response, { code: 'UND_ERR_SOCKET' });
      assert.equal(isConnected(), true);
      await closed;
    }
  });

  it('rejects a response whose headers are too large, and a response that is not HTTP', async () => {
    const large = await answerTo(`HTTP/1.1 200 OK\r\nx-large: ${'x'.repeat(100_000)}\r\n\r\n`);
    await assert.rejects(large.response, { code: 'UND_ERR_HEADERS_OVERFLOW' });
    await large.closed;
    const endless = await answerTo(`HTTP/1.1 103 Hints\r\nx-large: ${'x'.repeat(100_000)}\r\n\r\n`);
    await assert.rejects(endless.response, { code: 'UND_ERR_HEADERS_OVERFLOW' });
    const other = await answerTo('220 mail.example ESMTP\r\n');
    await assert.rejects(other.response, { name: 'HTTPParserError' });
    await other.closed;
  });

  it('closes the connection when undici rejects the headers of the request', async () => {
    const server = await rawServer(cleanUp);
    const headers = { authorization: 'Bearer line\nbreak' };
    await assert.rejects(send(testTransport(), server.baseUrl, { headers }).response, { code: 'UND_ERR_INVALID_ARG' });
    await (
      await server.connected
    ).closed;
    assert.equal(server.connections.length, 1);
  });

  it('yields the body up to an invalid chunk size, then throws', async () => {
    const { response } = await answerTo(`${chunkedHead}${chunked('words')}oops\r\n`);
    const body = (await response).body[Symbol.asyncIterator]();
    assert.equal(Buffer.from((await body.next()).value as Uint8Array).toString(), 'words');
    await assert.rejects(async () => body.next(), { name: 'HTTPParserError' });
  });

  it('opens no second connection when the consumer stops reading the body', async () => {
    const server = await rawServer(cleanUp);
    const { response } = send(testTransport(), server.baseUrl);
    const { socket, requested, closed } = await server.connected;
    await requested;
    socket.write(chunkedHead + chunked('words'));
    const { body } = await response;
    for await (const bytes of body) {
      assert.equal(Buffer.from(bytes).toString(), 'words');
      break;
    }
    await closed;
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(server.connections.length, 1);
  });

  it('waits longer than undici’s default timeouts for the headers and for each part of the body', async () => {
    const server = await rawServer(cleanUp);
    const { response } = send(testTransport(), server.baseUrl);
    const { socket, requested } = await server.connected;
    await requested;
    letUndiciTimersExpire();
    socket.write(chunkedHead + chunked('some '));
    const body = (await response).body[Symbol.asyncIterator]();
    assert.equal(Buffer.from((await body.next()).value as Uint8Array).toString(), 'some ');
    letUndiciTimersExpire();
    socket.end(`${chunked('words')}0\r\n\r\n`);
    assert.equal(Buffer.from((await body.next()).value as Uint8Array).toString(), 'words');
    assert.equal((await body.next()).done, true);
  });

  it('decompresses a body', async () => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n';
    const { response } = await answerTo(head, gzipSync('words'));
    assert.equal(await readText(await response), 'words');
  });

  it('throws when a compressed body is read after the response was closed', async () => {
    const server = await rawServer(cleanUp);
    const { response } = send(testTransport(), server.baseUrl);
    const { socket, requested } = await server.connected;
    await requested;
    socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n');
    const answer = await response;
    answer.close();
    await assert.rejects(readText(answer), { name: 'AbortError' });
  });

  it('yields the whole body even if the server closes the connection before the body is read', async () => {
    for (const length of [100_000, 1_000_000]) {
      const { response, closed } = await answerTo(streamHead + 'x'.repeat(length));
      const answer = await response;
      await closed;
      assert.equal((await readText(answer)).length, length);
    }
  });
});
