import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { costOfReported, noCost } from '../../../../src/meter/cost.ts';
import {
  formatBreakdown,
  formatCost,
  formatLeft,
  formatMarkedRange,
  formatNanoDollars,
  formatParts,
  formatPrice,
  formatRange,
  formatTokens,
} from '../../../../src/common/text/formatCost.ts';
import { published } from '../../meter/published.ts';

describe('formatParts', () => {
  const cost = (high: number, isReported = true) => ({ low: 0, high, isReported });

  it('shows parts with the decimal places of the cost, and rounds them so that they add up to the cost', () => {
    const shown: readonly (readonly [readonly number[], readonly string[]])[] = [
      [
        [1_386_000_000, 63_700_000, 756_000_000],
        ['$1.39', '$0.06', '$0.76'],
      ],
      [
        [50_000, 50_000, 50_000],
        ['$0.0001', '$0.0001', '<$0.0001'],
      ],
      [
        [100_000, 0, 200_000],
        ['$0.0001', '$0', '$0.0002'],
      ],
      [
        [1_000_000_000, 2_000_000, 0],
        ['$1.00', '$0.01', '$0'],
      ],
      [
        [40_000, 0, 50_000],
        ['<$0.0001', '$0', '<$0.0001'],
      ],
      [
        [0, 0, 0],
        ['$0', '$0', '$0'],
      ],
    ];
    for (const [parts, expected] of shown) {
      const high = parts.reduce((sum, part) => sum + part, 0);
      assert.deepEqual(formatParts(parts, cost(high), 'en'), expected);
    }
  });

  it('marks estimated parts above zero', () => {
    assert.deepEqual(formatParts([3_000_000, 0, 20_000], cost(3_020_000, false), 'en'), ['≈$0.0030', '$0', '≈$0.0001']);
  });

  it('shows parts that add up to the shown cost, for any parts', () => {
    const amount = fc.oneof(fc.nat(1e6), fc.nat(2e9), fc.nat({ max: 1e14 }));
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 4 }), (parts) => {
        const high = parts.reduce((sum, part) => sum + part, 0);
        fc.pre(high >= 100_000);
        const numbers = formatParts(parts, cost(high), 'en').map((text) =>
          text.startsWith('<') ? 0 : Number(text.replace(/[$,]/g, '')),
        );
        const sum = numbers.reduce((total, each) => total + each, 0);
        assert.equal(sum.toFixed(4), Number(formatNanoDollars(high, 'en').replace(/[$,]/g, '')).toFixed(4));
      }),
    );
  });
});

