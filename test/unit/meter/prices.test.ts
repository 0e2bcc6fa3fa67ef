import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { priceOf, pricesFromDollars } from '../../../src/meter/prices.ts';
import { published } from './published.ts';

const tokens = fc
  .record({ inputTokens: fc.nat(1e9), cachedShare: fc.double({ min: 0, max: 1, noNaN: true }), outputTokens: fc.nat(1e9) })
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

  it('never takes more than the whole input for cached', () => {
    const all = priceOf({ inputTokens: 10, cachedInputTokens: 10, outputTokens: 0 }, published);
    assert.equal(priceOf({ inputTokens: 10, cachedInputTokens: 99, outputTokens: 0 }, published), all);
  });
});

describe('pricesFromDollars', () => {
  it('has no trace of binary fractions', () => {
    assert.deepEqual(pricesFromDollars({ input: 1.1, cachedInput: 0.07, output: 0 }), { input: 1_100, cachedInput: 70, output: 0 });
  });
});
