import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { isAmount } from '../../../src/meter/amount.ts';
import { costOfCounted, costOfReported, inFlightTokens, noHistory } from '../../../src/meter/cost.ts';
import { priceOf } from '../../../src/meter/prices.ts';
import { published } from './published.ts';

describe('costOfReported', () => {
  it('returns the exact cost if all token counts were reported', () => {
    const usage = { inputTokens: 1_000, cachedInputTokens: 600, outputTokens: 500 };
    assert.deepEqual(costOfReported(usage, 50, published), {
      low: 4_950_000,
      high: 4_950_000,
      isReported: true,
      ...usage,
    });
  });

  it('returns the range from the cost with a cached history to the cost without one, if cached tokens were not reported', () => {
    const usage = { inputTokens: 1_000, cachedInputTokens: undefined, outputTokens: 500 };
    const cost = costOfReported(usage, 600, published);
    assert.equal(cost.low, 4_950_000);
    assert.equal(cost.high, 6_000_000);
    assert.equal(cost.isReported, false);
  });

  it('marks the cost as reported if there is no history, because nothing can be cached', () => {
    const usage = { inputTokens: 1_000, cachedInputTokens: undefined, outputTokens: 500 };
    assert.equal(costOfReported(usage, 0, published).isReported, true);
  });

  it('returns bounds around the price for any number of cached tokens; more output never lowers a bound', () => {
    const usages = fc.record({
      inputTokens: fc.nat(1e6),
      cachedInputTokens: fc.constant(undefined),
      outputTokens: fc.nat(1e6),
    });
    fc.assert(
      fc.property(
        usages,
        fc.nat(1e6),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(1e4),
        (usage, historyTokens, share, more) => {
          const { low, high } = costOfReported(usage, historyTokens, published);
          const cachedInputTokens = Math.floor(Math.min(usage.inputTokens, historyTokens) * share);
          const bill = priceOf({ ...usage, cachedInputTokens }, published);
          assert.ok(0 <= low && low <= bill && bill <= high);
          const longer = costOfReported(
            { ...usage, outputTokens: usage.outputTokens + more },
            historyTokens,
            published,
          );
          assert.ok(longer.low >= low && longer.high >= high);
        },
      ),
    );
  });

  it('returns a lower bound below the upper bound if cached input is more expensive than other input', () => {
    const usage = { inputTokens: 1_000, cachedInputTokens: undefined, outputTokens: 500 };
    const { low, high } = costOfReported(usage, 600, { input: 1, cachedInput: 2, output: 0 });
    assert.deepEqual([low, high], [1_000, 1_600]);
  });
});

