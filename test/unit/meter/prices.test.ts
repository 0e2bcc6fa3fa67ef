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
  it('prices the documented example in whole nano-dollars', () => {
    assert.deepEqual(published, { input: 2_000, cachedInput: 250, output: 8_000 });
    assert.equal(priceOf({ inputTokens: 1_000, cachedInputTokens: 600, outputTokens: 500 }, published), 4_950_000);
  });

  it('is a whole number, and nothing for nothing', () => {
    fc.assert(fc.property(tokens, anyPrices, (some, prices) => assert.ok(Number.isSafeInteger(priceOf(some, prices)))));
    assert.equal(priceOf({ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }, published), 0);
  });

  it('is the same for two requests together as for each alone', () => {
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

  it('does not fall with more tokens, nor rise with more of them cached', () => {
    fc.assert(
      fc.property(tokens, fc.nat(1e6), (some, more) => {
        const price = priceOf(some, published);
        assert.ok(priceOf({ ...some, inputTokens: some.inputTokens + more }, published) >= price);
        assert.ok(priceOf({ ...some, outputTokens: some.outputTokens + more }, published) >= price);
        assert.ok(priceOf({ ...some, cachedInputTokens: some.cachedInputTokens + more }, published) <= price);
      }),
    );
  });

  it('is never negative, whatever is called cached', () => {
    fc.assert(
      fc.property(tokens, fc.integer(), anyPrices, (some, cachedInputTokens, prices) =>
        assert.ok(priceOf({ ...some, cachedInputTokens }, prices) >= 0),
      ),
    );
  });

  it('never takes more than the whole input for cached', () => {
    const all = priceOf({ inputTokens: 10, cachedInputTokens: 10, outputTokens: 0 }, published);
    assert.equal(priceOf({ inputTokens: 10, cachedInputTokens: 99, outputTokens: 0 }, published), all);
  });
});

describe('prices below a nano-dollar per token', () => {
  const dollars = fc.nat(5e6).map((millionths) => millionths / 1e6);
  const oddPrices = fc.record({ input: dollars, cachedInput: dollars, output: dollars });

  it('lose nothing: the sum is rounded up once, by less than a nano-dollar', () => {
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

  it('are those of real services', () => {
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
  it('has no trace of binary fractions', () => {
    assert.deepEqual(pricesFromDollars({ input: 1.1, cachedInput: 0.07, output: 0 }), {
      input: 1_100,
      cachedInput: 70,
      output: 0,
    });
  });
});
