import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { costOfReported, noCost } from '../../../src/meter/cost.ts';
import { formatCost, formatMarkedRange, formatNanoDollars, formatRange, formatTokens } from '../../../src/common/formatCost.ts';
import { published } from '../meter/published.ts';

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
      [999_900_000, '$0.9999'],
      [999_900_001, '$1.00'],
      [1_000_000_000, '$1.00'],
      [1_000_000_001, '$1.01'],
      [12_345_678_000_000, '$12,345.68'],
      [9_000_000_000_000_001, '$9,000,000.01'],
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
    assert.equal(formatRange({ ...cost, low: 0, high: 9_800_000 }, 'en'), '$0–0.0098');
    assert.equal(formatRange({ ...cost, low: 10, high: 9_800_000 }, 'en'), '<$0.0001–0.0098', 'what costs is not shown as nothing');
    assert.equal(formatRange({ ...cost, low: 99_999, high: 100_000 }, 'en'), '$0.0001');
    assert.equal(formatRange({ ...cost, low: 9_999_999, high: 1_200_000_000 }, 'en'), '<$0.01–1.20');
    assert.equal(formatMarkedRange({ ...cost, low: 10, high: 600_000, isReported: false }, 'en'), '<$0.0001–0.0006', 'a bound needs no mark');
    assert.equal(formatRange({ ...cost, low: 4_900_001, high: 4_950_000 }, 'en'), '$0.0049–0.0050');
    assert.equal(formatRange({ ...cost, low: 10, high: 99_999 }, 'en'), '<$0.0001');
    assert.equal(formatRange({ ...cost, low: 999_900_000, high: 1_200_000_000 }, 'en'), '$0.99–1.20');
  });

  it('is never shown as nothing when it cost something, in any language', () => {
    const amounts = fc.tuple(fc.integer({ min: 1, max: 3e9 }), fc.nat(3e9)).map(([low, more]) => ({ ...cost, low, high: low + more }));
    const languages = fc.constantFrom('en', 'de', 'ja', 'ar', 'he', 'pt-br', 'fr', 'tr', 'zh-cn');
    fc.assert(
      fc.property(amounts, languages, fc.boolean(), (some, locale, isReported) => {
        for (const format of [formatCost, formatMarkedRange, formatRange]) {
          for (const end of format({ ...some, isReported }, locale).split('–')) assert.match(end, /[1-9]/, locale);
        }
      }),
    );
  });

  it('has its unit once in a range, where the language puts it', () => {
    const range = { ...cost, low: 2_500_000, high: 9_800_000 };
    const shown = Object.fromEntries(['de', 'ja', 'pt-br', 'ar', 'he'].map((locale) => [locale, formatRange(range, locale).replace(/\s/g, ' ')]));
    assert.deepEqual(shown, {
      de: '0,0025–0,0098 $',
      ja: '$0.0025–0.0098',
      'pt-br': '$ 0,0025–0,0098',
      ar: '0.0025–0.0098 US$',
      he: '0.0025–0.0098 $',
    });
  });

  it('follows the language', () => {
    assert.equal(formatCost(cost, 'de').replace(/\s/g, ' '), '0,0050 $');
    assert.equal(formatTokens(1_234, 'en'), '1,234');
    assert.equal(formatTokens(1_234, 'de'), '1.234');
  });
});
