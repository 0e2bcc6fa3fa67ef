import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { ChatEvent, Repetition } from '../../../src/api/chatEvent.ts';
import { createClient } from '../../../src/api/client.ts';
import { NotSentError } from '../../../src/api/errors.ts';
import { repeatRequests } from '../../../src/api/repeatRequests.ts';
import { freePort } from '../../hosts/freePort.ts';
import type { Fault } from '../../standIn/faults.ts';
import { cleanUpAfterEach, standInService } from '../cleanUp.ts';
import { startConnectProxy } from './network/connectProxy.ts';
import { startSecureService } from './network/secureService.ts';
import { testTransport } from './network/sendRequest.ts';
import { key, selfSigned } from './network/testCertificates.ts';
import { chunked, chunkedHead, rawServer } from './rawServer.ts';
import { chatRequest, readReply, streamChat } from './readReply.ts';

describe('repeatRequests', () => {
  const cleanUp = cleanUpAfterEach();
  const signal = () => new AbortController().signal;
  const now = () => 1_000_000;
  const refuseNone = async () => Promise.resolve(undefined);
  const repeating = repeatRequests(streamChat, { random: () => 0.5, now });

  const busy = (fields: Partial<Extract<Fault, { kind: 'status' }>> = {}): Fault => ({
    kind: 'status',
    status: 429,
    retryAfter: '0.01',
    ...fields,
  });

  /** Reads a reply and collects the announced retries. Passes each retry to `onRepeating`, which may skip the wait. */
  const read = async (
    baseUrl: string,
    onRepeating: (repetition: Repetition) => void = () => undefined,
    aborted: AbortSignal = signal(),
  ) => {
    const repetitions: Repetition[] = [];
    const onEvent = (event: ChatEvent) => {
      if (event.type !== 'repeating') return;
      repetitions.push(event);
      onRepeating(event);
    };
    return { ...(await readReply(repeating(chatRequest(baseUrl), aborted, refuseNone), onEvent)), repetitions };
  };
  const skip = ({ sendNow }: Repetition) => sendNow();

  it('retries if the service is busy, and first announces the time of the retry, which it takes from Retry-After', async () => {
    for (const status of [429, 503]) {
      const standIn = await standInService(cleanUp);
      standIn.script({ fault: busy({ status }) });
      const { end, text, repetitions } = await read(standIn.baseUrl);
      assert.equal(end.end, 'complete');
      assert.equal(text, standIn.requests[1]?.textSent);
      assert.equal(standIn.requests.length, 2);
      assert.deepEqual(
        repetitions.map(({ at, error }) => [at, error.name]),
        [[1_000_010, 'RateLimitError']],
      );
      assert.equal(standIn.requests[0]?.body, standIn.requests[1]?.body);
    }
  });

  it('retries at once when the wait is skipped', async () => {
    const standIn = await standInService(cleanUp);
    standIn.script({ fault: busy({ retryAfter: '60' }) });
    const { end, repetitions } = await read(standIn.baseUrl, skip);
    assert.equal(end.end, 'complete');
    assert.equal(repetitions[0]?.at, now() + 60_000);
  });

  it('does not retry when the signal aborts during the wait', async () => {
    const standIn = await standInService(cleanUp);
    standIn.script({ fault: busy({ retryAfter: '60' }) });
    const controller = new AbortController();
    const { end } = await read(standIn.baseUrl, () => controller.abort(), controller.signal);
    assert.equal(end.end, 'stopped');
    assert.equal(end.charged, 'no');
    assert.equal(end.error, undefined);
    assert.equal(standIn.requests.length, 1);
  });

  it('does not retry if `refuse` resolves with an error, and ends with this error', async () => {
    const standIn = await standInService(cleanUp);
    standIn.script({ fault: busy() });
    const refuse = async () => Promise.resolve(new NotSentError('', { code: 'daily_limit' }));
    const { end } = await readReply(repeating(chatRequest(standIn.baseUrl), signal(), refuse));
    assert.deepEqual([end.end, end.error?.name, end.charged], ['failed', 'NotSentError', 'no']);
    assert.equal(standIn.requests.length, 1);
  });

  it('tells `refuse` if the user skipped the wait', async () => {
    const asked: boolean[] = [];
    for (const skips of [false, true]) {
      const standIn = await standInService(cleanUp);
      standIn.script({ fault: busy() });
      const refuse = async (isByUser: boolean) => {
        asked.push(isByUser);
        return Promise.resolve(undefined);
      };
      await readReply(repeating(chatRequest(standIn.baseUrl), signal(), refuse), (event) => {
        if (skips && event.type === 'repeating') event.sendNow();
      });
    }
    assert.deepEqual(asked, [false, true]);
  });

  it('retries only once if the service stays busy', async () => {
    const standIn = await standInService(cleanUp, { fault: busy() });
    const { end, repetitions } = await read(standIn.baseUrl);
    assert.equal(end.error?.name, 'RateLimitError');
    assert.equal(repetitions.length, 1);
    assert.equal(standIn.requests.length, 2);
  });

  it('retries at most twice, with exponential backoff, if no connection can be established', async () => {
    const port = await freePort();
    const { end, repetitions } = await read(`http://127.0.0.1:${port}/v1`, skip);
    assert.equal(end.end, 'failed');
    assert.equal(end.error?.code, 'ECONNREFUSED');
    assert.deepEqual(
      repetitions.map(({ at }) => at - now()),
      [500, 1_000],
    );
  });

  it('retries after a rate limit error, and then twice more if no connection can be established', async () => {
    const server = createServer((socket) => {
      // Stop listening, so that the first retry finds no server.
      server.close();
      socket.once('data', () => socket.end('HTTP/1.1 429 Busy\r\nretry-after: 0\r\ncontent-length: 0\r\n\r\n'));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const { end, repetitions } = await read(`http://127.0.0.1:${port}/v1`, skip);
    assert.equal(end.error?.code, 'ECONNREFUSED');
    assert.deepEqual(
      repetitions.map(({ at }) => at - now()),
      [0, 500, 1_000],
    );
  });

  it('does not retry if a certificate is not trusted, a proxy denies access or is not supported, or the server lacks TLS', async () => {
    const proxy = await startConnectProxy(cleanUp, { tls: { key, cert: selfSigned } });
    const refusing = await startConnectProxy(cleanUp, { answer: 403 });
    const service = await startSecureService(cleanUp, selfSigned);
    const plain = await startConnectProxy(cleanUp);
    for (const [settings, baseUrl, code] of [
      [{}, `https://localhost:${service.port}/v1`, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      [{ proxy: proxy.url }, 'https://service.test/v1', 'PROXY_DEPTH_ZERO_SELF_SIGNED_CERT'],
      [{ proxy: refusing.url }, 'https://service.test/v1', 'PROXY_403'],
      [{ proxy: 'socks5://127.0.0.1:1' }, 'https://service.test/v1', 'UNSUPPORTED_PROXY'],
      [{}, plain.url.replace('http:', 'https:') + '/v1', 'ERR_SSL_WRONG_VERSION_NUMBER'],
    ] as const) {
      const client = createClient(testTransport(settings));
      const once = repeatRequests(client.streamChat, { random: () => 0.5, now });
      const { end } = await readReply(once(chatRequest(baseUrl), signal(), refuseNone), ({ type }) =>
        assert.notEqual(type, 'repeating'),
      );
      assert.deepEqual([end.error?.code, end.charged], [code, 'no']);
    }
  });

  it('completes the reply if a server listens by the time of the retry', async () => {
    const port = await freePort();
    const server = createServer((socket) =>
      socket.once('data', () => socket.end(`${chunkedHead}${chunked('data: [DONE]\n\n')}0\r\n\r\n`)),
    );
    cleanUp(() => server.close());
    let listening: Promise<unknown> | undefined;
    const { end } = await read(`http://127.0.0.1:${port}/v1`, ({ sendNow }) => {
      listening ??= once(server.listen(port, '127.0.0.1'), 'listening').then(sendNow);
    });
    assert.equal(end.end, 'complete');
  });

  const neverRepeated: readonly (readonly [description: string, fault: Fault])[] = [
    ['status 429 without Retry-After', { kind: 'status', status: 429 }],
    ['status 429 with a Retry-After over a minute', busy({ retryAfter: '61' })],
    ['status 429 with an invalid Retry-After', busy({ retryAfter: '-1' })],
    ['status 429 with a quota code', busy({ code: 'insufficient_quota' })],
    ['status 503 without Retry-After', { kind: 'status', status: 503 }],
    ...[301, 307, 400, 401, 402, 403, 404, 407, 408, 409, 422, 500, 502, 504, 529].map(
      (status) => [`status ${status} with Retry-After`, busy({ status })] as const,
    ),
    ['a reset before the response', { kind: 'reset' }],
    ['a reply whose connection was cut', { kind: 'cut', afterBytes: 500, how: 'reset' }],
    ['an empty reply', { kind: 'cut', afterBytes: 0, how: 'end' }],
    ['an error in the reply', { kind: 'error', afterTokens: 0, body: 'openai' }],
    ['an error with status 200', { kind: 'error-at-200', body: 'openai' }],
    ['an HTML page instead of a reply', { kind: 'html' }],
    ['an unreadable body', { kind: 'garbage', where: 'body' }],
    ['a response that is not HTTP', { kind: 'garbage', where: 'head' }],
  ];
  for (const [description, fault] of neverRepeated) {
    it(`does not retry after ${description}`, async () => {
      const standIn = await standInService(cleanUp, { fault });
      const { repetitions } = await read(standIn.baseUrl, skip);
      assert.equal(standIn.requests.length, 1);
      assert.deepEqual(repetitions, []);
    });
  }

  it('does not retry after a rate limit error if the reply already has text', async () => {
    const server = await rawServer(cleanUp);
    const reading = read(server.baseUrl, skip);
    const { socket, requested } = await server.connected;
    await requested;
    const error =
      'data: {"choices":[{"delta":{"content":"So"}}]}\n\ndata: {"error":{"code":429,"message":"Slow down"}}\n\n';
    socket.end(chunkedHead + chunked(error));
    const { end, text } = await reading;
    assert.equal(text, 'So');
    assert.equal(end.end, 'failed');
    assert.equal(server.connections.length, 1);
  });

  it('does not retry when the consumer stops iterating during the wait', async () => {
    const standIn = await standInService(cleanUp);
    standIn.script({ fault: busy({ retryAfter: '60' }) });
    for await (const { type } of repeating(chatRequest(standIn.baseUrl), signal(), refuseNone))
      if (type === 'repeating') break;
    assert.equal(standIn.requests.length, 1);
  });
});
