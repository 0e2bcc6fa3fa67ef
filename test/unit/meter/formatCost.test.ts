import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { costOfReported, noCost } from '../../../src/meter/cost.ts';
import { formatCost, formatMarkedRange, formatNanoDollars, formatRange, formatTokens } from '../../../src/meter/formatCost.ts';
import { published } from './published.ts';

describe('an amount of money', () => {
  it('has four decimals below a dollar and two from there', () => {
    const amounts: readonly (readonly [number, string])[] = [
      [0, '$0.0000'],
      [1, '<$0.0001'],
      [99_999, '<$0.0001'],
      [100_000, '$0.0001'],
      [100_001, '$0.0002'],
      [4_950_000, '$0.0050'],
      [5_000_000, '$0.0050'],
      [5_000_001, '$0.0051'],
      [123_400_000, '$0.1234'],
      [1_000_000_000, '$1.00'],
      [1_000_000_001, '$1.01'],
      [12_345_678_000_000, '$12,345.68'],
    ];
    for (const [nanoDollars, shown] of amounts) assert.equal(formatNanoDollars(nanoDollars, 'en'), shown);
  });

  it('is never shown below what it is, nor more than one step above', () => {
    const amount = fc.oneof(fc.nat(1e6), fc.nat(2e9), fc.nat({ max: 1e15 }));
    fc.assert(
      fc.property(amount, (nanoDollars) => {
        const shown = Math.round(Number(formatNanoDollars(nanoDollars, 'en').replace(/[<$,]/g, '')) * 1e9);
        assert.ok(shown >= nanoDollars, `${shown} for ${nanoDollars}`);
        assert.ok(shown - nanoDollars < (nanoDollars < 1e9 ? 1e5 : 1e7) || nanoDollars < 1e5);
      }),
    );
  });
});

describe('a cost', () => {
  const cost = costOfReported({ inputTokens: 1_000, cachedInputTokens: 600, outputTokens: 500 }, 0, published);

  it('stands as it is when it was reported, and behind ≈ when it was not', () => {
    assert.equal(formatCost(cost, 'en'), '$0.0050');
    assert.equal(formatCost({ ...cost, isReported: false }, 'en'), '≈$0.0050');
    assert.equal(formatCost(noCost, 'en'), '$0.0000');
    assert.equal(formatCost({ ...cost, high: 10, isReported: false }, 'en'), '<$0.0001', 'a bound needs no mark');
    assert.equal(formatMarkedRange({ ...cost, low: 2_500_000, isReported: false }, 'en'), '≈$0.0025–0.0050');
  });

  it('is shown by its high end', () => {
    assert.equal(formatCost({ ...cost, low: 0, isReported: false }, 'en'), '≈$0.0050');
  });

  it('has both ends as a range, where they differ', () => {
    assert.equal(formatRange(cost, 'en'), '$0.0050');
    assert.equal(formatRange({ ...cost, low: 2_500_000, high: 9_800_000 }, 'en'), '$0.0025–0.0098');
    assert.equal(formatRange({ ...cost, low: 0, high: 9_800_000 }, 'en'), '$0.0000–0.0098');
    assert.equal(formatRange({ ...cost, low: 10, high: 9_800_000 }, 'en'), '<$0.0001–0.0098', 'what costs is not shown as nothing');
    assert.equal(formatRange({ ...cost, low: 99_999, high: 100_000 }, 'en'), '$0.0001');
    assert.equal(formatRange({ ...cost, low: 9_999_999, high: 1_200_000_000 }, 'en'), '<$0.01–1.20');
    assert.equal(formatMarkedRange({ ...cost, low: 10, high: 600_000, isReported: false }, 'en'), '<$0.0001–0.0006', 'a bound needs no mark');
    assert.equal(formatRange({ ...cost, low: 4_900_001, high: 4_950_000 }, 'en'), '$0.0049–0.0050');
    assert.equal(formatRange({ ...cost, low: 10, high: 99_999 }, 'en'), '<$0.0001');
    assert.equal(formatRange({ ...cost, low: 999_900_000, high: 1_200_000_000 }, 'en'), '$0.99–1.20');
  });

  it('follows the language', () => {
    assert.equal(formatCost(cost, 'de').replace(/\s/g, ' '), '0,0050 $');
    assert.equal(formatTokens(1_234, 'en'), '1,234');
    assert.equal(formatTokens(1_234, 'de'), '1.234');
  });
});
