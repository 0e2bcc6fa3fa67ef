import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SpendPermit } from '../../../src/common/spendPermit.ts';
import {
  inFlightTokens,
  messageOverheadTokens,
  noHistory,
  replyOverheadTokens,
  unsavedTokens,
} from '../../../src/meter/cost.ts';
import { createLedger } from '../../../src/meter/ledger/ledger.ts';
import type { BookedRequest } from '../../../src/meter/ledger/spendRecord.ts';
import { createMeter, type RequestToMeter } from '../../../src/meter/meter.ts';
import type { TokenCounter } from '../../../src/meter/tokenCounter.ts';
import { createTokenRatios, type TokenRatios, type TokenSample } from '../../../src/meter/tokenRatio.ts';
import { createNodeFileStore } from '../../../src/node/nodeFileStore.ts';
import { countTokens } from '../../standIn/tokens.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';
import { neverCalled } from '../neverCalled.ts';
import { published } from './published.ts';
import { withTokenCounter } from '../node/tokenWorkerBundle.ts';

const origin = 'https://api.example.com';
const text = 'The tally of a long conversation, with some code: const sum = (a, b) => a + b;\n'.repeat(10);

describe('createMeter', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  /**
   * Creates a meter with real files and a real tokenizer. `meter.end` may resolve before the samples for the token
   * factors are stored. Tests can call `untilLearned`, which resolves when the meter has stored samples.
   */
  const openMeter = async () => {
    const folder = await temporaryFolder(cleanUp);
    const files = createNodeFileStore(folder);
    const kept = createTokenRatios(files, neverCalled);
    let stored = Promise.withResolvers<undefined>();
    const learned: (readonly TokenSample[])[] = [];
    const ratios: TokenRatios = {
      ...kept,
      learn: async (service, samples) => {
        learned.push(samples);
        await kept.learn(service, samples);
        stored.resolve(undefined);
      },
    };
    const ledger = createLedger({
      files,
      writerId: 'w',
      workspace: () => undefined,
      onDidChange: () => undefined,
      onUnreadable: neverCalled,
      now: Date.now,
    });
    const saveErrors: unknown[] = [];
    let counts = 0;
    let isFailing = false;
    const counted: TokenCounter = {
      ...counter(),
      count: async (each) => {
        counts += 1;
        if (isFailing) throw new Error('The worker does not answer.');
        return counter().count(each);
      },
    };
    const meter = createMeter({
      ledger,
      counter: counted,
      prices: () => published,
      ratios,
      origin: () => origin,
      reportSaveError: (error) => saveErrors.push(error),
    });
    cleanUp(() => assert.deepEqual(saveErrors, []));
    const untilLearned = async () => {
      await stored.promise;
      stored = Promise.withResolvers();
    };
    const failToCount = (fails = true) => {
      isFailing = fails;
    };
    const booked = async () => {
      const requests: BookedRequest[] = [];
      for await (const each of ledger.requests()) requests.push(each);
      return requests;
    };
    return {
      ...{ meter, ledger, folder, saveErrors, ratios, learned, untilLearned },
      ...{ counts: () => counts, failToCount, booked },
    };
  };
  const request = (more: Partial<RequestToMeter> = {}): RequestToMeter => ({
    id: randomUUID(),
    at: Date.now(),
    sessionId: 's',
    origin,
    history: noHistory,
    content: text,
    ...more,
  });
  const complete = { end: 'complete', charged: 'yes', text, reasoning: '' } as const;

  it('counts a text once for concurrent and later estimates', async () => {
    const { meter, counts } = await openMeter();
    const history = { least: 5_000, most: 5_000 };
    const [inSession, alone] = await Promise.all([meter.estimate(request({ history })), meter.estimate(request())]);
    assert.equal(counts(), 1);
    assert.ok(inSession.high > alone.high);
    assert.deepEqual(await meter.estimate(request()), alone);
    assert.equal(counts(), 1);
  });

  it('counts a text again if many other texts were counted since', async () => {
    const { meter, counts } = await openMeter();
    await meter.estimate(request());
    for (let index = 0; index < 100; index += 1) await meter.estimate(request({ content: `Message ${index}` }));
    await meter.estimate(request());
    assert.equal(counts(), 102);
    const long = 'x'.repeat(8_000_001);
    for (let count = 0; count < 2; count += 1) await meter.estimate(request({ content: long }));
    assert.equal(counts(), 104);
  });

  it('learns from reported usage, so that later ranges contain the bill and are narrower than 10 % of the bill', async () => {
    const { meter, untilLearned } = await openMeter();
    const tokens = countTokens(text);
    const usage = {
      inputTokens: Math.round(tokens * 1.2),
      cachedInputTokens: 0,
      outputTokens: Math.round(tokens * 1.5),
    };
    const before = await meter.estimate(request());
    for (let count = 0; count < 5; count += 1) {
      await meter.end(request(), { ...complete, usage });
      await untilLearned();
    }
    const { cost, isCorrected } = await meter.end(request(), { ...complete, usage: undefined });
    assert.equal(isCorrected, true);
    const bill = usage.inputTokens * published.input + usage.outputTokens * published.output;
    assert.ok(cost.low <= bill && bill <= cost.high, `${bill} is not in ${cost.low}…${cost.high}`);
    assert.ok((cost.high - cost.low) / bill < 0.1, `${cost.low}…${cost.high}`);
    const after = await meter.estimate(request());
    assert.ok(before.high < usage.inputTokens * published.input);
    assert.ok(after.low <= usage.inputTokens * published.input && usage.inputTokens * published.input <= after.high);
  });

  it('marks a cost without final usage as corrected after a bill has narrowed the range of a factor', async () => {
    const { meter, ratios } = await openMeter();
    const usage = { inputTokens: 40, cachedInputTokens: 0, outputTokens: 1, isPartial: true } as const;
    const endings = [undefined, usage].map((each) => ({ ...complete, usage: each }));
    const corrected = async () =>
      Promise.all(endings.map(async (ended) => (await meter.end(request(), ended)).isCorrected));
    assert.deepEqual(await corrected(), [undefined, undefined]);
    await ratios.learnFromBill(origin, { output: [1.01, 1.02] });
    assert.deepEqual(await corrected(), [true, true]);
  });

  it('bounds the output of a silence by the rate of the reported tokens, which may include hidden reasoning', async () => {
    const { meter } = await openMeter();
    const usage = { inputTokens: 40, cachedInputTokens: 0, outputTokens: 1_200, isPartial: true } as const;
    const timing = { receivingFor: 1_200, silentFor: 3_000 };
    const asked = request();
    await meter.begin(asked, {} as SpendPermit);
    const { cost } = await meter.end(asked, { ...complete, text: 'Two words', end: 'stopped', usage, timing });
    assert.ok(cost.outputTokens >= 1_200 + 3_000, String(cost.outputTokens));
  });

  it('learns only from final usage of complete replies that could be read whole, and not from input if the service keeps a history', async () => {
    const { meter, learned, untilLearned } = await openMeter();
    const usage = { inputTokens: 9_000, cachedInputTokens: 0, outputTokens: countTokens(text) };
    await meter.end(request(), { ...complete, end: 'stopped', usage });
    await meter.end(request(), { ...complete, usage: { ...usage, isPartial: true } });
    await meter.end(request(), { ...complete, usage: undefined });
    await meter.end(request(), { ...complete, usage, unreadBytes: 1 });
    await meter.end(request({ history: { least: 10, most: 10 } }), { ...complete, usage });
    await untilLearned();
    await meter.end(request(), { ...complete, usage });
    await untilLearned();
    assert.deepEqual(
      learned.map((samples) => samples.map(({ kind }) => kind)),
      [['output'], ['output', 'input']],
    );
  });

  it('learns from our counts of all messages, with the overhead of each message and of the reply', async () => {
    const { meter, learned, untilLearned } = await openMeter();
    const earlier = [text, 'A tally.'];
    const usage = { inputTokens: 9_000, cachedInputTokens: 0, outputTokens: 800 };
    await meter.end(request({ earlier }), { ...complete, usage });
    await untilLearned();
    const tokens = countTokens(text);
    assert.deepEqual(learned, [
      [
        { kind: 'output', counted: tokens, reported: 800, overhead: replyOverheadTokens },
        {
          kind: 'input',
          counted: 2 * tokens + countTokens('A tally.'),
          reported: 9_000,
          overhead: 3 * messageOverheadTokens + replyOverheadTokens,
        },
      ],
    ]);
  });

  it('estimates with the earlier messages of a request instead of the history of the session', async () => {
    const { meter } = await openMeter();
    const earlier = ['What is a tally?', text, 'And then?'];
    const { low, high } = await meter.estimate(
      request({ history: { least: 9_999, most: 9_999 }, earlier, content: 'Go on' }),
    );
    const counts = [...earlier, 'Go on'].map(countTokens);
    const cached = counts.slice(0, 3).reduce((sum, each) => sum + each, 0);
    assert.equal(low, cached * published.cachedInput + counts[3]! * published.input);
    const most = counts.reduce((sum, each) => sum + Math.ceil(each * 1.05), 0) + 4 * 4 + 3;
    assert.equal(high, most * published.input);
  });

  it('raises the lower bound of the history only after a complete reply', async () => {
    const { meter } = await openMeter();
    const history = { least: 100, most: 200 };
    const said = countTokens(text);
    const ended = async (more: object) =>
      (await meter.end(request({ history }), { ...complete, usage: undefined, ...more })).history;
    const whole = await ended({ reasoning: 'Let me think about that.' });
    assert.equal(whole.least, 100 + 2 * said);
    assert.ok(whole.most >= 200 + 2 * said + countTokens('Let me think about that.') + 8);
    const stopped = await ended({ end: 'stopped' });
    assert.equal(stopped.least, 100);
    assert.ok(stopped.most >= 200 + 2 * said + 8);
    assert.deepEqual(await ended({ end: 'failed', charged: 'no' }), history);
    const usage = { inputTokens: 900, cachedInputTokens: 0, outputTokens: 300 };
    assert.deepEqual(await ended({ usage }), { least: 900, most: 1_204 });
    assert.deepEqual(await ended({ end: 'stopped', usage }), { least: 100, most: 1_204 });
  });

  it('computes lower bounds from each count times its factor’s lower bound, and rounds each product down', async () => {
    const { meter, ratios } = await openMeter();
    const samples = { input: 903, output: 807 };
    for (const [kind, reported] of Object.entries(samples) as [keyof typeof samples, number][])
      await ratios.learn(
        origin,
        Array.from({ length: 5 }, () => ({ kind, counted: 1_000, reported, overhead: 0 })),
      );
    const { input, output } = ratios.factors(origin);
    assert.ok(input.low < 0.903 && output.low < 0.807);

    const [first, second, last] = ['What is a tally?', 'And then?', 'Go on'];
    const leastOf = (each: string) => Math.floor(countTokens(each) * input.low);
    const { low } = await meter.estimate(request({ earlier: [first, second], content: last }));
    assert.equal(low, (leastOf(first) + leastOf(second)) * published.cachedInput + leastOf(last) * published.input);

    const { history } = await meter.end(request({ history: { least: 100, most: 200 } }), {
      ...complete,
      usage: undefined,
    });
    assert.equal(history.least, 100 + leastOf(text) + Math.floor(countTokens(text) * output.low));
  });

  it('stores our own counts before learned factors are applied, but no counts if usage was reported or nothing was charged', async () => {
    const { meter, ratios, booked } = await openMeter();
    const said = countTokens(text);
    await ratios.learn(
      origin,
      Array.from({ length: 5 }, () => ({ kind: 'input', counted: 1_000, reported: 1_500, overhead: 7 }) as const),
    );
    const history = { least: 100, most: 200 };
    await meter.end(request({ history, at: 1 }), {
      ...complete,
      end: 'stopped',
      charged: 'maybe',
      reasoning: text,
      usage: undefined,
    });
    await meter.end(request({ history, at: 2 }), {
      ...complete,
      usage: { inputTokens: 900, cachedInputTokens: 0, outputTokens: 300 },
    });
    await meter.end(request({ history, at: 3 }), { ...complete, end: 'failed', charged: 'no', usage: undefined });
    const counted = {
      history,
      messageTokens: said,
      outputTokens: 2 * said,
      missedTokens: inFlightTokens + unsavedTokens,
      charged: 'maybe',
    };
    assert.deepEqual(
      (await booked()).map((each) => each.counted),
      [counted, undefined, undefined],
    );
  });

  it('`begin` books a range from 0 to the price of the history plus 1.05 tokens per byte of the message', async () => {
    const { meter, booked } = await openMeter();
    await meter.begin(request({ history: { least: 100, most: 200 } }), {} as SpendPermit);
    const [{ end, cost } = assert.fail()] = await booked();
    const overhead = messageOverheadTokens + replyOverheadTokens;
    const most = 200 + Math.ceil(Buffer.byteLength(text) * 1.05) + overhead;
    assert.deepEqual([end, cost.low, cost.high], ['pending', 0, most * published.input]);
  });

  it('`end` does not change the history if the request contains the earlier messages', async () => {
    const { meter } = await openMeter();
    const history = { least: 100, most: 200 };
    const usage = { inputTokens: 900, cachedInputTokens: 0, outputTokens: 300 };
    const ended = await meter.end(request({ history, earlier: [text] }), { ...complete, usage });
    assert.deepEqual(ended.history, history);
  });

  it('books the bounds of the pending record if a killed window has lost more of the reply than usual', async () => {
    const { meter, ledger } = await openMeter();
    const sent = request();
    const pending = {
      ...{ low: 2_000_000, high: 20_000_000, isReported: false },
      ...{ inputTokens: 300, cachedInputTokens: 0, outputTokens: 2_000 },
    };
    const { id, at, sessionId } = sent;
    await ledger.append({ id, at, sessionId, origin, end: 'pending', cost: pending, prices: published });
    const lost = { end: 'incomplete', charged: 'maybe', usage: undefined, text: 'The tally', reasoning: '' } as const;
    const { cost } = await meter.end(sent, lost);
    assert.equal(cost.low, pending.low);
    assert.ok(cost.outputTokens >= 2_000 && cost.high >= 2_000 * published.output, String(cost.outputTokens));
    assert.ok(cost.outputTokens <= 2_010, String(cost.outputTokens));
  });

  it('reports a record that cannot be written, and writes that record with the next record', async () => {
    const { meter, ledger, folder, saveErrors, booked } = await openMeter();
    const permit = {} as SpendPermit;
    // This file prevents the ledger from creating a folder of the same name.
    await writeFile(path.join(folder, 'spend'), '');
    const first = request({ id: 'first' });
    await meter.begin(first, permit);
    assert.deepEqual([saveErrors.length, ledger.total().requests], [1, 1]);
    const { cost } = await meter.end(first, { ...complete, usage: undefined });
    assert.deepEqual([saveErrors.length, ledger.total().high], [2, cost.high]);
    await rm(path.join(folder, 'spend'));
    await meter.begin(request({ id: 'second' }), permit);
    assert.equal(saveErrors.splice(0).length, 2);
    await ledger.refresh();
    assert.deepEqual(
      (await booked()).map(({ id, end }) => [id, end]),
      [
        ['first', 'complete'],
        ['second', 'pending'],
      ],
    );
  });

  it('for text that cannot be counted, returns a range from 0 to at least the price of one token per byte', async () => {
    const { meter, booked, failToCount } = await openMeter();
    failToCount();
    const { cost, history } = await meter.end(request(), { ...complete, usage: undefined });
    const bytes = Buffer.byteLength(text);
    assert.equal(cost.low, 0);
    assert.ok(cost.high >= bytes * (published.input + published.output));
    assert.ok(history.least === 0 && history.most >= 2 * bytes);
    assert.equal((await booked())[0]?.counted, undefined);
    assert.equal((await meter.estimate(request())).low, 0);
  });

  it('returns a range from 0 for earlier messages that cannot be counted, and counts them in a later estimate', async () => {
    const { meter, failToCount } = await openMeter();
    failToCount();
    const asked = request({ earlier: [text, text], content: '' });
    const uncounted = await meter.estimate(asked);
    assert.equal(uncounted.low, 0);
    assert.ok(uncounted.high >= 2 * Buffer.byteLength(text) * published.input);
    failToCount(false);
    const counted = await meter.estimate(asked);
    assert.equal(counted.low, 2 * countTokens(text) * published.cachedInput);
    assert.ok(counted.high < uncounted.high);
  });
});