describe('formatNanoDollars', () => {
  it('shows four decimal places for amounts up to $0.9999, two for higher amounts, and none for 0', () => {
    const amounts: readonly (readonly [number, string])[] = [
      [0, '$0'],
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

  it('rounds up, by less than one unit of the last decimal place', () => {
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

describe('formatLeft', () => {
  it('rounds down to four decimal places below $1 and to two from $1 on, but not to 0', () => {
    const amounts: readonly (readonly [number, string])[] = [
      [0, '$0'],
      [99_999, '<$0.0001'],
      [100_000, '$0.0001'],
      [199_999, '$0.0001'],
      [999_900_000, '$0.9999'],
      [999_999_999, '$0.9999'],
      [1_000_000_000, '$1.00'],
      [1_009_999_999, '$1.00'],
      [1_010_000_000, '$1.01'],
      [12_345_679_999_999, '$12,345.67'],
    ];
    for (const [nanoDollars, shown] of amounts) assert.equal(formatLeft(nanoDollars, 'en'), shown);
    assert.equal(formatLeft(1_239_999_999, 'de').replace(/\s/g, ' '), '1,23 $');
  });

  it('rounds down, by less than one unit of the last decimal place', () => {
    fc.assert(
      fc.property(fc.oneof(fc.nat(1e6), fc.nat(2e9), fc.nat({ max: 1e15 })), (nanoDollars) => {
        const shown = Math.round(Number(formatLeft(nanoDollars, 'en').replace(/[$,]|<.*/g, '')) * 1e9);
        assert.ok(shown <= nanoDollars, `${shown} for ${nanoDollars}`);
        assert.ok(nanoDollars - shown < (nanoDollars < 1e9 ? 1e5 : 1e7), `${shown} for ${nanoDollars}`);
      }),
      { seed: 7 },
    );
  });
});

describe('formatCost, formatRange and formatMarkedRange', () => {
  const cost = costOfReported({ inputTokens: 1_000, cachedInputTokens: 600, outputTokens: 500 }, 0, published);

  it('put ≈ before an estimated cost, unless the amount starts with < (formatCost and formatMarkedRange)', () => {
    assert.equal(formatCost(cost, 'en'), '$0.0050');
    assert.equal(formatCost({ ...cost, isReported: false }, 'en'), '≈$0.0050');
    assert.equal(formatCost(noCost, 'en'), '$0');
    assert.equal(formatCost({ ...noCost, isReported: false }, 'en'), '$0');
    assert.equal(formatMarkedRange({ ...noCost, isReported: false }, 'en'), '$0');
    assert.equal(formatCost({ ...cost, high: 10, isReported: false }, 'en'), '<$0.0001', 'an amount with < gets no ≈');
    assert.equal(formatMarkedRange({ ...cost, low: 2_500_000, isReported: false }, 'en'), '≈$0.0025–0.0050');
  });

  it('show the high end (formatCost), or a range if the shown ends differ (formatRange and formatMarkedRange)', () => {
    assert.equal(formatCost({ ...cost, low: 0, isReported: false }, 'en'), '≈$0.0050');
    assert.equal(formatRange(cost, 'en'), '$0.0050');
    assert.equal(formatRange({ ...cost, low: 2_500_000, high: 9_800_000 }, 'en'), '$0.0025–0.0098');
    assert.equal(formatRange({ ...cost, low: 0, high: 9_800_000 }, 'en'), '$0–0.0098');
    assert.equal(
      formatRange({ ...cost, low: 1, high: 9_800_000 }, 'en'),
      '<$0.0001–0.0098',
      'a low end above zero is not rounded to zero',
    );
    assert.equal(formatRange({ ...cost, low: 99_999, high: 100_000 }, 'en'), '$0.0001');
    assert.equal(formatRange({ ...cost, low: 9_999_999, high: 1_200_000_000 }, 'en'), '<$0.01–1.20');
    assert.equal(
      formatMarkedRange({ ...cost, low: 10, high: 600_000, isReported: false }, 'en'),
      '<$0.0001–0.0006',
      'an amount with < gets no ≈',
    );
    assert.equal(formatRange({ ...cost, low: 4_900_001, high: 4_950_000 }, 'en'), '$0.0049–0.0050');
    assert.equal(formatRange({ ...cost, low: 10, high: 99_999 }, 'en'), '<$0.0001');
    assert.equal(formatRange({ ...cost, low: 999_900_000, high: 1_200_000_000 }, 'en'), '$0.99–1.20');
  });

  it('never show a cost above zero as zero in the tested languages', () => {
    const amounts = fc
      .tuple(fc.integer({ min: 1, max: 3e9 }), fc.nat(3e9))
      .map(([low, more]) => ({ ...cost, low, high: low + more }));
    const languages = fc.constantFrom('en', 'de', 'ja', 'ar', 'he', 'pt-br', 'fr', 'tr', 'zh-cn');
    fc.assert(
      fc.property(amounts, languages, fc.boolean(), (some, locale, isReported) => {
        for (const format of [formatCost, formatMarkedRange, formatRange]) {
          for (const end of format({ ...some, isReported }, locale).split('–')) assert.match(end, /[1-9]/, locale);
        }
      }),
    );
  });

  it('put one currency sign before or after a range, as the language does', () => {
    const range = { ...cost, low: 2_500_000, high: 9_800_000 };
    const shown = Object.fromEntries(
      ['de', 'ja', 'pt-br', 'ar', 'he'].map((locale) => [locale, formatRange(range, locale).replace(/\s/g, ' ')]),
    );
    assert.deepEqual(shown, {
      de: '0,0025–0,0098 $',
      ja: '$0.0025–0.0098',
      'pt-br': '$ 0,0025–0,0098',
      ar: '0.0025–0.0098 US$',
      he: '0.0025–0.0098 $',
    });
  });

  it('use the number format of the language', () => {
    assert.equal(formatCost(cost, 'de').replace(/\s/g, ' '), '0,0050 $');
  });
});

describe('formatTokens', () => {
  it('groups digits as the language does', () => {
    assert.equal(formatTokens(1_234, 'en'), '1,234');
    assert.equal(formatTokens(1_234, 'de'), '1.234');
  });
});

describe('formatBreakdown', () => {
  const cost = costOfReported({ inputTokens: 1_000, cachedInputTokens: 600, outputTokens: 500 }, 0, published);

  it('shows parts that add up exactly to the shown high end', () => {
    const parts = fc.tuple(fc.nat(2e9), fc.nat(2e9), fc.nat(2e9));
    fc.assert(
      fc.property(parts, fc.nat(1e9), (each, less) => {
        const high = each.reduce((sum, part) => sum + part, 0);
        const shown = formatBreakdown(each, { low: Math.max(0, high - less), high, isReported: false }, 'en');
        const nanoDollars = (amount: string) => BigInt(amount.replace(/[≈$.,]/g, '').padEnd(1, '0'));
        const digits = (amount: string) => amount.split('.')[1]?.length ?? 0;
        const end = shown.total.split('–').at(-1)!;
        const scaled = shown.parts.map((part) => nanoDollars(part) * 10n ** BigInt(digits(end) - digits(part)));
        assert.equal(
          scaled.reduce((sum, part) => sum + part, 0n),
          nanoDollars(end),
          `${shown.parts.join(' + ')} = ${end}`,
        );
      }),
    );
    const reported = formatBreakdown([800_000, 150_000, 4_000_000], cost, 'en');
    assert.deepEqual(reported, { parts: ['$0.00080', '$0.00015', '$0.00400'], total: '$0.00495' });
    const estimated = formatBreakdown([800_000, 0, 4_000_000], { low: 0, high: 4_800_000, isReported: false }, 'en');
    assert.deepEqual(estimated, { parts: ['$0.0008', '$0', '$0.0040'], total: '≈$0–0.0048' });
    const low = formatBreakdown([1_000_000], { low: 50_000, high: 1_000_000, isReported: false }, 'en');
    assert.deepEqual(low, { parts: ['$0.00100'], total: '≈$0.00005–0.00100' });
    assert.equal(formatBreakdown([250], { low: 250, high: 250, isReported: true }, 'en').total, '$0.00000025');
    assert.equal(
      formatBreakdown([800_000, 4_000_000], { low: 2_000_000, high: 4_800_000, isReported: false }, 'de').total.replace(
        /\s/g,
        ' ',
      ),
      '≈0,0020–0,0048 $',
    );
  });

  it('ends for costs with parts of a nano-dollar, which an imported file may have', () => {
    for (const [low, high] of [
      [0.5, 0.5],
      [0, 1.5],
      [0.25, 4e6],
      [1e-300, 1],
    ] as const)
      assert.match(formatBreakdown([high], { low, high, isReported: true }, 'en').total, /^\$0/);
  });
});

describe('formatPrice', () => {
  it('shows the price of 1,000,000 tokens with all its decimal places, but at least two', () => {
    assert.deepEqual(
      [2_000, 250, 37.5, 0.001, 0].map((price) => formatPrice(price, 'en')),
      ['$2.00', '$0.25', '$0.0375', '$0.000001', '$0'],
    );
  });
});
