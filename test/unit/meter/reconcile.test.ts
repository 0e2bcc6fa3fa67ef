import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { costOfCounted, costOfReported, inFlightTokens, noHistory, type Cost } from '../../../src/meter/cost.ts';
import type { CountedRequest, SpendRecord } from '../../../src/meter/ledger/spendRecord.ts';
import { priceOf, type Prices } from '../../../src/meter/prices.ts';
import { applyCorrections, parseBill, reconcile, type Bill } from '../../../src/meter/reconcile.ts';
import { createTokenRatios, defaultFactors, tokenFactorOf, type TokenFactor } from '../../../src/meter/tokenRatio.ts';
import { createNodeFileStore } from '../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';
import { published } from './published.ts';

const origin = 'https://api.example.com';
const tenThousandths = 50_000;

describe('a bill, held against what was spent', () => {
  const cleanUp = cleanUpAfterEach();
  const dollars = (amount: number): Bill => ({ amount: Math.round(amount * 1e9), rounding: tenThousandths });
  const request = (cost: Cost, counted?: CountedRequest, from = origin): SpendRecord => ({
    ...{ id: 'id', at: 0, sessionId: 's', origin: from, end: 'complete', cost, prices: published },
    ...(counted === undefined ? {} : { counted }),
  });
  const reported = (amount: number) =>
    request({ low: amount, high: amount, isReported: true, inputTokens: 1, cachedInputTokens: 0, outputTokens: 0 });
  const estimated = (counted: Partial<CountedRequest>, from = origin, factors = defaultFactors) => {
    const whole = {
      history: noHistory,
      messageTokens: 0,
      outputTokens: 0,
      missedTokens: 0,
      charged: 'yes',
      ...counted,
    } as const;
    return request(costOfCounted(whole, whole.charged, published, factors), whole, from);
  };
  const judge = async (requests: readonly SpendRecord[], bill: Bill, factors = defaultFactors) =>
    reconcile(requests, bill, () => factors);

  it('is inside, above or below, and by how much', async () => {
    const requests = [
      reported(1_000_000_000),
      request({
        low: 500_000_000,
        high: 700_000_000,
        isReported: false,
        inputTokens: 1,
        cachedInputTokens: 0,
        outputTokens: 0,
      }),
    ];
    const verdicts = await Promise.all(
      [1.5, 1.6, 1.7, 1.4999, 1.7001, 1.2, 2].map(async (amount) => judge(requests, dollars(amount))),
    );
    assert.deepEqual(
      verdicts.map(({ verdict, difference }) => [verdict, difference]),
      [
        ...[
          ['inside', 0],
          ['inside', 0],
          ['inside', 0],
        ],
        ...[
          ['below', 100_000],
          ['above', 100_000],
          ['below', 300_000_000],
          ['above', 300_000_000],
        ],
      ],
    );
    const [{ low, high, isReported, requests: count } = assert.fail()] = verdicts;
    assert.deepEqual([low, high, isReported, count], [1_500_000_000, 1_700_000_000, false, 2]);
  });

  it('is inside when it was rounded to cents', async () => {
    const requests = [reported(4_204_000_000)];
    assert.equal((await judge(requests, { amount: 4_200_000_000, rounding: 5_000_000 })).verdict, 'inside');
    assert.equal((await judge(requests, { amount: 4_200_000_000, rounding: 500_000 })).verdict, 'below');
  });

  it('is above nothing when nothing was asked', async () => {
    const { verdict, requests, low, high } = await judge([], dollars(1));
    assert.deepEqual([verdict, requests, low, high], ['above', 0, 0, 0]);
    assert.equal((await judge([], dollars(0))).verdict, 'inside');
  });

  it('teaches how many tokens the service counts, where it reports none', async () => {
    // Of 1,000,000 tokens that were counted here, it has counted 1,030,000.
    const counted = estimated({ messageTokens: 1_000_000 });
    const { corrections } = await judge([counted, reported(5_000_000)], dollars(2.06 + 0.005));
    const [correction, ...others] = corrections;
    assert.deepEqual(others, []);
    assert.deepEqual([correction?.kind, correction?.origin, correction?.from], ['input', origin, defaultFactors.input]);
    const { low = 0, high = 0, followsBill } = correction?.to ?? {};
    assert.ok(low > 1.019 && low < 1.03 && high > 1.03 && high < 1.041, `${low} ${high}`);
    assert.equal(followsBill, true);
  });

  it('teaches nothing when it is outside, or says less than is known', async () => {
    const counted = estimated({ messageTokens: 1_000_000 });
    assert.deepEqual((await judge([counted], dollars(2.2))).corrections, []);
    assert.deepEqual((await judge([counted], dollars(1.9))).corrections, []);
    assert.deepEqual((await judge([counted], { amount: 2_000_000_000, rounding: 500_000_000 })).corrections, []);
    assert.deepEqual((await judge([reported(1_000_000_000)], dollars(1))).corrections, []);
    assert.deepEqual(
      (await judge([request(counted.cost)], dollars(2.06))).corrections,
      [],
      'a record of an older version',
    );
  });

  it('teaches nothing when it is for estimates of several addresses', async () => {
    const requests = [
      estimated({ messageTokens: 1_000_000 }),
      estimated({ messageTokens: 1_000_000 }, 'https://other.example.com'),
    ];
    const { verdict, corrections, countedOrigins } = await judge(requests, dollars(4.12));
    assert.deepEqual([verdict, corrections, countedOrigins], ['inside', [], [origin, 'https://other.example.com']]);
  });

  it('is kept for all windows, until replies that are reported say otherwise', async () => {
    const files = createNodeFileStore(await temporaryFolder(cleanUp));
    const ratios = createTokenRatios(files);
    const { corrections } = await judge([estimated({ messageTokens: 1_000_000 })], dollars(2.06));
    await applyCorrections(ratios, corrections);
    const other = createTokenRatios(files);
    await other.load();
    assert.deepEqual(other.factors(origin).input, corrections[0]?.to);
    assert.deepEqual(other.factors(origin), ratios.factors(origin));
    assert.deepEqual(other.factors('https://other.example.com'), defaultFactors);
    const samples = (ratio: number) =>
      Array.from(
        { length: 5 },
        () => ({ kind: 'input', counted: 1_000, reported: 1_000 * ratio, overhead: 20 }) as const,
      );
    await other.learn(origin, samples(1.035));
    const narrowed = other.factors(origin).input;
    assert.ok(narrowed.samples === 5 && narrowed.followsBill && narrowed.high < 1.041 && narrowed.low > 1.019);
    await other.learn(origin, Array.from({ length: 7 }, () => samples(1.2)).flat());
    assert.deepEqual(
      other.factors(origin).input,
      tokenFactorOf(Array.from({ length: 32 }, () => [1.18, 1.2] as const)),
    );
  });

  it('replaces an older one that it contradicts, and else both hold', async () => {
    const ratios = createTokenRatios(createNodeFileStore(await temporaryFolder(cleanUp)));
    const input = () => [ratios.factors(origin).input.low, ratios.factors(origin).input.high];
    await ratios.learnFromBill(origin, { input: [1.01, 1.03] });
    assert.deepEqual(input(), [1.01, 1.03]);
    await ratios.learnFromBill(origin, { input: [0.9, 1.02], output: [1, 1.01] });
    assert.deepEqual(input(), [1.01, 1.02]);
    await ratios.learnFromBill(origin, { input: [1.03, 1.04] });
    assert.deepEqual(input(), [1.03, 1.04]);
    assert.equal(ratios.factors(origin).output.high, 1.01);
  });

  it('is not lost to a file that says nonsense of it', async () => {
    const files = createNodeFileStore(await temporaryFolder(cleanUp));
    for (const bill of [7, null, [], { input: [2, 1] }, { input: ['a', 1] }, { input: [1] }, { input: [9, 10] }]) {
      await files.write('tokenRatios.json', JSON.stringify({ [origin]: { input: [], output: [], bill } }));
      const ratios = createTokenRatios(files);
      await ratios.load();
      assert.deepEqual(ratios.factors(origin), defaultFactors, JSON.stringify(bill));
    }
  });
});

