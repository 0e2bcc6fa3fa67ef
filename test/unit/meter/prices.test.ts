import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { priceOf, pricesFromDollars } from '../../../src/meter/prices.ts';
import { published } from './published.ts';

const tokens = fc
  .record({
    inputTokens: fc.nat(1e9),
    cachedShare: fc.double({ min: 0, max: 1, noNaN: true }),
    outputTokens: fc.nat(1e9),
  })
  .map(({ inputTokens, cachedShare, outputTokens }) => ({
    inputTokens,
    cachedInputTokens: Math.floor(inputTokens * cachedShare),
    outputTokens,
  }));
const anyPrices = fc.record({ input: fc.nat(1e5), cachedInput: fc.nat(1e5), output: fc.nat(1e5) });

describe('priceOf', () => {
  it('adds up the prices of uncached input, cached input and output', () => {
    assert.deepEqual(published, { input: 2_000, cachedInput: 250, output: 8_000 });
    assert.equal(priceOf({ inputTokens: 1_000, cachedInputTokens: 600, outputTokens: 500 }, published), 4_950_000);
  });

  it('returns a whole number, and 0 for no tokens', () => {
    fc.assert(fc.property(tokens, anyPrices, (some, prices) => assert.ok(Number.isSafeInteger(priceOf(some, prices)))));
    assert.equal(priceOf({ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }, published), 0);
  });

  it('returns the same total for two requests as for all their tokens at once, at prices in whole nano-dollars', () => {
    fc.assert(
      fc.property(tokens, tokens, anyPrices, (a, b, prices) => {
        const both = {
          inputTokens: a.inputTokens + b.inputTokens,
          cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
          outputTokens: a.outputTokens + b.outputTokens,
        };
        assert.equal(priceOf(both, prices), priceOf(a, prices) + priceOf(b, prices));
      }),
    );
  });

  it('never lowers the price for more input or output, nor raises it for more cached input, which is cheaper', () => {
    fc.assert(
      fc.property(tokens, fc.nat(1e6), (some, more) => {
        const price = priceOf(some, published);
        assert.ok(priceOf({ ...some, inputTokens: some.inputTokens + more }, published) >= price);
        assert.ok(priceOf({ ...some, outputTokens: some.outputTokens + more }, published) >= price);
        assert.ok(priceOf({ ...some, cachedInputTokens: some.cachedInputTokens + more }, published) <= price);
      }),
    );
  });

  it('returns no negative price, even for an invalid number of cached tokens', () => {
    fc.assert(
      fc.property(tokens, fc.integer(), anyPrices, (some, cachedInputTokens, prices) =>
        assert.ok(priceOf({ ...some, cachedInputTokens }, prices) >= 0),
      ),
    );
  });

  it('never exceeds the maximum cost that the ledger can read', () => {
    const tokens = { inputTokens: 1e9, cachedInputTokens: 0, outputTokens: 1e9 };
    const highest = pricesFromDollars({ input: 1e6, cachedInput: 1e6, output: 1e6 });
    assert.equal(priceOf(tokens, highest), Number.MAX_SAFE_INTEGER);
  });

  it('counts at most the whole input as cached', () => {
    const all = priceOf({ inputTokens: 10, cachedInputTokens: 10, outputTokens: 0 }, published);
    assert.equal(priceOf({ inputTokens: 10, cachedInputTokens: 99, outputTokens: 0 }, published), all);
  });
});

describe('priceOf with fractions of a nano-dollar per token', () => {
  const dollars = fc.nat(5e6).map((millionths) => millionths / 1e6);
  const oddPrices = fc.record({ input: dollars, cachedInput: dollars, output: dollars });

  it('rounds the sum once, by less than a nano-dollar', () => {
    fc.assert(
      fc.property(tokens, oddPrices, (some, prices) => {
        const exact =
          BigInt(some.inputTokens - some.cachedInputTokens) * BigInt(Math.round(prices.input * 1e6)) +
          BigInt(some.cachedInputTokens) * BigInt(Math.round(prices.cachedInput * 1e6)) +
          BigInt(some.outputTokens) * BigInt(Math.round(prices.output * 1e6));
        const price = BigInt(priceOf(some, pricesFromDollars(prices)));
        assert.ok(price * 1_000n >= exact && price * 1_000n - exact < 1_000n, `${price} for ${exact} thousandths`);
        const least = BigInt(priceOf(some, pricesFromDollars(prices), Math.floor));
        assert.ok(least * 1_000n <= exact);
      }),
    );
  });

  it('rounds up to a whole nano-dollar, even for a tiny price', () => {
    assert.equal(
      priceOf(
        { inputTokens: 3, cachedInputTokens: 0, outputTokens: 0 },
        pricesFromDollars({ input: 0.0375, cachedInput: 0, output: 0 }),
      ),
      113,
    );
    assert.equal(
      priceOf(
        { inputTokens: 1, cachedInputTokens: 0, outputTokens: 0 },
        pricesFromDollars({ input: 1e-9, cachedInput: 0, output: 0 }),
      ),
      1,
    );
  });
});

describe('pricesFromDollars', () => {
  it('converts decimal fractions exactly', () => {
    assert.deepEqual(pricesFromDollars({ input: 1.1, cachedInput: 0.07, output: 0 }), {
      input: 1_100,
      cachedInput: 70,
      output: 0,
    });
  });
});
