import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { inFlightTokens, noHistory, unsavedTokens } from '../../../src/meter/cost.ts';
import { createLedger } from '../../../src/meter/ledger/ledger.ts';
import type { BookedRequest } from '../../../src/meter/ledger/spendRecord.ts';
import { createMeter, type RequestToMeter } from '../../../src/meter/meter.ts';
import type { TokenCounter } from '../../../src/meter/tokenCounter.ts';
import { createTokenRatios, type TokenRatios } from '../../../src/meter/tokenRatio.ts';
import { createNodeFileStore } from '../../../src/node/nodeFileStore.ts';
import { countTokens } from '../../standIn/tokens.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';
import { published } from './published.ts';
import { withTokenCounter } from '../node/tokenWorkerBundle.ts';

const origin = 'https://api.example.com';
const text = 'The tally of a long conversation, with some code: const sum = (a, b) => a + b;\n'.repeat(10);

describe('the meter', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  /** Tells when something was learnt, which nobody waits for. */
  const openMeter = async () => {
    const files = createNodeFileStore(await temporaryFolder(cleanUp));
    const kept = createTokenRatios(files);
    let learned = Promise.withResolvers<undefined>();
    const ratios: TokenRatios = {
      ...kept,
      learn: async (...args) => {
        await kept.learn(...args);
        learned.resolve(undefined);
      },
    };
    const ledger = createLedger({
      files,
      writerId: 'w',
      workspace: () => undefined,
      onDidChange: () => undefined,
      now: Date.now,
    });
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
      reportSaveError: assert.ifError,
    });
    const untilLearnt = async () => {
      await learned.promise;
      learned = Promise.withResolvers();
    };
    const failToCount = (fails = true) => {
      isFailing = fails;
    };
    const booked = async () => {
      const requests: BookedRequest[] = [];
      for await (const each of ledger.requests()) requests.push(each);
      return requests;
    };
    return { meter, ratios, untilLearnt, counts: () => counts, failToCount, booked };
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

  it('counts once what is priced with and without a session', async () => {
    const { meter, counts } = await openMeter();
    const history = { least: 5_000, most: 5_000 };
    const [inSession, alone] = await Promise.all([meter.estimate(request({ history })), meter.estimate(request())]);
    assert.equal(counts(), 1);
    assert.ok(inSession.high > alone.high);
    assert.deepEqual(await meter.estimate(request()), alone);
    assert.equal(counts(), 2);
  });

  it('learns from what is reported, and estimates with that, within a hundredth', async () => {
    const { meter, untilLearnt } = await openMeter();
    const tokens = countTokens(text);
    const usage = {
      inputTokens: Math.round(tokens * 1.2),
      cachedInputTokens: 0,
      outputTokens: Math.round(tokens * 1.5),
    };
    const before = await meter.estimate(request());
    for (let count = 0; count < 5; count += 1) {
      await meter.end(request(), { ...complete, usage });
      await untilLearnt();
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

  it('says that a bill corrected what it counted, also where only a part was reported', async () => {
    const { meter, ratios } = await openMeter();
    const usage = { inputTokens: 40, cachedInputTokens: 0, outputTokens: 1, isPartial: true } as const;
    const endings = [undefined, usage].map((each) => ({ ...complete, usage: each }));
    const corrected = async () =>
      Promise.all(endings.map(async (ended) => (await meter.end(request(), ended)).isCorrected));
    assert.deepEqual(await corrected(), [undefined, undefined]);
    await ratios.learnFromBill(origin, { output: [1.01, 1.02] });
    assert.deepEqual(await corrected(), [true, true]);
  });

  it('learns nothing of input that the service keeps, nor of a reply that was cut off', async () => {
    const { meter, ratios, untilLearnt } = await openMeter();
    const usage = { inputTokens: 9_000, cachedInputTokens: 0, outputTokens: countTokens(text) };
    await meter.end(request(), { ...complete, end: 'stopped', usage });
    for (let count = 0; count < 5; count += 1) {
      await meter.end(request({ history: { least: 10, most: 10 } }), { ...complete, usage });
      await untilLearnt();
    }
    const { input, output } = ratios.factors(origin);
    assert.deepEqual([input.samples, output.samples], [0, 5]);
  });

  it('reads the messages of a request for its history, where they stand in it', async () => {
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

  it('takes for surely kept what a complete reply said, and no more', async () => {
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

  it('keeps what it counted of an estimated request, before what was learnt is applied', async () => {
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

  it('holds what cannot be counted to be between nothing and a token a byte', async () => {
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

  it('holds earlier messages that cannot be counted to be between nothing and a token a byte, until they can', async () => {
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
