import assert from 'node:assert/strict';
import { startStandIn, type StandIn } from '../../standIn/standIn.ts';
import { ask, textOf } from './ask.ts';

describe('The stand-in service with an upstream server', () => {
  let upstream: StandIn;
  let standIn: StandIn;
  beforeEach(async () => {
    upstream = await startStandIn({ reply: 'From above.', apiKey: 'other' });
    standIn = await startStandIn({ upstream: { url: upstream.baseUrl, apiKey: 'other', model: 'llama' } });
  });
  afterEach(async () => {
    await standIn.close();
    await upstream.close();
  });

  it('keeps the session, sends its messages and the model’s name upstream, and bills the reply', async () => {
    assert.equal(textOf(await (await ask(standIn, 'One', { sessionId: 'a' })).text()), 'From above.');
    await (await ask(standIn, 'Two', { sessionId: 'a' })).text();
    const { body, headers } = upstream.requests[1]!;
    assert.deepEqual(JSON.parse(body), {
      model: 'llama',
      stream: true,
      messages: [
        { role: 'user', content: 'One' },
        { role: 'assistant', content: 'From above.' },
        { role: 'user', content: 'Two' },
      ],
    });
    assert.equal(headers['x-session-id'], undefined);
    assert.deepEqual(
      standIn.ledger,
      upstream.ledger.map((debit, index) => ({ ...debit, ...sessionFields(standIn, index) })),
    );
  });

  it('forwards each piece at once, and cancels the upstream request when the client disconnects', async () => {
    upstream.script({ tokens: 50, hold: 5 });
    const controller = new AbortController();
    const response = await ask(standIn, 'One', { signal: controller.signal });
    const above = await upstream.nextRequest();
    await above.held;
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let stream = '';
    while (stream.split('"content":"').length < 1 + 1 + 5) stream += (await reader.read()).value ?? '';
    controller.abort();
    await above.closed;
    assert.equal(above.aborted, true);
    await standIn.requests[0]!.closed;
    assert.equal(standIn.ledger[0]?.completion, 5);
  });

  it('forwards an error status of the upstream server, charges nothing and keeps no message', async () => {
    upstream.script({ fault: { kind: 'status', status: 429 } });
    const response = await ask(standIn, 'One', { sessionId: 'a' });
    assert.equal(response.status, 429);
    assert.match(await response.text(), /The upstream server said/);
    assert.equal(standIn.ledger.length, 0);
    assert.deepEqual(standIn.conversation('a'), []);
  });

  it('answers with status 502 if the upstream server cannot be reached', async () => {
    await upstream.close();
    assert.equal((await ask(standIn, 'One')).status, 502);
  });

  it('breaks the client’s connection when the upstream connection breaks, and bills the received part', async () => {
    upstream.script({ tokens: 50, fault: { kind: 'cut', afterBytes: 2500, how: 'reset' } });
    const response = await ask(standIn, 'One');
    await assert.rejects(response.text());
    await standIn.requests[0]!.closed;
    assert.equal(standIn.requests[0]!.aborted, false);
    assert.equal((standIn.ledger[0]?.completion ?? 0) > 0, true);
  });

  it('answers /help itself, without the upstream server', async () => {
    assert.match(textOf(await (await ask(standIn, '/help')).text()), /stand-in service/);
    assert.equal(upstream.requests.length, 0);
  });
});

/**
 * Returns those fields of a debit of `standIn` that may differ from the debit of the upstream server. Only `standIn`
 * knows the session, so only its debits have a session id and cached input.
 */
function sessionFields(standIn: StandIn, index: number): object {
  const { cached, cost, sessionId } = standIn.ledger[index]!;
  assert.equal(sessionId, 'a');
  return { cached, cost, sessionId };
}
