import assert from 'node:assert/strict';
import { priceOf } from '../../standIn/billing.ts';
import { countMessages, replyOverhead } from '../../standIn/conversation.ts';
import { startStandIn, type StandIn, type StandInOptions } from '../../standIn/standIn.ts';
import { countTokens } from '../../standIn/tokens.ts';
import { ask, chunksOf, dataOf, textOf } from './ask.ts';

describe('The stand-in service', () => {
  let standIn: StandIn;
  const start = async (options?: StandInOptions): Promise<void> => {
    standIn = await startStandIn(options);
  };
  afterEach(async () => standIn.close());

  it('streams a role, one event per token, a finish reason, usage and [DONE]', async () => {
    await start({ reply: 'One two three.' });
    const stream = await (await ask(standIn, 'Hello')).text();
    const chunks = chunksOf(stream);
    assert.deepEqual(chunks[0]?.choices[0]?.delta, { role: 'assistant', content: '' });
    assert.deepEqual(
      chunks.slice(1, -2).map(({ choices }) => choices[0]?.delta.content),
      ['One', ' two', ' three', '.'],
    );
    assert.equal(chunks.at(-2)?.choices[0]?.finish_reason, 'stop');
    assert.deepEqual(chunks.at(-1)?.choices, []);
    assert.equal(chunks.at(-1)?.usage?.completion_tokens, 4);
    assert.equal(dataOf(stream).at(-1), '[DONE]');
  });

  const rejections: readonly (readonly [string, number, Parameters<typeof ask>[2]])[] = [
    ['a missing API key', 401, { headers: { authorization: '' } }],
    ['a wrong API key', 401, { headers: { authorization: 'Bearer other' } }],
    ['a body that is not JSON', 400, { body: '{' }],
    ['stream: false', 400, { body: '{"stream":false,"messages":[{"role":"user","content":"a"}]}' }],
    ['a body without stream', 400, { body: '{"messages":[{"role":"user","content":"a"}]}' }],
    ['an empty list of messages', 400, { body: '{"stream":true,"messages":[]}' }],
    ['content that is not a string', 400, { body: '{"stream":true,"messages":[{"role":"user","content":1}]}' }],
    ['an unknown role', 400, { body: '{"stream":true,"messages":[{"role":"nobody","content":"a"}]}' }],
    ['a content type other than JSON', 415, { headers: { 'content-type': 'text/plain' } }],
    ['an unknown path', 404, { path: '/models' }],
    ['a method other than POST', 405, { method: 'GET' }],
    ['a body of more than 32 MiB', 413, { body: ' '.repeat(32 * 1024 * 1024 + 1) }],
  ];
  for (const [invalid, status, overrides] of rejections) {
    it(`answers ${invalid} with status ${status} and an error body like OpenAI’s, and charges nothing`, async () => {
      await start();
      const response = await ask(standIn, '', overrides);
      assert.equal(response.status, status);
      const body = (await response.json()) as { error: { message: string; type: string } };
      assert.match(body.error.message, /\w/);
      assert.equal(body.error.type, 'invalid_request_error');
      assert.equal(standIn.ledger.length, 0);
    });
  }

  it('keeps the messages and replies of a session, and bills them as cached input of the next request', async () => {
    await start({ reply: 'Fine.' });
    await (await ask(standIn, 'How are you?', { sessionId: 'one' })).text();
    await (await ask(standIn, 'And now?', { sessionId: 'one' })).text();
    await (await ask(standIn, 'Who are you?', { sessionId: 'two' })).text();
    const first = { role: 'user', content: 'How are you?' };
    const reply = { role: 'assistant', content: 'Fine.' };
    const second = { role: 'user', content: 'And now?' };
    assert.deepEqual(standIn.conversation('one'), [first, reply, second, reply]);
    const history = countMessages([first, reply]);
    assert.deepEqual(
      standIn.ledger.map(({ prompt, cached, completion }) => ({ prompt, cached, completion })),
      [
        { prompt: countMessages([first]) + replyOverhead, cached: 0, completion: 2 },
        { prompt: history + countMessages([second]) + replyOverhead, cached: history, completion: 2 },
        {
          prompt: countMessages([{ role: 'user', content: 'Who are you?' }]) + replyOverhead,
          cached: 0,
          completion: 2,
        },
      ],
    );
  });

  it('counts no input as cached if the requests have no session id', async () => {
    await start({ reply: 'Fine.' });
    await (await ask(standIn, 'a')).text();
    await (await ask(standIn, 'b')).text();
    assert.equal(standIn.ledger[1]?.cached, 0);
  });

  it('debits the balance at the published prices by the end of the stream', async () => {
    await start({ balance: 1_000_000_000 });
    await (await ask(standIn, 'Hello')).text();
    const [debit] = standIn.ledger;
    assert.equal(debit?.cost, priceOf(debit!));
    assert.equal(standIn.balance, 1_000_000_000 - debit.cost);
  });

  it('reports and bills the usage that its options specify', async () => {
    await start({ usage: { prompt: 1000, cached: 600, completion: 500 } });
    const chunks = chunksOf(await (await ask(standIn, 'Hello')).text());
    assert.deepEqual(chunks.at(-1)?.usage, {
      prompt_tokens: 1000,
      completion_tokens: 500,
      total_tokens: 1500,
      prompt_tokens_details: { cached_tokens: 600 },
    });
    assert.equal(standIn.ledger[0]?.cost, 4_950_000);
  });

  it('bills the usage even if its options withhold the usage from the reply', async () => {
    await start({ usage: 'withheld', reply: 'Fine.' });
    const stream = await (await ask(standIn, 'Hello')).text();
    assert.doesNotMatch(stream, /usage/);
    assert.equal(standIn.ledger[0]?.completion, 2);
  });

  it('debits the trial balance first, and the prepaid balance after the trial balance is used up', async () => {
    await start({ trial: 12, balance: 5, usage: { prompt: 8, cached: 0, completion: 2 } });
    await (await ask(standIn, 'a')).text();
    assert.deepEqual([standIn.trial, standIn.balance], [2, 5]);
    await (await ask(standIn, 'b')).text();
    assert.deepEqual([standIn.trial, standIn.balance], [0, 5]);
    await (await ask(standIn, 'c')).text();
    assert.deepEqual([standIn.trial, standIn.balance], [0, 5 - 32_000]);
  });

  it('answers with status 402 when the prepaid balance and the trial balance are 0', async () => {
    await start({ balance: 0 });
    const response = await ask(standIn, 'Hello');
    assert.equal(response.status, 402);
    assert.equal(standIn.ledger.length, 0);
  });

  it('sends a reply of exactly the given number of tokens', async () => {
    await start({ tokens: 321 });
    const text = textOf(await (await ask(standIn, 'Hello')).text());
    assert.equal(countTokens(text), 321);
    assert.equal(standIn.ledger[0]?.completion, 321);
  });

  it('pauses a reply after the given number of tokens; `release` sends some more tokens or the rest', async () => {
    await start();
    standIn.script({ tokens: 30, hold: 10 });
    const response = ask(standIn, 'Hello');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    assert.equal(exchange.tokensSent, 10);
    exchange.release(5);
    await exchange.held;
    assert.equal(exchange.tokensSent, 15);
    exchange.release();
    assert.equal(countTokens(textOf(await (await response).text())), 30);
  });

  it('bills, and keeps in the session, the part of a reply that was sent before the client disconnected', async () => {
    await start();
    const controller = new AbortController();
    standIn.script({ tokens: 100, hold: 40 });
    await ask(standIn, 'Hello', { sessionId: 'one', signal: controller.signal });
    const exchange = await standIn.nextRequest();
    await exchange.held;
    controller.abort();
    await exchange.closed;
    assert.equal(exchange.aborted, true);
    assert.equal(exchange.debit?.completion, 40);
    assert.deepEqual(standIn.conversation('one')[1], { role: 'assistant', content: exchange.textSent });
    assert.equal(countTokens(exchange.textSent), 40);
  });

  it('sends and bills reasoning, but does not keep reasoning in the session', async () => {
    await start();
    standIn.script({ reasoning: 'Let me think.', reply: 'Done.' });
    const body = await (await ask(standIn, 'Hello', { sessionId: 'one' })).text();
    assert.match(body, /"reasoning_content":"Let"/);
    const [exchange] = standIn.requests;
    assert.equal(exchange?.reasoningSent, 'Let me think.');
    assert.equal(exchange.debit?.completion, countTokens('Let me think.') + countTokens('Done.'));
    assert.deepEqual(standIn.conversation('one')[1], { role: 'assistant', content: 'Done.' });
  });

  it('stops a slow reply when the client closes the connection', async () => {
    await start({ tokens: 1000, rate: 1 });
    const controller = new AbortController();
    const response = await ask(standIn, 'Hello', { signal: controller.signal });
    await response.body!.getReader().read();
    controller.abort();
    const exchange = await standIn.nextRequest();
    await exchange.closed;
    assert.equal(exchange.aborted, true);
    assert.equal((exchange.debit?.completion ?? 1000) < 1000, true);
  });

  it('bills the input of a request whose client closed the connection before the status line', async () => {
    await start();
    const controller = new AbortController();
    standIn.script({ hold: 'before-headers' });
    const response = ask(standIn, 'Hello', { signal: controller.signal });
    const exchange = await standIn.nextRequest();
    await exchange.held;
    assert.equal(exchange.status, undefined);
    controller.abort();
    await assert.rejects(response);
    await exchange.closed;
    assert.equal(exchange.debit?.completion, 0);
    assert.equal(exchange.debit.prompt > 0, true);
  });

  it('sends the headers, but no byte of the body, before a pause of the kind `after-headers`', async () => {
    await start();
    standIn.script({ hold: 'after-headers', reply: 'Fine.' });
    const response = await ask(standIn, 'Hello');
    assert.equal(response.status, 200);
    const exchange = await standIn.nextRequest();
    await exchange.held;
    assert.equal(exchange.bytesSent, 0);
    exchange.release();
    assert.equal(textOf(await response.text()), 'Fine.');
  });

  it('records each request with its outcome, and returns each request once from nextRequest', async () => {
    await start({ reply: 'Fine.' });
    const bytes = await (await ask(standIn, 'first', { sessionId: 'one' })).arrayBuffer();
    await (await ask(standIn, 'second')).text();
    const [first, second] = [await standIn.nextRequest(), await standIn.nextRequest()];
    await first.closed;
    assert.deepEqual([first, second], standIn.requests);
    assert.equal(first.method, 'POST');
    assert.equal(first.url, '/v1/chat/completions');
    assert.equal(first.sessionId, 'one');
    assert.equal(first.headers.authorization, `Bearer ${standIn.apiKey}`);
    assert.equal(first.body, '{"stream":true,"messages":[{"role":"user","content":"first"}]}');
    assert.equal(first.bytesSent, bytes.byteLength);
    assert.equal(first.aborted, false);
    assert.equal(first.closedAt! >= first.receivedAt, true);
    assert.match(second.body, /second/);
  });

  it('uses the oldest queued script for each request, and only the service’s options if the queue is empty', async () => {
    await start({ reply: 'usual' });
    standIn.script({ reply: 'one' });
    standIn.script({ reply: 'two' });
    const replies = [];
    for (const text of ['a', 'b', 'c']) replies.push(textOf(await (await ask(standIn, text)).text()));
    assert.deepEqual(replies, ['one', 'two', 'usual']);
  });

  it('does not start if the port is in use; startStandIn rejects with EADDRINUSE', async () => {
    await start();
    const port = Number(new URL(standIn.baseUrl).port);
    await assert.rejects(startStandIn({ port }), { code: 'EADDRINUSE' });
  });

  it('closes every connection and debits unfinished requests when `close` is called', async () => {
    await start();
    standIn.script({ hold: 3, tokens: 9 });
    const response = await ask(standIn, 'Hello');
    await (
      await standIn.nextRequest()
    ).held;
    await standIn.close();
    await assert.rejects(response.text());
    assert.equal(standIn.ledger.length, 1);
  });
});
