import { strict as assert } from 'node:assert';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import zlib from 'node:zlib';
import type { ChatEnd } from '../../../src/api/chatEvent.ts';
import { createClient } from '../../../src/api/client.ts';
import { noChatEndpoint } from '../../../src/api/errors.ts';
import { createUndiciTransport } from '../../../src/api/network/undiciTransport.ts';
import { bodyShapes, type BodyShape } from '../../standIn/faults.ts';
import { cleanUpAfterEach, standInService } from '../cleanUp.ts';
import { rawServer, streamHead, textEvent } from './rawServer.ts';
import { ask, chatRequest, readReply, type ReadReply } from './readReply.ts';

describe('createClient, on an error', () => {
  const cleanUp = cleanUpAfterEach();

  /**
   * Sends a request to a server that responds with `head` and `body`. Asserts that the reply ends `failed` and that the
   * request is not retried. Returns the `end` event.
   */
  const respond = async (head: string, body: string | Uint8Array = ''): Promise<ReadReply['end']> => {
    const server = await rawServer(cleanUp);
    const reply = ask(server.baseUrl, { apiKey: 'sk-secret' });
    const { socket, requested } = await server.connected;
    await requested;
    socket.write(`${head}connection: close\r\n\r\n`);
    socket.end(body);
    const { end } = await reply;
    assert.equal(end.end, 'failed');
    assert.equal(server.connections.length, 1, 'the request is not retried');
    return end;
  };

  const classes: readonly (readonly [number, string, ChatEnd['charged']])[] = [
    [300, 'BadRequestError', 'no'],
    [302, 'BadRequestError', 'no'],
    [304, 'BadRequestError', 'no'],
    [400, 'BadRequestError', 'no'],
    [401, 'AuthenticationError', 'no'],
    [402, 'InsufficientBalanceError', 'no'],
    [403, 'PermissionDeniedError', 'no'],
    [404, 'BadRequestError', 'no'],
    [405, 'BadRequestError', 'no'],
    [407, 'ProxyAuthenticationError', 'no'],
    [408, 'InternalServerError', 'maybe'],
    [409, 'InternalServerError', 'maybe'],
    [413, 'BadRequestError', 'no'],
    [415, 'BadRequestError', 'no'],
    [422, 'BadRequestError', 'no'],
    [429, 'RateLimitError', 'no'],
    [500, 'InternalServerError', 'maybe'],
    [502, 'InternalServerError', 'maybe'],
    [503, 'InternalServerError', 'maybe'],
    [504, 'InternalServerError', 'maybe'],
    [511, 'InternalServerError', 'maybe'],
    [529, 'InternalServerError', 'maybe'],
  ];
  for (const [status, name, charged] of classes) {
    it(`ends with ${name} for status ${status}`, async () => {
      const { error, ...end } = await respond(
        `HTTP/1.1 ${status} Status\r\nx-request-id: r-1\r\n`,
        '{"message":"Because."}',
      );
      assert.deepEqual(end, { type: 'end', end: 'failed', charged });
      assert.deepEqual(
        { name: error?.name, status: error?.status, detail: error?.detail, requestId: error?.requestId },
        { name, status, detail: status === 304 ? '' : 'Because.', requestId: 'r-1' },
      );
    });
  }

  it('ignores a body that is binary, because fragments of the API key in it would not be recognized', async () => {
    const message = JSON.stringify({ error: { message: 'You sent the header Authorization: Bearer sk-secret' } });
    const compressed = [zlib.brotliCompressSync(message), zlib.deflateSync(message), zlib.deflateRawSync(message)];
    const truncated = zlib.zstdCompressSync(message).subarray(0, -2);
    for (const body of [...compressed, truncated, Buffer.of(0), Buffer.of(0xff, 0x41)]) {
      const { error } = await respond('HTTP/1.1 401 Status\r\n', body);
      assert.deepEqual([error?.detail, error?.body], ['', ''], String(body));
    }
    for (const text of ['Schl\ufffdssel', 'No.\0', '\u001b[31mNo.', 'It\u0092s wrong.']) {
      const { error } = await respond('HTTP/1.1 401 Status\r\n', text);
      assert.notEqual(error?.detail, '', text);
    }
  });

  for (const [location, detail] of [
    ['https://user:secret@portal.example/login?back=1#top', /^https:\/\/portal\.example\/login$/],
    ['/login?back=1', /^http:\/\/127\.0\.0\.1:\d+\/login$/],
    ['//user:secret@portal.example/p', /^http:\/\/portal\.example\/p$/],
    ['foo://user:secret@portal.example/', /^$/],
    ['http://user:secret@[bad/', /^$/],
    ['https://portal.example/sk-secret', /^$/],
    ['https://SK-Secret-Ab1.portal.example/', /^$/],
    ['https://portal.example/?key=sk-secret', /^$/],
  ] as const) {
    it(`names the target of a redirect to ${location}, unless it may contain the key or is no page`, async () => {
      const { error } = await respond(`HTTP/1.1 302 Found\r\nlocation: ${location}\r\n`, '{"message":"Because."}');
      assert.equal(error?.name, 'RedirectError');
      assert.match(error.detail, detail);
    });
  }

  it('says that a response with status 3xx is no redirect if it has no target, or is 304', async () => {
    for (const head of ['302 Found\r\n', '304 Not Modified\r\nlocation: https://portal.example/\r\n']) {
      const { error } = await respond(`HTTP/1.1 ${head}`);
      assert.equal(error?.code, 'no_redirect_target', head);
    }
  });

  it('ends with NetworkSignInError for status 511 with an HTML page, which does not come from the service', async () => {
    const { error, charged } = await respond('HTTP/1.1 511 Sign In\r\n', '<html><title>Sign in</title></html>');
    assert.deepEqual([error?.name, charged], ['NetworkSignInError', 'no']);
  });

  for (const body of ['', 'Sign in', '{"error":{"mess', '{"success":false}']) {
    it(`ends with InternalServerError for status 511 with the body “${body}”, which may come from the service`, async () => {
      const { error, charged } = await respond('HTTP/1.1 511 Sign In\r\n', body);
      assert.deepEqual([error?.name, charged], ['InternalServerError', 'maybe']);
    });
  }

  it('ends with InternalServerError for code 511 in a reply with status 200', async () => {
    const { error, charged } = await respond('HTTP/1.1 200 OK\r\n', '{"error":{"code":511,"message":"Because."}}');
    assert.deepEqual([error?.name, charged], ['InternalServerError', 'maybe']);
  });

  it('ends with RateLimitError for status 503 with Retry-After', async () => {
    const { error } = await respond('HTTP/1.1 503 Busy\r\nretry-after: 3\r\n');
    assert.equal(error?.name, 'RateLimitError');
  });

  it('ends with InsufficientBalanceError for insufficient_quota with status 400, 402, 403, 429 or 200', async () => {
    const body = '{"error":{"code":"insufficient_quota","message":"Used up."}}';
    for (const head of ['400 No', '402 Pay', '403 No', '429 Slow', '200 OK']) {
      const { error } = await respond(`HTTP/1.1 ${head}\r\n`, body);
      assert.deepEqual([error?.name, error?.code], ['InsufficientBalanceError', 'insufficient_quota'], head);
    }
  });

  it('does not take an error code about load balancing for a code about the balance', async () => {
    for (const code of ['load_balancer_error', 'LoadBalancerOverloaded', 'load-balance', 'rebalance']) {
      const { error } = await respond('HTTP/1.1 429 Slow\r\n', `{"error":{"code":"${code}","message":"Later."}}`);
      assert.deepEqual([error?.name, error?.code], ['RateLimitError', code]);
    }
  });

  it('does not take an error code about credit cards for a code about the balance', async () => {
    for (const code of ['credit_card_detected', 'CreditCardNumberFound', 'credit-card']) {
      const { error } = await respond('HTTP/1.1 400 No\r\n', `{"error":{"code":"${code}","message":"No."}}`);
      assert.deepEqual([error?.name, error?.code], ['BadRequestError', code]);
    }
  });

  it('takes status 400 or 403 for a used-up balance only if the code clearly means the balance', async () => {
    for (const [status, code, name] of [
      [400, 'quota_exceeded', 'BadRequestError'],
      [403, 'quotaExceeded', 'PermissionDeniedError'],
      [400, 'insufficient_balance', 'InsufficientBalanceError'],
      [403, 'billing_not_active', 'InsufficientBalanceError'],
    ] as const) {
      const { error } = await respond(`HTTP/1.1 ${status} No\r\n`, `{"error":{"code":"${code}","message":"No."}}`);
      assert.equal(error?.name, name, code);
    }
  });

  it('does not take an error code about the rate of requests or tokens for a code about the balance', async () => {
    const codes = [
      'Throttling.AllocationQuota',
      'tokens_per_minute_quota_exceeded',
      'RequestsPerDayQuota',
      'rate_quota_exceeded',
      'QuotaRateLimit',
      'tpm_quota',
      'RPM-quota',
    ];
    for (const code of codes) {
      const { error } = await respond('HTTP/1.1 429 Slow\r\n', `{"error":{"code":"${code}","message":"Later."}}`);
      assert.deepEqual([error?.name, error?.code], ['RateLimitError', code]);
    }
  });

  it('takes status 429 with a short Retry-After for a rate limit, unless the code clearly means the balance', async () => {
    const rows = [
      ['quota_exceeded', '1', 'RateLimitError'],
      ['quota_exceeded', '60', 'RateLimitError'],
      ['quota_exceeded', '61', 'InsufficientBalanceError'],
      ['insufficient_quota', '1', 'InsufficientBalanceError'],
      ['billing_quota', '1', 'InsufficientBalanceError'],
      ['corporate_balance_low', '1', 'InsufficientBalanceError'],
      ['no_credits', '1', 'InsufficientBalanceError'],
    ] as const;
    for (const [code, retryAfter, name] of rows) {
      const head = `HTTP/1.1 429 Slow\r\nretry-after: ${retryAfter}\r\n`;
      const { error } = await respond(head, `{"error":{"code":"${code}","message":"Later."}}`);
      assert.equal(error?.name, name, `${code}, ${retryAfter} s`);
    }
  });

  it('takes an error code about the balance for a used-up balance, whatever follows the word', async () => {
    for (const code of ['BalanceRequired', 'insufficientBalanceReached', 'PreBalance']) {
      const { error } = await respond('HTTP/1.1 429 Slow\r\n', `{"error":{"code":"${code}","message":"Pay."}}`);
      assert.equal(error?.name, 'InsufficientBalanceError', code);
    }
  });

  it('treats the code of an error event as the status, unless text came before the event', async () => {
    const error = 'data: {"error":{"code":401,"message":"No."}}\n\n';
    const first = (await respond('HTTP/1.1 200 OK\r\n', error)).error;
    assert.deepEqual(
      [first?.name, first?.status, first?.code, first?.detail],
      ['AuthenticationError', 401, '401', 'No.'],
    );
    assert.equal((await respond('HTTP/1.1 200 OK\r\n', textEvent('So') + error)).error?.name, 'StreamError');
  });

  it('keeps at most 4,000 characters of an error body, without the API key', async () => {
    const { error } = await respond(
      'HTTP/1.1 400 No\r\nrequest-id: r-2\r\n',
      `{"error":"No.","key":"sk-secret","more":"${'x'.repeat(5_000)}"}`,
    );
    assert.equal(error?.body?.slice(0, 32), '{"error":"No.","key":"•••","more');
    assert.equal(error.body.length, 4_000);
    assert.equal(error.requestId, 'r-2');
  });

  it('records a size above 0 for an error body', async () => {
    const standIn = await standInService(cleanUp, {
      fault: { kind: 'status', status: 422, message: 'No.', body: 'openai' },
    });
    assert.notEqual((await ask(standIn.baseUrl)).exchange.bytes, 0);
  });

  const page = '<html><title>Not here</title></html>';
  const endpoints: readonly (readonly [title: string, status: number, body: string, code: string | undefined])[] = [
    ['no body', 404, '', noChatEndpoint],
    ['plain text', 404, '404 page not found', noChatEndpoint],
    ['null', 404, 'null', noChatEndpoint],
    ['a JSON object without an error', 404, '{"timestamp":1}', noChatEndpoint],
    ['an HTML page', 404, page, noChatEndpoint],
    ['an HTML page', 405, `\n${page}`, noChatEndpoint],
    [
      'a JSON error',
      404,
      '{"error":{"message":"The model `x` does not exist","code":"model_not_found"}}',
      'model_not_found',
    ],
    ['a JSON error without a code', 404, '{"detail":"Not Found"}', undefined],
    ['no body', 405, '', undefined],
    ['plain text', 405, 'Method Not Allowed', undefined],
    ...[400, 403, 407, 422, 500, 502, 503].map((status) => ['an HTML page', status, page, undefined] as const),
  ];
  for (const [title, status, body, code] of endpoints) {
    it(`returns ${code === undefined ? 'no code' : `the code ${code}`} for status ${status} with ${title}`, async () => {
      assert.equal((await respond(`HTTP/1.1 ${status} No\r\n`, body)).error?.code, code);
    });
  }

  const withoutMessage = new Set<BodyShape>(['empty', 'html']);
  for (const body of bodyShapes) {
    it(`${withoutMessage.has(body) ? 'returns no markup for' : 'finds the message in'} an error body of the shape "${body}"`, async () => {
      const standIn = await standInService(cleanUp, {
        fault: { kind: 'status', status: 422, message: 'Too blue.', body },
      });
      const { error } = (await ask(standIn.baseUrl)).end;
      if (withoutMessage.has(body)) assert.doesNotMatch(error?.detail ?? '', /[<>]/);
      else assert.equal(error?.detail, 'Too blue.');
      assert.equal(standIn.requests.length, 1);
    });

    it(`yields the text so far and ends failed when an error event of the shape "${body}" arrives`, async () => {
      const standIn = await standInService(cleanUp, { tokens: 20, fault: { kind: 'error', afterTokens: 7, body } });
      const { text, end } = await ask(standIn.baseUrl);
      assert.equal(text, standIn.requests[0]?.textSent);
      assert.equal(end.end, 'failed');
      assert.equal(end.charged, 'yes');
      assert.equal(end.error?.name, 'StreamError');
    });
  }

  it('ends failed after a chunk with an `error` field', async () => {
    const end = await respond(
      'HTTP/1.1 200 OK\r\n',
      `${textEvent('So')}data: {"error":{"message":"Out of memory"},"choices":[]}\n\n`,
    );
    assert.equal(end.error?.detail, 'Out of memory');
    assert.equal(end.charged, 'yes');
  });

  it('ends failed when the body is unreadable', async () => {
    const standIn = await standInService(cleanUp, { fault: { kind: 'garbage', where: 'body' } });
    const { end } = await ask(standIn.baseUrl);
    assert.equal(end.end, 'failed');
    assert.equal(end.error?.name, 'StreamError');
  });

  it('ends failed without a retry when the response is not HTTP or the connection is reset', async () => {
    for (const fault of [{ kind: 'garbage', where: 'head' }, { kind: 'reset' }] as const) {
      const standIn = await standInService(cleanUp, { fault });
      const { end } = await ask(standIn.baseUrl);
      assert.equal(end.end, 'failed');
      assert.equal(end.charged, 'maybe');
      assert.equal(end.error?.name, 'APIConnectionError');
      assert.equal(standIn.requests.length, 1);
    }
  });

  it('ends failed and not charged, with the code ECONNREFUSED, when no server listens', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const { end, isConnected } = await ask(`http://127.0.0.1:${port}/v1`);
    assert.equal(end.end, 'failed');
    assert.equal(end.charged, 'no');
    assert.equal(end.error?.code, 'ECONNREFUSED');
    assert.equal(isConnected, false);
  });

  it('redacts the API key in error messages, error codes and request ids', async () => {
    const echo = 'sk-secret';
    const bodies = [
      `{"error":{"message":"Bad key ${echo}","code":"${echo}"}}`,
      `{"detail":"${echo}","type":"${echo}"}`,
      `Bad key ${echo}`,
      `<title>${'x'.repeat(195)}${echo}</title>`,
      `${'x'.repeat(1_995)}${echo}`,
    ];
    for (const body of bodies) {
      for (const [status, text] of [
        ['401 No', body],
        ['200 OK', `event: error\ndata: ${body}\n\n`],
      ] as const) {
        const { error } = await respond(`HTTP/1.1 ${status}\r\nx-request-id: ${echo}\r\n`, text);
        assert.ok(error);
        const { message, detail, code, requestId } = error;
        assert.doesNotMatch(JSON.stringify({ message, detail, code, requestId }), /sk-/);
        assert.ok(detail.length <= 2_000);
      }
    }
  });

  it('redacts an API key that white space splits in the title of a page, also in a 2xx reply', async () => {
    for (const separator of ['\n', '\t', '\ufeff']) {
      const page = `<html><title>Bad\tkey sk-${separator}sec${separator}ret</title></html>`;
      for (const [status, text] of [
        ['500 No', page],
        ['500 No', JSON.stringify({ error: { message: page } })],
        ['200 OK', page],
        ['200 OK', `data: ${JSON.stringify({ error: { message: page } })}\n\n`],
      ] as const) {
        const { error } = await respond(`HTTP/1.1 ${status}\r\n`, text);
        assert.deepEqual([error?.detail, error?.isTitle], ['Bad key •••', true]);
      }
    }
  });

  it('limits a request id to 200 printable ASCII characters', async () => {
    const { error } = await respond(`HTTP/1.1 500 No\r\nx-request-id: r\u0085\u00e9-1${'x'.repeat(300)}\r\n`);
    assert.equal(error?.requestId, `r-1${'x'.repeat(197)}`);
  });

  it('ends with the usual error for the status even if the error body does not end in time', async () => {
    const { streamChat } = createClient(createUndiciTransport(), { errorBodyMilliseconds: 50 });
    for (const [name, sent, detail] of [
      ['AuthenticationError', 'HTTP/1.1 401 No\r\ncontent-length: 100\r\n\r\nBad key', 'Bad key'],
      ['RateLimitError', 'HTTP/1.1 429 No\r\nretry-after: 3\r\ntransfer-encoding: chunked\r\n\r\n', ''],
    ] as const) {
      const server = await rawServer(cleanUp);
      const reading = readReply(streamChat(chatRequest(server.baseUrl), new AbortController().signal));
      const { socket, requested, closed } = await server.connected;
      await requested;
      socket.write(sent);
      const { end } = await reading;
      await closed;
      assert.deepEqual([end.end, end.charged, end.error?.name, end.error?.detail], ['failed', 'no', name, detail]);
    }
  });

  it('stops reading an endless error body', async () => {
    const server = await rawServer(cleanUp);
    const reply = ask(server.baseUrl);
    const { socket, requested, closed } = await server.connected;
    await requested;
    socket.write(streamHead.replace('200 OK', '500 No'));
    const write = () => {
      while (!socket.destroyed && socket.write('x'.repeat(10_000)));
    };
    socket.on('drain', write);
    write();
    assert.equal((await reply).end.error?.detail.length, 2_000);
    await closed;
  });
});