const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('costOfCounted', () => {
  const counted = fc.record({
    history: fc.tuple(fc.nat(1e6), fc.nat(1e5)).map(([least, more]) => ({ least, most: least + more })),
    messageTokens: fc.nat(1e6),
    outputTokens: fc.nat(1e6),
    missedTokens: fc.nat(200),
  });

  it('assumes a cached history in the lower bound, and overhead and 5 % more tokens in the upper bound', () => {
    fc.assert(
      fc.property(counted, (tokens) => {
        const { low, high, isReported } = costOfCounted(tokens, 'yes', published);
        const { history, messageTokens, outputTokens } = tokens;
        assert.equal(isReported, false);
        const allCached = {
          inputTokens: history.least + messageTokens,
          cachedInputTokens: history.least,
          outputTokens,
        };
        assert.equal(low, priceOf(allCached, published));
        const ours = { inputTokens: messageTokens, cachedInputTokens: 0, outputTokens };
        const added = { inputTokens: history.most + 7, cachedInputTokens: 0, outputTokens: 0 };
        assert.ok(high >= priceOf(ours, published) * 1.05 + priceOf(added, published));
      }),
    );
  });

  it('returns a lower bound without cached input if cached input is more expensive than other input', () => {
    const prices = { ...published, cachedInput: published.input + 1 };
    fc.assert(
      fc.property(counted, (tokens) => {
        const { history, messageTokens, outputTokens } = tokens;
        const uncached = { inputTokens: history.least + messageTokens, cachedInputTokens: 0, outputTokens };
        assert.equal(costOfCounted(tokens, 'yes', prices).low, priceOf(uncached, prices));
      }),
    );
  });

  it('returns bounds around every possible bill; more tokens never lower a bound', () => {
    const prices = fc.record({ input: fc.nat(1e4), cachedInput: fc.nat(1e4), output: fc.nat(1e4) });
    const shares = fc.record({ read: share, cached: share, overhead: fc.nat(7), tokenizer: share });
    fc.assert(
      fc.property(
        counted,
        prices,
        shares,
        fc.nat(1e4),
        (tokens, anyPrices, { read, cached, overhead, tokenizer }, more) => {
          const { low, high } = costOfCounted(tokens, 'yes', anyPrices);
          const { history, messageTokens, outputTokens } = tokens;
          const historyRead = history.least + Math.floor((history.most - history.least) * read);
          const bill = {
            inputTokens: historyRead + Math.floor(messageTokens * (1 + tokenizer / 20)) + overhead,
            cachedInputTokens: Math.floor(historyRead * cached),
            outputTokens: Math.floor(outputTokens * (1 + tokenizer / 20)),
          };
          assert.ok(0 <= low && low <= priceOf(bill, anyPrices) && priceOf(bill, anyPrices) <= high);
          const longer = costOfCounted(
            { ...tokens, messageTokens: messageTokens + more, outputTokens: outputTokens + more },
            'yes',
            anyPrices,
          );
          assert.ok(longer.low >= low && longer.high >= high);
        },
      ),
    );
  });

  it('returns no amount that the ledger cannot read, even for an impossibly long history', () => {
    const history = { least: Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER };
    const tokens = { history, messageTokens: 10, outputTokens: 10, missedTokens: Number.MAX_SAFE_INTEGER };
    const { isReported, ...amounts } = costOfCounted(tokens, 'yes', published);
    for (const [name, amount] of Object.entries(amounts)) assert.ok(isAmount(amount), `${name} is ${amount}`);
  });

  it('multiplies the counts by the learned factors', () => {
    const factor = { low: 1.01, typical: 1.02, high: 1.03, samples: 9, followsBill: false };
    const tokens = { history: noHistory, messageTokens: 1_000, outputTokens: 100, missedTokens: 0 };
    const { low, high, inputTokens, outputTokens } = costOfCounted(tokens, 'yes', published, {
      input: factor,
      output: factor,
    });
    assert.equal(low, priceOf({ inputTokens: 1_010, cachedInputTokens: 0, outputTokens: 101 }, published));
    assert.deepEqual([inputTokens, outputTokens], [1_037, 103]);
    assert.equal(high, priceOf({ inputTokens: 1_037, cachedInputTokens: 0, outputTokens: 103 }, published));
  });

  it('returns a range from 0 if a charge is uncertain, and `noCost` if the request was not charged', () => {
    const tokens = { history: { least: 10, most: 10 }, messageTokens: 20, outputTokens: 0, missedTokens: 0 };
    const maybe = costOfCounted(tokens, 'maybe', published);
    assert.equal(maybe.low, 0);
    assert.equal(maybe.high, costOfCounted(tokens, 'yes', published).high);
    assert.deepEqual(costOfCounted(tokens, 'no', published), {
      ...{ low: 0, high: 0, isReported: true },
      ...{ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
    });
  });
});

describe('costOfCounted for an interrupted reply', () => {
  it('adds the output that did not arrive to the upper bound only', () => {
    const tokens = { history: noHistory, messageTokens: 20, outputTokens: 100 };
    const cut = costOfCounted({ ...tokens, missedTokens: inFlightTokens }, 'yes', published);
    const whole = costOfCounted({ ...tokens, missedTokens: 0 }, 'yes', published);
    assert.equal(cut.low, whole.low);
    assert.ok(cut.high - whole.high >= 50 * published.output);
  });
});
