import { strict as assert } from 'node:assert';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { balanceLeft, createBalanceStore, isBalanceLow, parseAmount, type RecordedBalance } from '../../../src/meter/balance.ts';
import { createNodeFileStore } from '../../../src/vscode/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';

const recorded: RecordedBalance = { amount: 1_000, spentBefore: 300, at: 1, isWarned: false };

describe('what is left of a balance', () => {
  it('is what was recorded, less all that was spent since', () => {
    assert.deepEqual([300, 400, 1_300, 9_999].map((spent) => balanceLeft(recorded, spent)), [1_000, 900, 0, 0]);
  });

  it('is not more than was recorded, though the ledger was emptied since', () => {
    assert.equal(balanceLeft(recorded, 0), 1_000);
  });

  it('is low from a tenth on', () => {
    assert.deepEqual([300, 1_199, 1_200, 1_300].map((spent) => isBalanceLow(recorded, spent)), [false, false, true, true]);
    assert.equal(isBalanceLow({ ...recorded, amount: 0 }, 300), false, 'who recorded nothing knows');
  });
});

describe('an amount of dollars', () => {
  it('is understood as people write it', () => {
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
      ['9999999', 'en', undefined],
    ];
    for (const [text, locale, dollars] of amounts) {
      assert.equal(parseAmount(text, locale), dollars === undefined ? undefined : Math.round(dollars * 1e9), `${text} (${locale})`);
    }
  });

  it('is read back as any language shows it', () => {
    const languages = fc.constantFrom('en', 'de', 'ja', 'fr', 'pt-br', 'de-CH', 'tr');
    fc.assert(
      fc.property(fc.nat(9e7), languages, (cents, locale) => {
        const shown = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }).format(cents / 100);
        assert.equal(parseAmount(shown, locale), cents * 1e7, shown);
      }),
    );
  });
});

describe('the recorded balance', () => {
  const cleanUp = cleanUpAfterEach();

  it('holds for all windows, and is nothing where its file is torn', async () => {
    const folder = await temporaryFolder(cleanUp);
    const [one, other] = [createBalanceStore(createNodeFileStore(folder)), createBalanceStore(createNodeFileStore(folder))];
    await other.load();
    assert.equal(other.get(), undefined);
    await one.set(recorded);
    await other.load();
    assert.deepEqual(other.get(), recorded);
    for (const text of ['{"amount":1', 'null', '[]', '{"amount":"1","spentBefore":1,"at":1}']) {
      await writeFile(path.join(folder, 'balance.json'), text);
      await other.load();
      assert.equal(other.get(), undefined, text);
    }
  });
});
