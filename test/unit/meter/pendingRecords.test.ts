import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { WriteOptions } from '../../../src/common/fileStore.ts';
import type { ReplyTiming } from '../../../src/common/replyTiming.ts';
import type { SpendPermit } from '../../../src/common/spendPermit.ts';
import { costOfCounted, inFlightTokens, noHistory, unsavedTokens, type Cost } from '../../../src/meter/cost.ts';
import { createLedger, type Ledger } from '../../../src/meter/ledger/ledger.ts';
import type { SpendRecord } from '../../../src/meter/ledger/spendRecord.ts';
import { createMeter, type MeterDependencies, type RequestToMeter } from '../../../src/meter/meter.ts';
import { pricesFromDollars, type Prices } from '../../../src/meter/prices.ts';
import { createTokenRatios, defaultMargin } from '../../../src/meter/tokenRatio.ts';
import { createNodeFileStore } from '../../../src/node/nodeFileStore.ts';
import { countTokens } from '../../standIn/tokens.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';
import { neverCalled } from '../neverCalled.ts';
import { withTokenCounter } from '../node/tokenWorkerBundle.ts';
import { published } from './published.ts';

const margin = inFlightTokens + unsavedTokens;
const content = 'What does this function do, and what would you change?';

describe('createMeter, with a running request', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  const openLedger = (folder: string) =>
    createLedger({
      files: createNodeFileStore(folder),
      writerId: randomUUID(),
      workspace: () => undefined,
      onDidChange: () => undefined,
      onUnreadable: neverCalled,
      now: Date.now,
    });

  /**
   * Creates a meter of a window. `appended` contains the arguments of the calls of the ledger's `append`. `untilAppended`
   * resolves when `append` was called `count` times.
   */
  const openMeter = async (folder: string, { ledger = openLedger(folder), ...others }: Partial<Parts> = {}) => {
    const appended: { readonly record: SpendRecord; readonly options: WriteOptions | undefined }[] = [];
    let next = Promise.withResolvers<undefined>();
    const untilAppended = async (count: number) => {
      while (appended.length < count) await next.promise;
    };
    const ratios = createTokenRatios(createNodeFileStore(folder), neverCalled);
    await ratios.load();
    const meter = createMeter({
      ledger: {
        ...ledger,
        append: async (record, options) => {
          appended.push({ record, options });
          next.resolve(undefined);
          next = Promise.withResolvers();
          await ledger.append(record, options);
        },
      },
      counter: counter(),
      prices: () => published,
      ratios,
      origin: () => 'https://api.example.com',
      reportSaveError: (error) => assert.fail(String(error)),
      ...others,
    });
    return { meter, appended, untilAppended };
  };

  const request = (): RequestToMeter => ({
    id: randomUUID(),
    at: Date.now(),
    sessionId: 's',
    origin: 'https://api.example.com',
    history: noHistory,
    content,
  });
  const permit = {} as SpendPermit;
  const stopped = { end: 'stopped', charged: 'yes', usage: undefined, text: 'One two. ', reasoning: '' } as const;

  const notSilent = (): ReplyTiming => ({ receivingFor: 0, silentFor: 0 });

  /**
   * Follows a request. `add` adds text to the reply, and resolves with the next cost. `nextCost` waits for the next cost.
   */
  const follow = (
    { follow }: Pick<ReturnType<typeof createMeter>, 'follow'>,
    followed: RequestToMeter,
    timing = notSilent,
    unreadBytes = 0,
  ) => {
    let next = Promise.withResolvers<Cost>();
    const live = follow(
      followed,
      () => ({ timing: timing(), unreadBytes }),
      (cost) => next.resolve(cost),
    );
    cleanUp(() => live.end());
    const nextCost = async () => {
      const cost = await next.promise;
      next = Promise.withResolvers();
      return cost;
    };
    return {
      add: async (text: string) => {
        live.add('text', text);
        return nextCost();
      },
      nextCost,
    };
  };
  const highOf = (outputTokens: number, prices: Prices = published) => {
    const tokens = { history: noHistory, messageTokens: countTokens(content), outputTokens, missedTokens: 0 };
    return costOfCounted(tokens, 'yes', prices).high;
  };

  /** Returns the upper bound of a pending record for which `outputTokens` (our count) have arrived. */
  const bookedHigh = (outputTokens: number) =>
    highOf(0) + 2 * (Math.ceil(outputTokens * defaultMargin) + margin) * published.output;

  it('books double the output that may have been generated, and books again only when this output exceeds the booked output', async () => {
    const { meter, appended, untilAppended } = await openMeter(await temporaryFolder(cleanUp));
    const followed = request();
    await meter.begin(followed, permit);
    const { add } = follow(meter, followed);
    const words = (count: number) => 'word '.repeat(count);
    const [first, , third] = [await add(words(1)), await add(words(margin - 10)), await add(words(margin))];
    await untilAppended(3);
    const tokens = (count: number) => countTokens(words(count).trimEnd());
    assert.deepEqual(
      appended.slice(1).map(({ record: { end, cost }, options }) => [end, cost.low, cost.high, options?.flush]),
      [
        ['pending', first.low, bookedHigh(tokens(1)), false],
        ['pending', third.low, bookedHigh(tokens(2 * margin - 9)), false],
      ],
    );
    assert.ok(first.low > 0 && third.low > first.low);
    assert.equal(appended[0]?.options?.flush, true);
  });

  it('gives the upper bound that a stop would book during a silence, and books it in advance', async () => {
    const { meter, appended, untilAppended } = await openMeter(await temporaryFolder(cleanUp));
    const ends = [
      { ...stopped, text: '', charged: 'maybe' },
      { ...stopped, text: 'word' },
    ] as const;
    for (const ended of ends) {
      const timing: ReplyTiming = { receivingFor: 0, silentFor: 20_000 };
      const followed = request();
      await meter.begin(followed, permit);
      const before = appended.length;
      const { add, nextCost } = follow(meter, followed, () => timing);
      const cost = await (ended.text === '' ? nextCost() : add('word '));
      await untilAppended(before + 1);
      assert.ok(appended[before]!.record.cost.high >= bookedHigh(0) + 2 * 2_000 * published.output);
      const booked = (await meter.end(followed, { ...ended, timing })).cost;
      assert.deepEqual([cost.low, cost.high, cost.outputTokens < 3], [booked.low, booked.high, true]);
    }
  });

  it('includes the parts that could not be read in the upper bound, and books them in advance', async () => {
    const { meter, appended, untilAppended } = await openMeter(await temporaryFolder(cleanUp));
    const followed = request();
    await meter.begin(followed, permit);
    const cost = await follow(meter, followed, notSilent, 10_000).add('word ');
    await untilAppended(2);
    assert.equal(cost.high, highOf(countTokens('word')) + 10_000 * published.output);
    assert.ok(appended[1]!.record.cost.high >= cost.high + margin * published.output);
  });

  for (const factor of [1, 0.6]) {
    it(`books double the output of a silence, so that a long silence causes few records, with the factor ${factor}`, async () => {
      let silentFor = 0;
      const folder = await temporaryFolder(cleanUp);
      const ratios = createTokenRatios(createNodeFileStore(folder), neverCalled);
      const sample = { kind: 'output', counted: 1_000, reported: 1_000 * factor, overhead: 3 } as const;
      await ratios.learn('https://api.example.com', Array<typeof sample>(6).fill(sample));
      const { meter, appended } = await openMeter(folder, { ratios });
      const followed = request();
      await meter.begin(followed, permit);
      mock.timers.enable({ apis: ['setInterval'] });
      try {
        const { nextCost } = follow(meter, followed, () => ({ receivingFor: 0, silentFor }));
        for (const seconds of Array(60).keys()) {
          silentFor = (seconds + 1) * 10_000;
          mock.timers.tick(1_000);
          const { high } = await nextCost();
          // The record is appended in a few turns of the event loop.
          await setImmediate();
          assert.ok(appended.at(-1)!.record.cost.high >= high);
        }
      } finally {
        mock.timers.reset();
      }
      assert.ok(appended.length <= 8, String(appended.length));
    });
  }

  it('uses the prices from the start of the request, even if the user changes the prices', async () => {
    let prices: Prices = published;
    const { meter, appended, untilAppended } = await openMeter(await temporaryFolder(cleanUp), {
      prices: () => prices,
    });
    const followed = request();
    await meter.begin(followed, permit);
    prices = pricesFromDollars({ input: 20, cachedInput: 20, output: 80 });
    await follow(meter, followed).add('word ');
    await untilAppended(2);
    assert.equal(appended[1]?.record.cost.high, bookedHigh(countTokens('word')));
    const { prices: charged } = await meter.end(followed, stopped);
    assert.deepEqual(charged, published);
  });

  it('books nothing in advance for a request that it did not begin, or that has ended', async () => {
    const folder = await temporaryFolder(cleanUp);
    const { meter, appended } = await openMeter(folder);
    const ended = request();
    await meter.begin(ended, permit);
    await meter.end(ended, stopped);
    for (const followed of [request(), ended]) {
      const { add } = follow(meter, followed);
      await add('word ');
      // A pending record after the first `add` would be appended before the second `add` resolves.
      await add('word ');
    }
    assert.deepEqual(
      appended.map(({ record: { end } }) => end),
      ['pending', 'stopped'],
    );
  });

  it('`end` resolves only after all pending records are written', async () => {
    const ledger = openLedger(await temporaryFolder(cleanUp));
    const held = Promise.withResolvers<undefined>();
    const lastWritten = Promise.withResolvers<undefined>();
    let appends = 0;
    const slow: Ledger = {
      ...ledger,
      append: async (record, options) => {
        appends += 1;
        const isFirstInAdvance = appends === 2;
        await ledger.append(record, options);
        if (isFirstInAdvance) await held.promise;
        if (record.end !== 'pending') lastWritten.resolve(undefined);
      },
    };
    const { meter, untilAppended } = await openMeter(await temporaryFolder(cleanUp), { ledger: slow });
    const followed = request();
    await meter.begin(followed, permit);
    const { add } = follow(meter, followed);
    await add('word ');
    await add('word '.repeat(3 * margin));
    await untilAppended(3);
    let hasEnded = false;
    const ending = meter.end(followed, stopped).then(() => (hasEnded = true));
    await lastWritten.promise;
    // Without the wait for the held record, `end` would resolve now.
    await setImmediate();
    assert.equal(hasEnded, false);
    held.resolve(undefined);
    await ending;
  });

  it('ends a request of a killed window with the origin and the prices of its pending record, and adds unsaved output to the cost', async () => {
    const folder = await temporaryFolder(cleanUp);
    const [own, killed] = [await openMeter(folder), await openMeter(folder)];
    const [ownRequest, lost] = [request(), request()];
    await own.meter.begin(ownRequest, permit);
    await killed.meter.begin(lost, permit);
    const { cost } = await own.meter.end(ownRequest, stopped);
    const prices = pricesFromDollars({ input: 1, cachedInput: 1, output: 1 });
    const { meter, appended } = await openMeter(folder, { prices: () => prices });
    const ended = await meter.end({ ...lost, origin: 'https://other.example' }, stopped);
    assert.deepEqual(
      [ended.cost.low, ended.cost.high, ended.prices],
      [cost.low, cost.high + unsavedTokens * published.output, published],
    );
    assert.equal(appended[0]?.record.origin, lost.origin);
  });

  it('counts unreadable output once if the window was killed between the end of the reply and its booking', async () => {
    const unreadBytes = 10_000;
    const reported = { inputTokens: 20, cachedInputTokens: 0, outputTokens: 3_000, isPartial: true } as const;
    const usage = { ...reported, covered: { text: 0, reasoning: 0, unreadBytes: 9_000 } };
    for (const ended of [
      { ...stopped, unreadBytes },
      { ...stopped, unreadBytes, usage },
    ]) {
      const folder = await temporaryFolder(cleanUp);
      const killed = await openMeter(folder);
      const lost = request();
      await killed.meter.begin(lost, permit);
      await follow(killed.meter, lost, notSilent, unreadBytes).add(stopped.text);
      await killed.untilAppended(2);
      const { cost: pending } = killed.appended[1]!.record;
      const { cost } = await (await openMeter(folder)).meter.end(lost, ended);
      assert.equal(cost.outputTokens, pending.outputTokens);
    }
  });

  it('learns the token ratios of the origin in the pending record when it ends a request of a killed window', async () => {
    const folder = await temporaryFolder(cleanUp);
    const lost = request();
    await (await openMeter(folder)).meter.begin(lost, permit);
    const learned = Promise.withResolvers<string>();
    const ratios = {
      ...createTokenRatios(createNodeFileStore(folder), neverCalled),
      learn: async (origin: string) => {
        learned.resolve(origin);
        return Promise.resolve();
      },
    };
    const { meter } = await openMeter(folder, { ratios });
    const usage = { inputTokens: 20, cachedInputTokens: 0, outputTokens: 4 };
    await meter.end({ ...lost, origin: 'https://other.example' }, { ...stopped, end: 'complete', usage });
    assert.equal(await learned.promise, lost.origin);
  });

  it('ends a request of a killed window even if the ledger cannot be read', async () => {
    const folder = await temporaryFolder(cleanUp);
    const ledger = { ...openLedger(folder), refresh: async () => Promise.reject(new Error('The disk is broken.')) };
    const { meter } = await openMeter(folder, { ledger });
    const { cost } = await meter.end(request(), stopped);
    assert.ok(cost.low > 0);
  });
});

interface Parts extends MeterDependencies {
  readonly ledger: Ledger;
}
