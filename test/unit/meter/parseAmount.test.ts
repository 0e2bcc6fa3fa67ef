import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { isTooLargeAmount, parseAmount } from '../../../src/meter/parseAmount.ts';

describe('parseAmount', () => {
  it('parses the usual notations by locale, and returns undefined for other text and for more than $1,000,000', () => {
    const amounts: readonly (readonly [text: string, locale: string, dollars: number | undefined])[] = [
      ['12.50', 'en', 12.5],
      ['$12.50', 'en', 12.5],
      [' 12,50 $', 'de', 12.5],
      ['12,5', 'en', 12.5],
      ['1,234.56', 'de', 1_234.56],
      ['1.234,56', 'en', 1_234.56],
      ['1,234,567', 'en', undefined],
      ['123,456.5', 'en', 123_456.5],
      ['1,234', 'en', 1_234],
      ['1,234', 'de', 1.234],
      ['1.234', 'en', 1.234],
      ['1.234', 'de', 1_234],
      ['1 234,5', 'fr', 1_234.5],
      ['1’234.50', 'de-CH', 1_234.5],
      ['US$ 5', 'en', 5],
      ['5 USD', 'en', 5],
      ['0', 'en', 0],
      ['.5', 'en', 0.5],
      ['5.', 'en', 5],
      ['', 'en', undefined],
      ['$', 'en', undefined],
      ['-5', 'en', undefined],
      ['5 €', 'en', undefined],
      ['a lot', 'en', undefined],
      ['1e3', 'en', undefined],
      ['1,000,000.00', 'en', 1_000_000],
      ['1000000.01', 'en', undefined],
      ['9999999', 'en', undefined],
    ];
    for (const [text, locale, dollars] of amounts) {
      assert.equal(
        parseAmount(text, locale),
        dollars === undefined ? undefined : Math.round(dollars * 1e9),
        `${text} (${locale})`,
      );
    }
  });

  it('tells amounts of more than a million dollars from other text', () => {
    for (const text of ['999999999', '$1,000,000.01', `1${'0'.repeat(400)}`])
      assert.ok(isTooLargeAmount(text, 'en'), text);
    for (const text of ['1000000', '0', 'a lot', '1e9', '-9999999']) assert.ok(!isTooLargeAmount(text, 'en'), text);
  });

  it('parses amounts that Intl.NumberFormat has formatted', () => {
    const languages = fc.constantFrom('en', 'de', 'ja', 'fr', 'pt-br', 'de-CH', 'tr');
    fc.assert(
      fc.property(fc.nat(9e7), languages, (cents, locale) => {
        const shown = new Intl.NumberFormat(locale, {
          style: 'currency',
          currency: 'USD',
          currencyDisplay: 'narrowSymbol',
        }).format(cents / 100);
        assert.equal(parseAmount(shown, locale), cents * 1e7, shown);
      }),
    );
  });
});
