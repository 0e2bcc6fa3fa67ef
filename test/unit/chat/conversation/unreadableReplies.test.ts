import { strict as assert } from 'node:assert';
import { setImmediate } from 'node:timers/promises';
import zlib from 'node:zlib';
import { countTokens } from '../../../standIn/tokens.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { rawServer, streamHead, textEvent } from '../../api/rawServer.ts';
import { published } from '../../meter/published.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { event } from '../../api/stream/decodeReply.ts';
import { connectionTo, openChat, type Workspace } from '../openChat.ts';

describe('the cost of a reply that cannot be read whole', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  const unreadable = `{"choices":[{"delta":{"content":"${'x'.repeat(3_000)}`;
  const done = 'data: [DONE]\n\n';
  const words = Array.from({ length: 3_000 }, (_, index) => ((index * 7_919) % 10_007).toString(36)).join(' ');
  /** Begins with a control character. */
  const compressed = zlib.deflateRawSync(event({ choices: [{ index: 0, delta: { content: words } }] }));
  const end = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n';

  /** Returns the last reply after the body, and the same reply after the session was loaded again. */
  const askFor = async (body: string | Uint8Array) => {
    const server = await rawServer(cleanUp);
    const workspace: Workspace = { folder: await temporaryFolder(cleanUp) };
    const { chat, lastReply } = await openChat(cleanUp, workspace, counter());
    const sent = chat.session.submit('Hello', [], connectionTo(server));
    const { socket, requested } = await server.connected;
    await requested;
    socket.write(streamHead);
    socket.end(body);
    await sent;
    await chat.close();
    const loaded = await openChat(cleanUp, workspace, counter());
    assert.deepEqual(loaded.lastReply().ending?.unreadBytes, lastReply().ending?.unreadBytes);
    return lastReply();
  };

  it('includes one token for each byte of an event that cannot be read, in the upper end only', async () => {
    const { state, cost, ending } = await askFor(`${textEvent('One')}data: ${unreadable}\n\n${end}`);
    assert.equal(state, 'complete');
    assert.equal(ending?.unreadBytes, unreadable.length);
    assert.ok(cost!.outputTokens >= unreadable.length && cost!.outputTokens < unreadable.length + 10);
    const { cost: plain } = await askFor(textEvent('One') + end);
    assert.equal(cost!.low, plain!.low);
  });

  it('includes the bytes of a reply in an unknown format', async () => {
    const foreign = JSON.stringify({ type: 'content_block_delta', delta: { text: 'word '.repeat(1_000) } });
    const { state, cost } = await askFor(`data: ${foreign}\n\n`);
    assert.deepEqual([state, cost!.low], ['failed', 0]);
    assert.ok(cost!.outputTokens >= foreign.length, String(cost!.outputTokens));
  });

  it('includes the bytes of a reply in an unknown format that ends with [DONE] or a finish reason', async () => {
    const foreign = event({ type: 'response.output_text.delta', delta: 'word '.repeat(1_000) });
    const prelude = event({ choices: [], prompt_filter_results: [] });
    for (const [body, state] of [
      [`${foreign}${done}`, 'failed'],
      [`data: ${unreadable}\n\n${done}`, 'failed'],
      [`${prelude}${foreign}${done}`, 'complete'],
      [`${foreign}${end}`, 'complete'],
      [foreign.trimEnd().slice(0, -3), 'incomplete'],
    ] as const) {
      const { cost, ...reply } = await askFor(body);
      assert.equal(reply.state, state, body.slice(-50));
      assert.ok(cost!.outputTokens >= 3_000, String(cost!.outputTokens));
    }
  });

  it('includes an upper bound for a reply that is compressed without a Content-Encoding', async () => {
    const { state, cost } = await askFor(compressed);
    assert.deepEqual([state, cost!.low], ['failed', 0]);
    assert.ok(cost!.outputTokens >= 6_000, String(cost!.outputTokens));
  });

  it('includes the end of a truncated event or document from its first invalid character', async () => {
    for (const invalid of ['\tb ', String.raw`\'b `]) {
      const cut = `{"choices":[{"delta":{"content":"One${invalid}${'word '.repeat(1_000)}`;
      for (const body of [`data: ${cut}`, cut]) {
        const { text, state, cost, ending } = await askFor(body);
        assert.deepEqual([text, state, ending?.unreadBytes], ['One', 'incomplete', 5_000 + invalid.length]);
        assert.ok(cost!.outputTokens >= 5_000);
      }
    }
  });

  it('does not include an object that is not part of a reply that can be read', async () => {
    const { cost, ending } = await askFor(`data: {"status":"${'queued'.repeat(500)}"}\n\n${textEvent('One')}${end}`);
    assert.equal(ending?.unreadBytes, undefined);
    assert.ok(cost!.outputTokens < 10);
  });

  it('includes tool calls, other choices and unknown fields of a message, but no metadata', async () => {
    const long = 'word '.repeat(1_000);
    const chunk = (delta: object, index = 0) => event({ choices: [{ index, delta }] });
    for (const hidden of [
      chunk({ tool_calls: [{ index: 0, id: '1', function: { name: 'f', arguments: long } }] }),
      chunk({ content: long }, 1),
      chunk({ reasoning_text: long }),
      event({ choices: [{ index: 0, message: { role: 'assistant', function_call: { arguments: long } } }] }),
    ]) {
      const { cost } = await askFor(textEvent('One') + hidden + end);
      assert.ok(cost!.outputTokens >= long.length && cost!.outputTokens < long.length + 20, String(cost!.outputTokens));
    }
    for (const shown of [
      chunk({ role: 'assistant', id: long, obfuscation: long, annotations: [{ url_citation: { title: long } }] }),
      chunk({ reasoning: 'Hm', reasoning_details: [{ type: 'reasoning.text', text: long }] }),
      event({ choices: [{ index: 0, delta: {}, logprobs: { content: [{ token: long }] } }], system_fingerprint: long }),
      event({ choices: [{ index: 0, message: { content: long } }] }),
    ]) {
      const { ending } = await askFor(textEvent('One') + shown + end);
      assert.equal(ending?.unreadBytes, undefined, shown.slice(0, 99));
    }
    const usage = event({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 700 } });
    const { cost } = await askFor(textEvent('One') + chunk({ reasoning_text: long }) + end + usage);
    assert.deepEqual([cost!.outputTokens, cost!.isReported], [700, true]);
  });

  it('uses the reported usage, which includes the part that cannot be read', async () => {
    const usage = 'data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":700}}\n\n';
    const { cost } = await askFor(`${textEvent('One')}data: ${unreadable}\n\n${end}${usage}`);
    assert.deepEqual([cost!.outputTokens, cost!.isReported], [700, true]);
  });

  for (const [name, body] of Object.entries({
    'some text': `${textEvent('One ')}data: ${unreadable}\n\n`,
    'an unknown format': event({ type: 'delta', delta: 'word '.repeat(1_000) }),
    'compressed data without a Content-Encoding': compressed,
  })) {
    it(`includes parts that cannot be read while the reply is running, also in its pending cost, after ${name}`, async () => {
      const server = await rawServer(cleanUp);
      const opened = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter());
      const { chat, ledger, lastReply, until } = opened;
      const sent = chat.session.submit('Hello', [], connectionTo(server));
      const { socket, requested } = await server.connected;
      await requested;
      socket.write(streamHead);
      socket.write(body);
      await until(
        () => chat.session.messages.length > 0 && (lastReply().costSoFar?.high ?? 0) > 3_000 * published.output,
      );
      const { costSoFar } = lastReply();
      while (ledger.pendingRequest(lastReply().id)!.cost.high < costSoFar!.high) await setImmediate();
      assert.ok(ledger.pendingRequest(lastReply().id)!.cost.outputTokens > 3_000);
      assert.ok(costSoFar!.outputTokens < 10, 'only the output that was read');
      chat.session.stop();
      await sent;
      assert.ok(lastReply().cost!.high >= costSoFar!.high);
    });
  }

  it('includes a part that cannot be read and that came after the last usage', async () => {
    const usage = { prompt_tokens: 9, completion_tokens: 1 };
    const piece = event({ choices: [{ index: 0, delta: { content: 'One' } }], usage });
    for (const bad of [`data: ${unreadable}\n\n`, `data: ${'x'.repeat(3 * 1024 * 1024)}\n\n`]) {
      const { cost, state } = await askFor(`${piece}${bad}${end}${done}`);
      assert.deepEqual([state, cost!.isReported], ['complete', false]);
      assert.ok(cost!.outputTokens >= Math.min(bad.length - 8, 1_000_000), String(cost!.outputTokens));
    }
    const { cost } = await askFor(`data: ${unreadable}\n\n${piece}${end}${done}`);
    assert.equal(cost!.isReported, true);
  });

  describe('with usage reports before its end', () => {
    const sentence = 'The quick brown fox jumps over the lazy dog while the other animals watch it. ';
    const tokens = countTokens(sentence.repeat(100));
    const usage = (completion: number) => ({ usage: { prompt_tokens: 9, completion_tokens: completion } });
    const times = (count: number, body: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => body(index)).join('');
    const call = (fields: object = {}) =>
      event({ choices: [{ delta: { tool_calls: [{ function: { arguments: sentence } }] } }], ...fields });

    it('does not count unreadable parts that the last report includes', async () => {
      const calls = times(100, (index) => call(usage(Math.ceil(((index + 1) * tokens) / 100))));
      const { cost } = await askFor(textEvent('One') + calls);
      assert.ok(cost!.outputTokens >= tokens && cost!.outputTokens < 1.1 * tokens, `${cost!.outputTokens} ${tokens}`);
      const later = (await askFor(textEvent('One') + calls + call())).cost!.outputTokens;
      assert.equal(later, cost!.outputTokens + sentence.length);
    });

    it('is exact if a harmless line follows the last report', async () => {
      const report = event({ choices: [], ...usage(tokens) });
      const { cost } = await askFor(`${times(100, () => call())}${report}data: [END]\n\n${end}${done}`);
      assert.deepEqual([cost!.outputTokens, cost!.isReported], [tokens, true]);
    });

    it('counts all text after the last report', async () => {
      const report = event({ choices: [], ...usage(6_800) });
      const { cost } = await askFor(report + times(100, () => textEvent(sentence)));
      assert.ok(cost!.outputTokens >= 6_800 + tokens, String(cost!.outputTokens));
      assert.ok(cost!.outputTokens < 1.1 * (6_800 + tokens), String(cost!.outputTokens));
    });
  });

  it('assumes a million tokens at most, even if an event is over the size limit', async () => {
    const { cost, ending } = await askFor(`${textEvent('One')}data: ${'x'.repeat(17 * 1024 * 1024)}\n\n`);
    assert.equal(ending?.error?.code, 'event_too_large');
    assert.ok(cost!.outputTokens >= 1_000_000 && cost!.outputTokens < 1_100_000, String(cost!.outputTokens));
  });
});