/** What a service does with a request that it does not report, and what we know of it. */
interface HiddenRequest {
  readonly counted: CountedRequest;
  readonly isCharged: boolean;
  /** Parts of a whole, which choose between what is possible. */
  readonly shares: Readonly<Record<'history' | 'cached' | 'overhead' | 'inFlight', number>>;
  readonly roundsUp: boolean;
}

describe('any bill that is right', () => {
  // The ends are where it gets tight, and so do short texts without a history.
  const share = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));
  const tokens = fc.oneof(fc.nat(40), fc.nat(5_000));
  const historyTokens = fc.oneof(fc.constant(0), tokens);
  const price = fc.nat(20_000_000).map((thousandths) => thousandths / 1_000);
  const anyPrices: fc.Arbitrary<Prices> = fc.oneof(
    fc.constant(published),
    fc.record({ input: price, cachedInput: price, output: price }),
  );
  const factor: fc.Arbitrary<TokenFactor> = fc.oneof(
    fc.constant(defaultFactors.input),
    fc
      .tuple(fc.double({ min: 0.5, max: 2.5, noNaN: true }), fc.double({ min: 0, max: 0.5, noNaN: true }))
      .map(([low, more]) => ({
        ...{ low, typical: low, high: low + more, samples: 9, followsBill: false },
      })),
  );
  const hidden: fc.Arbitrary<HiddenRequest> = fc.record({
    counted: fc.record({
      history: fc.tuple(historyTokens, historyTokens).map(([least, more]) => ({ least, most: least + more })),
      messageTokens: fc.oneof(tokens, fc.nat(1_000_000)),
      outputTokens: tokens,
      missedTokens: fc.constantFrom(0, inFlightTokens),
      charged: fc.constantFrom('yes', 'yes', 'maybe'),
    }),
    isCharged: fc.boolean(),
    shares: fc.record({ history: share, cached: share, overhead: share, inFlight: share }),
    roundsUp: fc.boolean(),
  });
  const told = fc.record({ inputTokens: tokens, outputTokens: tokens, cached: share, isSaid: fc.boolean() });
  const truthOf = ({ low, high }: TokenFactor, at: number) => Math.min(high, low + (high - low) * at);

  /** What the service takes for it, when these are the true factors. */
  const charge = (
    { counted, isCharged, shares, roundsUp }: HiddenRequest,
    truth: { input: number; output: number },
    prices: Prices,
  ): number => {
    if (counted.charged === 'maybe' && !isCharged) return 0;
    const round = roundsUp ? Math.ceil : Math.floor;
    const { least, most } = counted.history;
    const history = least + Math.round((most - least) * shares.history);
    const inFlight = Math.round(counted.missedTokens * shares.inFlight);
    return priceOf(
      {
        inputTokens: history + round(counted.messageTokens * truth.input) + Math.round(7 * shares.overhead),
        cachedInputTokens: Math.round(history * shares.cached),
        outputTokens: round(counted.outputTokens * truth.output) + inFlight,
      },
      prices,
      round,
    );
  };

  it('is inside, and what it teaches is true, and never wider than what was known', async () => {
    let taught = 0;
    const property = fc.asyncProperty(
      fc.array(hidden, { maxLength: 5 }),
      fc.array(told, { maxLength: 4 }),
      fc.record({ input: factor, output: factor }),
      fc.record({ input: share, output: share }),
      anyPrices,
      fc.nat(9),
      async (hiddenRequests, toldRequests, factors, at, prices, decimals) => {
        const truth = { input: truthOf(factors.input, at.input), output: truthOf(factors.output, at.output) };
        const book = (cost: Cost, counted?: CountedRequest): SpendRecord => ({
          ...{ id: 'id', at: 0, sessionId: 's', origin, end: 'complete', cost, prices },
          ...(counted === undefined ? {} : { counted }),
        });
        let taken = 0;
        const requests: SpendRecord[] = [];
        for (const each of hiddenRequests) {
          taken += charge(each, truth, prices);
          requests.push(book(costOfCounted(each.counted, each.counted.charged, prices, factors), each.counted));
        }
        for (const { inputTokens, outputTokens, cached, isSaid } of toldRequests) {
          const cachedInputTokens = Math.round(inputTokens * cached);
          taken += priceOf({ inputTokens, cachedInputTokens, outputTokens }, prices);
          const usage = { inputTokens, outputTokens, cachedInputTokens: isSaid ? cachedInputTokens : undefined };
          requests.push(book(costOfReported(usage, inputTokens, prices)));
        }
        const digit = 10 ** (9 - decimals);
        const bill = { amount: Math.round(taken / digit) * digit, rounding: digit / 2 };
        const { verdict, low, high, corrections } = await reconcile(requests, bill, () => factors);
        assert.equal(verdict, 'inside', `${low} ${taken} ${high}`);
        for (const { kind, from, to } of corrections) {
          taught += 1;
          assert.equal(from, factors[kind]);
          assert.ok(to.low <= truth[kind] && truth[kind] <= to.high, `${kind}: ${to.low} ${truth[kind]} ${to.high}`);
          assert.ok(from.low <= to.low && to.low <= to.typical && to.typical <= to.high && to.high <= from.high);
          assert.ok(to.low > from.low || to.high < from.high);
        }
      },
    );
    await fc.assert(property, { numRuns: 2_000 });
    assert.ok(taught > 50, `it taught ${taught} times only`);
  });

  it('teaches nothing where it is wrong', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(hidden, { maxLength: 5 }),
        fc.nat(1e9),
        fc.boolean(),
        async (hiddenRequests, off, isAbove) => {
          const requests = hiddenRequests.map(({ counted }): SpendRecord => {
            const cost = costOfCounted(counted, counted.charged, published);
            return { id: 'id', at: 0, sessionId: 's', origin, end: 'complete', cost, prices: published, counted };
          });
          const sum = (end: 'low' | 'high') => requests.reduce((total, { cost }) => total + cost[end], 0);
          const amount = isAbove ? sum('high') + 2 + off : Math.floor((sum('low') - 2) * (off / 1e9));
          if (!isAbove && sum('low') < 2) return;
          const { verdict, corrections } = await reconcile(requests, { amount, rounding: 1 }, () => defaultFactors);
          assert.deepEqual([verdict, corrections], [isAbove ? 'above' : 'below', []]);
        },
      ),
    );
  });
});

describe('parseBill', () => {
  it('returns half of the last digit as the rounding error', () => {
    const bills = [
      ['$4.20', 'en', 4.2, 0.005],
      ['4,2', 'de', 4.2, 0.05],
      ['4', 'en', 4, 0.5],
      ['1,234', 'en', 1_234, 0.5],
      ['1,2345', 'de', 1.2345, 0.00005],
    ] as const;
    for (const [text, locale, dollars, rounding] of bills) {
      assert.deepEqual(
        parseBill(text, locale),
        { amount: Math.round(dollars * 1e9), rounding: Math.round(rounding * 1e9) },
        text,
      );
    }
    assert.equal(parseBill('a lot', 'en'), undefined);
  });
});
