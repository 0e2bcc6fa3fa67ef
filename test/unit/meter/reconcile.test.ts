import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { costOfCounted, costOfReported, inFlightTokens, noHistory, type Cost } from '../../../src/meter/cost.ts';
import type { CountedRequest, SpendRecord } from '../../../src/meter/ledger/spendRecord.ts';
import { priceOf, type Prices } from '../../../src/meter/prices.ts';
import { applyCorrections, parseBill, reconcile, type Bill } from '../../../src/meter/reconcile.ts';
import { createTokenRatios, defaultFactors, tokenFactorOf, type TokenFactor } from '../../../src/meter/tokenRatio.ts';
import { createNodeFileStore } from '../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';
import { neverCalled } from '../neverCalled.ts';
import { published } from './published.ts';

const origin = 'https://api.example.com';
/** The largest rounding error, in nano-dollars, of a bill with four decimal places. */
const halfTenThousandth = 50_000;

describe('reconcile', () => {
  const cleanUp = cleanUpAfterEach();
  const dollars = (amount: number): Bill => ({ amount: Math.round(amount * 1e9), rounding: halfTenThousandth });
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
  const compare = async (requests: readonly SpendRecord[], bill: Bill, factors = defaultFactors) =>
    reconcile(requests, bill, () => factors);

  it('returns the verdict and, unless it is `inside`, the distance between the bill and the nearer bound', async () => {
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
      [1.5, 1.4999, 1.7001, 1.49, 1.71, 1.2, 2].map(async (amount) => compare(requests, dollars(amount))),
    );
    assert.deepEqual(
      verdicts.map(({ verdict, difference }) => [verdict, difference]),
      [
        ['inside', 0],
        ['inside', 0],
        ['inside', 0],
        ['below', 10_000_000],
        ['above', 10_000_000],
        ['below', 300_000_000],
        ['above', 300_000_000],
      ],
    );
    const [{ low, high, isReported, requests: count } = assert.fail()] = verdicts;
    assert.deepEqual([low, high, isReported, count], [1_500_000_000, 1_700_000_000, false, 2]);
  });

  it('returns `inside` for a bill that is outside the range by at most its rounding error', async () => {
    const requests = [reported(4_204_000_000)];
    assert.equal((await compare(requests, { amount: 4_200_000_000, rounding: 5_000_000 })).verdict, 'inside');
    assert.equal((await compare(requests, { amount: 4_200_000_000, rounding: 500_000 })).verdict, 'below');
    for (const amount of [4_200_000_000, 4_208_000_000]) {
      const { verdict, difference } = await compare(requests, { amount, rounding: 4_000_000 });
      assert.deepEqual([verdict, difference], ['inside', 0]);
    }
  });

  it('returns `inside` for a bill that rounds to a shown end of the range, but not for the next amount', async () => {
    const range = { low: 2_850_000, high: 3_401_000, isReported: false };
    const requests = [request({ ...range, inputTokens: 1, cachedInputTokens: 0, outputTokens: 0 })];
    // The range is shown as ≈$0.0028–0.0035.
    const verdictOf = async (text: string) => {
      const { verdict, difference, dependsOnRounding } = await compare(requests, parseBill(text, 'en')!);
      return [verdict, difference, dependsOnRounding];
    };
    for (const text of ['0.0035', '0.00352', '0.0028']) assert.deepEqual(await verdictOf(text), ['inside', 0, false]);
    assert.deepEqual(await verdictOf('0.0036'), ['above', 100_000, false]);
    assert.deepEqual(await verdictOf('0.0027'), ['below', 100_000, false]);
    for (const text of ['0', '0.00']) assert.deepEqual(await verdictOf(text), ['inside', 0, true]);
    assert.equal((await verdictOf('0.01'))[0], 'above');
  });

  it('does not depend on rounding if the bill is the exact cost, which is shown rounded up', async () => {
    const found = await compare([reported(11_443_500)], parseBill('0.0114435', 'en')!);
    assert.partialDeepStrictEqual(found, { verdict: 'inside', dependsOnRounding: false });
  });

  it('returns `above` for a positive bill without requests, but `inside` for a bill of 0 without requests', async () => {
    const { verdict, requests, low, high } = await compare([], dollars(1));
    assert.deepEqual([verdict, requests, low, high], ['above', 0, 0, 0]);
    assert.equal((await compare([], dollars(0))).verdict, 'inside');
  });

  it('narrows the range of the factor for the tokens that the service did not report', async () => {
    // Our count is 1,000,000 tokens. The part of the bill for these tokens is $2.06, the price of 1,030,000 tokens.
    const counted = estimated({ messageTokens: 1_000_000 });
    const { corrections } = await compare([counted, reported(5_000_000)], dollars(2.06 + 0.005));
    const [correction, ...others] = corrections;
    assert.deepEqual(others, []);
    assert.deepEqual([correction?.kind, correction?.origin, correction?.from], ['input', origin, defaultFactors.input]);
    const { low, high, followsBill } = correction?.to ?? {};
    // Each bound is 1.03, moved outwards in three steps: by less than 0.0001 for overhead and rounding errors, then by
    // 1 %, then by rounding to four decimal places.
    assert.deepEqual([low, high, followsBill], [1.0196, 1.0404, true]);
  });

  it('returns no corrections for a bill outside the bounds, or for a bill that narrows no factor’s range', async () => {
    const counted = estimated({ messageTokens: 1_000_000 });
    assert.deepEqual((await compare([counted], dollars(2.2))).corrections, []);
    assert.deepEqual((await compare([estimated({ messageTokens: 2_000 })], parseBill('0', 'en')!)).corrections, []);
    assert.deepEqual((await compare([counted], dollars(1.9))).corrections, []);
    assert.deepEqual((await compare([counted], { amount: 2_000_000_000, rounding: 500_000_000 })).corrections, []);
    assert.deepEqual((await compare([reported(1_000_000_000)], dollars(1))).corrections, []);
    assert.deepEqual(
      (await compare([request(counted.cost)], dollars(2.06))).corrections,
      [],
      'a record of an older version',
    );
  });

  it('returns no corrections if requests to several services were estimated', async () => {
    const requests = [
      estimated({ messageTokens: 1_000_000 }),
      estimated({ messageTokens: 1_000_000 }, 'https://other.example.com'),
    ];
    const { verdict, corrections, countedOrigins } = await compare(requests, dollars(4.12));
    assert.deepEqual([verdict, corrections, countedOrigins], ['inside', [], [origin, 'https://other.example.com']]);
  });

  it('returns corrections that apply in all windows until reported usage contradicts the bill', async () => {
    const files = createNodeFileStore(await temporaryFolder(cleanUp));
    const ratios = createTokenRatios(files, neverCalled);
    const { corrections } = await compare([estimated({ messageTokens: 1_000_000 })], dollars(2.06));
    await applyCorrections(ratios, corrections);
    const other = createTokenRatios(files, neverCalled);
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
});

/**
 * A request without reported usage. `counted` has our counts. The other fields select one of the amounts that the
 * service may charge for these counts.
 */
interface UnreportedRequest {
  readonly counted: CountedRequest;
  /** True if the service charges the request. Used only if `counted.charged` is `maybe`. */
  readonly isCharged: boolean;
  /** The position of each true value between its bounds. 0 is the lower bound, and 1 is the upper bound. */
  readonly shares: Readonly<Record<'history' | 'cached' | 'overhead' | 'inFlight', number>>;
  readonly roundsUp: boolean;
}

describe('reconcile with random requests', () => {
  // Prefers the bounds, and short texts without a history, because wrong corrections are most likely for these values.
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
  const unreportedRequest: fc.Arbitrary<UnreportedRequest> = fc.record({
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
  const reportedRequest = fc.record({
    inputTokens: tokens,
    outputTokens: tokens,
    cached: share,
    isCacheReported: fc.boolean(),
  });
  const factorAt = ({ low, high }: TokenFactor, at: number) => Math.min(high, low + (high - low) * at);
  const record = (cost: Cost, prices: Prices, counted?: CountedRequest): SpendRecord => ({
    ...{ id: 'id', at: 0, sessionId: 's', origin, end: 'complete', cost, prices },
    ...(counted === undefined ? {} : { counted }),
  });

  /** Returns the price, in nano-dollars, that the service charges with the true factors. */
  const charge = (
    { counted, isCharged, shares, roundsUp }: UnreportedRequest,
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

  it('returns `inside` for a correct bill, and never excludes the true factors', async () => {
    let corrected = 0;
    const property = fc.asyncProperty(
      fc.array(unreportedRequest, { maxLength: 5 }),
      fc.array(reportedRequest, { maxLength: 4 }),
      fc.record({ input: factor, output: factor }),
      fc.record({ input: share, output: share }),
      anyPrices,
      fc.nat(9),
      async (unreported, reported, factors, at, prices, decimals) => {
        const truth = { input: factorAt(factors.input, at.input), output: factorAt(factors.output, at.output) };
        let charged = 0;
        const requests: SpendRecord[] = [];
        for (const each of unreported) {
          charged += charge(each, truth, prices);
          const { counted } = each;
          requests.push(record(costOfCounted(counted, counted.charged, prices, factors), prices, counted));
        }
        for (const { inputTokens, outputTokens, cached, isCacheReported } of reported) {
          const cachedInputTokens = Math.round(inputTokens * cached);
          charged += priceOf({ inputTokens, cachedInputTokens, outputTokens }, prices);
          const usage = {
            inputTokens,
            outputTokens,
            cachedInputTokens: isCacheReported ? cachedInputTokens : undefined,
          };
          requests.push(record(costOfReported(usage, inputTokens, prices), prices));
        }
        const digit = 10 ** (9 - decimals);
        const bill = { amount: Math.round(charged / digit) * digit, rounding: digit / 2 };
        const { verdict, low, high, corrections } = await reconcile(requests, bill, () => factors);
        assert.equal(verdict, 'inside', `${low} ${charged} ${high}`);
        for (const { kind, from, to } of corrections) {
          corrected += 1;
          assert.equal(from, factors[kind]);
          assert.ok(to.low <= truth[kind] && truth[kind] <= to.high, `${kind}: ${to.low} ${truth[kind]} ${to.high}`);
          assert.ok(from.low <= to.low && to.low <= to.typical && to.typical <= to.high && to.high <= from.high);
          assert.ok(to.low > from.low || to.high < from.high);
        }
      },
    );
    await fc.assert(property, { numRuns: 2_000 });
    assert.ok(corrected > 50, `only ${corrected} corrections`);
  });

  for (const [end, title] of [
    ['low', 'raises a factor’s lower bound almost to the true factor if every other charge is as high as possible'],
    ['high', 'lowers a factor’s upper bound almost to the true factor if every other charge is as low as possible'],
  ] as const) {
    it(title, async () => {
      const isExpensive = end === 'low';
      const all = isExpensive ? 1 : 0;
      let corrected = 0;
      const property = fc.asyncProperty(
        fc.array(unreportedRequest, { minLength: 1, maxLength: 5 }),
        fc.array(reportedRequest, { maxLength: 4 }),
        fc.record({ input: factor, output: factor }),
        share,
        fc.constantFrom('input', 'output'),
        anyPrices,
        async (unreported, reported, factors, at, kind, prices) => {
          const bound = isExpensive ? 'high' : 'low';
          const trueFactor = factorAt(factors[kind], at);
          const trueFactors = { input: factors.input[bound], output: factors.output[bound], [kind]: trueFactor };
          const isCached = isExpensive ? prices.cachedInput > prices.input : prices.cachedInput < prices.input;
          const shares = { history: all, cached: isCached ? 1 : 0, overhead: all, inFlight: all };
          const requests: SpendRecord[] = [];
          let amount = 0;
          for (const { counted } of unreported) {
            amount += charge({ counted, isCharged: isExpensive, shares, roundsUp: isExpensive }, trueFactors, prices);
            requests.push(record(costOfCounted(counted, counted.charged, prices, factors), prices, counted));
          }
          for (const { inputTokens, outputTokens } of reported) {
            const usage = { inputTokens, outputTokens, cachedInputTokens: undefined };
            const cost = costOfReported(usage, inputTokens, prices);
            amount += cost[bound];
            requests.push(record(cost, prices));
          }

          const { corrections } = await reconcile(requests, { amount, rounding: 0.5 }, () => factors);
          const correction = corrections.find((each) => each.kind === kind);
          /** Returns the price of our counts of this kind at a factor of 1. */
          const priceOfCounts = (some: readonly UnreportedRequest[]) =>
            some
              .map(({ counted }) => (kind === 'input' ? counted.messageTokens : counted.outputTokens) * prices[kind])
              .reduce((sum, each) => sum + each, 0);
          const certain = unreported.filter(({ counted }) => counted.charged === 'yes');
          if (priceOfCounts(certain) === 0) {
            assert.equal(correction, undefined, 'a correction, although perhaps no such tokens were charged');
            return;
          }
          const charged = isExpensive ? unreported : certain;
          // The rounding of tokens, prices and the bill limits the accuracy of the factor.
          const rounding = (1 + charged.length * (prices.input + prices.output + 1)) / priceOfCounts(charged);
          if (correction !== undefined) corrected += 1;
          const { low, high } = correction?.to ?? factors[kind];
          if (isExpensive) assert.ok(low >= (trueFactor - rounding) * 0.99 - 0.0002, `${low} for ${trueFactor}`);
          else assert.ok(high <= (trueFactor + rounding) * 1.01 + 0.0002, `${high} for ${trueFactor}`);
        },
      );
      await fc.assert(property, { numRuns: 1_000 });
      assert.ok(corrected > 100, `only ${corrected} corrections`);
    });
  }

  it('returns no corrections for a random bill outside the bounds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(unreportedRequest, { maxLength: 5 }),
        fc.nat(1e9),
        fc.boolean(),
        async (unreported, off, isAbove) => {
          const requests = unreported.map(({ counted }): SpendRecord => {
            const cost = costOfCounted(counted, counted.charged, published);
            return { id: 'id', at: 0, sessionId: 's', origin, end: 'complete', cost, prices: published, counted };
          });
          const sum = (end: 'low' | 'high') => requests.reduce((total, { cost }) => total + cost[end], 0);
          const amount = isAbove ? sum('high') + 2 + off : Math.floor((sum('low') - 2) * (off / 1e9));
          if (!isAbove && sum('low') < 2) return;
          const { verdict, corrections } = await reconcile(requests, { amount, rounding: 1 }, () => defaultFactors);
          // The range is shown rounded to cents or smaller amounts, so a close bill can be inside the shown range.
          const isClose = isAbove ? off < 10_000_000 : sum('low') - amount < 10_000_000;
          assert.deepEqual(corrections, []);
          if (!isClose || verdict !== 'inside') assert.equal(verdict, isAbove ? 'above' : 'below');
        },
      ),
    );
  });
});

describe('parseBill', () => {
  it('returns half a unit of the last digit as the rounding error, but at most half a cent', () => {
    const bills = [
      ['$4.20', 'en', 4.2, 0.005, 2],
      ['4,2', 'de', 4.2, 0.005, 1],
      ['4', 'en', 4, 0.005, 0],
      ['1,234', 'en', 1_234, 0.005, 0],
      ['1,2345', 'de', 1.2345, 0.00005, 4],
    ] as const;
    for (const [text, locale, dollars, rounding, decimals] of bills) {
      assert.deepEqual(
        parseBill(text, locale),
        { amount: Math.round(dollars * 1e9), rounding: Math.round(rounding * 1e9), decimals },
        text,
      );
    }
  });

  it('returns undefined for an invalid amount', () => {
    assert.equal(parseBill('a lot', 'en'), undefined);
  });
});
