import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { cleanUpAfterEach, standInService } from '../cleanUp.ts';
import { createClient } from '../../../src/api/client.ts';
import { openHandles } from './openHandles.ts';
import { chunked, chunkedHead, rawServer, streamHead, textEvent } from './rawServer.ts';
import { ask, chatRequest, readReply, streamChat } from './readReply.ts';

describe('createClient', () => {
  const cleanUp = cleanUpAfterEach();

  it('sends a POST request with a fixed set of headers and only `stream` and `messages` in the body', async () => {
    const standIn = await standInService(cleanUp);
    await ask(standIn.baseUrl, { sessionId: 'the-session', messages: [{ role: 'user', content: 'Grüße "日本"\n' }] });
    const [request] = standIn.requests;
    assert.equal(request?.method, 'POST');
    assert.equal(request.url, '/v1/chat/completions');
    assert.equal(request.body, '{"stream":true,"messages":[{"role":"user","content":"Grüße \\"日本\\"\\n"}]}');
    const { host, connection, ...headers } = request.headers;
    assert.deepEqual(headers, {
      authorization: 'Bearer sk-stand-in-key',
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'accept-encoding': 'identity',
      'x-session-id': 'the-session',
      'content-length': String(Buffer.byteLength(request.body)),
    });
  });

  it('sends extra body fields, which cannot override `stream` and `messages`', async () => {
    const standIn = await standInService(cleanUp);
    await ask(standIn.baseUrl, { extraBody: { model: 'm', stream: false, messages: [] } });
    const sent: unknown = JSON.parse(standIn.requests[0]?.body ?? '');
    assert.deepEqual(sent, { model: 'm', stream: true, messages: [{ role: 'user', content: 'Hello' }] });
  });

  it('masks the API key in text and reasoning, even if the key arrives in pieces', async () => {
    const server = await rawServer(cleanUp);
    const reply = ask(server.baseUrl, { apiKey: 'sk-secret-key' });
    const { socket, requested } = await server.connected;
    await requested;
    const event = (delta: object) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;
    const events = [
      event({ reasoning_content: 'It is sk-sec' }),
      textEvent('Authorization: Bearer sk-'),
      event({ reasoning_content: 'ret-key. Ask' }),
      textEvent('secret-key, sk-'),
      'data: [DONE]\n\n',
    ];
    socket.end(streamHead + events.join(''));
    const { text, reasoning, end } = await reply;
    assert.deepEqual(
      [text, reasoning, end.end],
      ['Authorization: Bearer sk-•••, sk-', 'It is sk-•••. Ask', 'complete'],
    );
  });

  const usage = (prompt: number, completion = 1) =>
    `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: prompt, completion_tokens: completion } })}\n\n`;

  it('yields a chat event at once after connecting, after the headers, and after each part of the body', async () => {
    const server = await rawServer(cleanUp);
    const events = streamChat(chatRequest(server.baseUrl), new AbortController().signal);
    const next = async () => (await events.next()).value;
    assert.equal((await next())?.type, 'connected');
    const { socket, requested } = await server.connected;
    await requested;
    const steps = [
      [chunkedHead, 'alive'],
      [chunked(': PROCESSING\n\n'), 'alive'],
      [chunked(textEvent('Hello')), 'text'],
      [chunked(textEvent('!')), 'text'],
      [chunked(usage(1)), 'alive'],
      [chunked(usage(2)), 'alive'],
      [chunked('data: [DONE]\n\n'), 'alive'],
    ] as const;
    for (const [sent, type] of steps) {
      socket.write(sent);
      assert.equal((await next())?.type, type);
    }
    const end = await next();
    assert.equal(end?.type === 'end' && end.usage?.inputTokens, 2);
    assert.equal(await next(), undefined);
  });

  for (const [content, body, charged, input] of [
    ['only usage', usage(1), 'yes', 1],
    ['only the end mark', 'data: [DONE]\n\n', 'yes', undefined],
    ['only a comment', ': PROCESSING\n\n', 'maybe', undefined],
    ['several usage reports, and uses the most input', usage(1) + usage(3) + usage(2), 'yes', 3],
  ] as const) {
    it(`ends with charged: '${charged}' after a body with ${content}`, async () => {
      const server = await rawServer(cleanUp);
      const reply = ask(server.baseUrl);
      const { socket, requested } = await server.connected;
      await requested;
      socket.end(streamHead + body);
      const { end } = await reply;
      assert.deepEqual([end.charged, end.usage?.inputTokens], [charged, input]);
    });
  }

  /** Sends a request to a server that responds with status 200 and `body`. Returns the `end` event of the reply. */
  const endOf = async (body: string) => {
    const server = await rawServer(cleanUp);
    const reply = ask(server.baseUrl);
    const { socket, requested } = await server.connected;
    await requested;
    socket.end(streamHead + body);
    return (await reply).end;
  };
  const done = 'data: [DONE]\n\n';
  const delta = (fields: object) => `data: ${JSON.stringify({ choices: [{ delta: fields }] })}\n\n`;

  it('lists each notice of the reply once in the `end` event, in the order of arrival', async () => {
    const refusal = delta({ refusal: 'No.' });
    const toolCalls = delta({ tool_calls: [{ index: 0 }] });
    const { notices, end } = await endOf(refusal + toolCalls + refusal + done);
    assert.deepEqual([end, notices], ['complete', ['refusal', 'toolCalls']]);
  });

  it('ends without the field `notices` if the reply has no notices', async () => {
    assert.equal('notices' in (await endOf(textEvent('Hello') + delta({ refusal: '' }) + done)), false);
  });

  it("ends with charged: 'yes' after reasoning without text", async () => {
    assert.equal((await endOf(delta({ reasoning: 'Hm.' }))).charged, 'yes');
  });

  // Partial usage is usage whose output tokens are only a lower bound.
  for (const [content, body, isPartial] of [
    ['usage between the text and the end mark', textEvent('Hello') + usage(1) + done, undefined],
    ['usage before the text', usage(1) + textEvent('Hello') + done, true],
    ['usage before the reasoning', usage(1) + delta({ reasoning: 'Hm.' }) + done, true],
    ['usage between two pieces of text', textEvent('Hel') + usage(1) + textEvent('lo') + done, true],
    ['usage before and after the text', usage(1) + textEvent('Hello') + usage(2) + done, undefined],
    ['usage without output, although there is text', textEvent('Hello') + usage(1, 0) + done, true],
    ['usage without output, and no text', usage(1, 0) + done, undefined],
    ['usage but no end mark', textEvent('Hello') + usage(1), true],
    ['usage and an error', `${textEvent('Hello')}${usage(1)}data: {"error":"No."}\n\n`, undefined],
    ['usage that grows with the text', textEvent('Hel') + usage(1) + textEvent('lo') + usage(1, 2) + done, undefined],
    [
      'usage of each chunk',
      textEvent('Hel') + usage(1, 6) + (textEvent('lo') + usage(1, 6)) + usage(1, 6) + done,
      true,
    ],
    [
      'usage of each chunk, of which the last is the largest',
      (textEvent('Hel') + usage(1, 6)).repeat(9) + textEvent('lo') + usage(1, 7) + done,
      true,
    ],
    [
      'usage that grows with the text, except once',
      (textEvent('Hel') + usage(1, 6)).repeat(2) + textEvent('lo') + usage(1, 12) + done,
      undefined,
    ],
    ['usage that falls, then rises', [9, 7, 15].map((each) => textEvent('Hel') + usage(1, each)).join('') + done, true],
    ['usage of 0, then of more', [5, 0, 12].map((each) => textEvent('Hel') + usage(1, each)).join('') + done, true],
    ['less output in later usage', textEvent('Hello') + usage(1, 6) + usage(1, 2) + done, true],
    ['usage without output before the last usage', textEvent('Hello') + usage(1, 0) + usage(1, 2) + done, undefined],
    ['less output than in usage before the text', usage(1, 6) + textEvent('Hello') + usage(1, 2) + done, undefined],
    ['the same usage twice', textEvent('Hello') + usage(1, 6) + usage(1, 6) + done, undefined],
  ] as const) {
    it(`ends with ${isPartial === true ? 'partial' : 'final'} usage after a body with ${content}`, async () => {
      assert.equal((await endOf(body)).usage?.isPartial, isPartial);
    });
  }

  it('returns with partial usage the output that had arrived at the last usage report', async () => {
    const hidden = delta({ tool_calls: [{ function: { arguments: 'x'.repeat(100) } }] });
    const body = [
      delta({ reasoning: 'Hm.' }) + textEvent('Hello') + usage(1) + hidden + textEvent(' wo') + usage(9, 2),
      textEvent('rld') + delta({ reasoning: 'So.' }) + hidden,
    ].join('');
    const { usage: partial, unreadBytes } = await endOf(body + done);
    assert.deepEqual([partial?.inputTokens, partial?.isPartial, unreadBytes], [9, true, 200]);
    assert.deepEqual(partial?.covered, { text: 'Hello wo'.length, reasoning: 'Hm.'.length, unreadBytes: 100 });
    assert.equal((await endOf(textEvent('Hello') + usage(1, 0) + done)).usage?.covered, undefined);
  });

  it('returns the most reported output, and nothing covered, if later usage does not grow with the text', async () => {
    const body = textEvent('Hel') + usage(1, 6) + textEvent('lo') + usage(9, 2);
    for (const ending of [done, '']) {
      const { usage: partial } = await endOf(body + ending);
      assert.deepEqual([partial?.inputTokens, partial?.outputTokens, partial?.isPartial], [9, 6, true]);
      assert.equal(partial?.covered, undefined);
    }
  });

  it('ends with final usage if fewer than 64 bytes that cannot be read follow the usage', async () => {
    for (const [line, isPartial] of [
      ['[END]', undefined],
      ['x'.repeat(63), undefined],
      ['x'.repeat(64), true],
    ] as const) {
      const end = await endOf(`${textEvent('Hello')}${usage(1)}data: ${line}\n\n${done}`);
      assert.deepEqual([end.usage?.isPartial, end.unreadBytes], [isPartial, line.length]);
    }
  });

  it('takes a body that is the beginning of a field name as plain text', async () => {
    const { end, notices, charged } = await endOf('data');
    assert.deepEqual([end, notices, charged], ['incomplete', ['plainText'], 'yes']);
  });

  it('ends with final usage after a tool call of Ollama', async () => {
    const message = { content: 'Hello', tool_calls: [{ function: { arguments: { words: 'x'.repeat(100) } } }] };
    const end = await endOf(`${JSON.stringify({ message, done: true, prompt_eval_count: 9, eval_count: 30 })}\n`);
    assert.deepEqual([end.usage?.outputTokens, end.usage?.isPartial, end.unreadBytes], [30, undefined, 112]);
  });

  it('records the size of the body, and ascending times of connection, headers, first text and end', async () => {
    const server = await rawServer(cleanUp);
    const reply = ask(server.baseUrl);
    const { socket, requested } = await server.connected;
    await requested;
    const events = textEvent('Hello');
    socket.end(streamHead + events);
    const { bytes, connectedAfter = -1, respondedAfter = -1, textAfter = -1, endedAfter } = (await reply).exchange;
    assert.equal(bytes, events.length);
    const times = [0, connectedAfter, respondedAfter, textAfter, endedAfter];
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    );
  });

  it('sends an API key with Latin-1 letters unchanged', async () => {
    const server = await rawServer(cleanUp);
    const reply = ask(server.baseUrl, { apiKey: 'clé-ÿ' });
    const connection = await server.connected;
    assert.match(await connection.requested, /\r\nauthorization: Bearer clé-ÿ\r\n/);
    connection.socket.end(`${streamHead}data: [DONE]\n\n`);
    await reply;
  });

  it('yields text before the reply has ended', async () => {
    const standIn = await standInService(cleanUp, { tokens: 30, hold: 10 });
    const arrived = Promise.withResolvers<undefined>();
    const reading = readReply(streamChat(chatRequest(standIn.baseUrl), new AbortController().signal), ({ type }) => {
      if (type === 'text') arrived.resolve(undefined);
    });
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await arrived.promise;
    assert.equal(exchange.closedAt, undefined, 'the service has not finished its reply');
    exchange.release();
    assert.equal((await reading).text, exchange.textSent);
  });

  it('ends complete, with the finish reason and usage that the service reported', async () => {
    const standIn = await standInService(cleanUp, { usage: { prompt: 1_000, cached: 600, completion: 500 } });
    const { text, end, isConnected } = await ask(standIn.baseUrl);
    assert.equal(text, standIn.requests[0]?.textSent);
    assert.deepEqual(end, {
      type: 'end',
      end: 'complete',
      charged: 'yes',
      finishReason: 'stop',
      usage: { inputTokens: 1_000, cachedInputTokens: 600, outputTokens: 500 },
    });
    assert.equal(isConnected, true);
  });

  it('removes the API key and line breaks from a finish reason, and keeps only 200 characters', async () => {
    const server = await rawServer(cleanUp);
    const reply = ask(server.baseUrl, { apiKey: 'sk-secret' });
    const { socket, requested } = await server.connected;
    await requested;
    const choices = [{ delta: { content: 'Hello' }, finish_reason: `stop\n sk-secret${'x'.repeat(300)}` }];
    socket.end(`${streamHead}data: ${JSON.stringify({ choices })}\n\n`);
    const { end } = await reply;
    assert.equal(end.end, 'complete');
    assert.equal(end.finishReason, `stop ${'x'.repeat(195)}`);
  });

  it('ends complete after a finish reason without [DONE]', async () => {
    const standIn = await standInService(cleanUp, { framing: 'sse-no-done' });
    assert.equal((await ask(standIn.baseUrl)).end.end, 'complete');
  });

  it('ends complete when the connection breaks after [DONE]', async () => {
    const server = await rawServer(cleanUp);
    const reply = ask(server.baseUrl);
    const { socket, requested } = await server.connected;
    await requested;
    const long = textEvent('x'.repeat(2_000)).repeat(1_000);
    socket.end(chunkedHead + chunked(`${long}data: [DONE]\n\n`));
    const { text, end } = await reply;
    assert.equal(text.length, 2_000_000);
    assert.equal(end.end, 'complete');
  });

  // After the truncated body, `end` completes the response, `fin` closes the connection, and `reset` resets the
  // connection.
  for (const how of ['end', 'fin', 'reset'] as const) {
    it(`ends incomplete and yields the text so far when the body is truncated (${how})`, async () => {
      const standIn = await standInService(cleanUp, { tokens: 100, fault: { kind: 'cut', afterBytes: 3_000, how } });
      const { text, end } = await ask(standIn.baseUrl);
      assert.notEqual(text, '');
      assert.ok(standIn.requests[0]?.textSent.startsWith(text));
      assert.deepEqual(end, {
        type: 'end',
        end: 'incomplete',
        charged: 'yes',
        finishReason: undefined,
        usage: undefined,
      });
      assert.equal(standIn.requests.length, 1);
    });
  }

  it('ends incomplete when the body is empty', async () => {
    const server = await rawServer(cleanUp);
    const reply = ask(server.baseUrl);
    const { socket, requested } = await server.connected;
    await requested;
    socket.end(streamHead);
    assert.equal((await reply).end.end, 'incomplete');
  });

  it('does not follow a redirect', async () => {
    const target = await rawServer(cleanUp);
    const server = createServer((_, response) => {
      response.writeHead(307, { location: `${target.baseUrl}/chat/completions` }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUp(() => {
      server.close();
    });
    const { end } = await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
    assert.equal(end.error?.name, 'RedirectError');
    assert.equal(end.charged, 'no');
    assert.equal(target.connections.length, 0);
  });

  it('does not retry when the connection closes before the response', async () => {
    const server = await rawServer(cleanUp);
    const reply = ask(server.baseUrl);
    const { socket, requested } = await server.connected;
    await requested;
    socket.destroy();
    const { end } = await reply;
    assert.equal(end.end, 'failed');
    assert.equal(end.charged, 'maybe');
    assert.equal(server.connections.length, 1);
  });

  for (const name of ['ends', 'breaks'] as const) {
    it(`keeps the text of an event inside which the connection ${name}`, async () => {
      const server = await rawServer(cleanUp);
      const reply = ask(server.baseUrl);
      const { socket, requested } = await server.connected;
      await requested;
      const head = name === 'ends' ? streamHead : chunkedHead;
      const body = textEvent('Once ') + textEvent('upon').slice(0, -7);
      socket.end(head + (name === 'ends' ? body : chunked(body)));
      const { text, end } = await reply;
      assert.deepEqual([text, end.end, end.charged], ['Once upon', 'incomplete', 'yes']);
    });
  }

  it('lets other tasks run while it decodes a large chunk of a reply', async () => {
    const event = textEvent('Once ');
    const chunk = Buffer.from(event.repeat(Math.ceil(8_000_000 / event.length)));
    const client = createClient(async () =>
      Promise.resolve({
        status: 200,
        headers: {},
        body: Readable.from([chunk]),
        route: { via: 'direct' },
        close: () => undefined,
      }),
    );
    let tasks = 0;
    let next = setImmediate(function run() {
      tasks += 1;
      next = setImmediate(run);
    });
    const { text, exchange } = await readReply(
      client.streamChat(chatRequest('http://127.0.0.1/v1'), new AbortController().signal),
    );
    clearImmediate(next);
    assert.equal(text.length, (5 * chunk.length) / event.length);
    assert.equal(exchange.bytes, chunk.length);
    assert.ok(tasks >= 30, `${tasks} tasks`);
  });

  it('leaks no socket or timer after the end of a reply', async () => {
    const standIn = await standInService(cleanUp);
    const before = openHandles();
    await ask(standIn.baseUrl);
    await ask(standIn.baseUrl, { apiKey: 'another' });
    await standIn.close();
    assert.deepEqual(await before.leaked(), []);
  });
});
