import { strict as assert } from 'node:assert';
import type { BookedRequest } from '../../../../src/meter/ledger/spendRecord.ts';
import { createTokenRatios } from '../../../../src/meter/tokenRatio.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { createBillComparer } from '../../../../src/vscode/spend/billComparer.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { neverCalled } from '../../neverCalled.ts';
import { spendRecord } from '../../meter/ledger/spendRecords.ts';

describe('createBillComparer', () => {
  const cleanUp = cleanUpAfterEach();

  /** Compares an amount with one reported request that cost $0.60. */
  async function compare(amount: string) {
    const cost = {
      low: 600_000_000,
      high: 600_000_000,
      isReported: true,
      inputTokens: 1,
      cachedInputTokens: 0,
      outputTokens: 0,
    };
    const { counted, ...record } = spendRecord(1, 'complete', 1);
    const request = { ...record, cost } as unknown as BookedRequest;
    const comparer = createBillComparer({
      ledger: {
        refresh: async () => Promise.resolve(),
        async *requests() {
          yield await Promise.resolve(request);
        },
      },
      ratios: createTokenRatios(createNodeFileStore(await temporaryFolder(cleanUp)), neverCalled),
      onDidCorrect: () => undefined,
    });
    return comparer.compare({ first: '2026-11-01', last: '2026-11-30', amount });
  }

  it('shows the amount with the digits that the user typed, and the rounded difference', async () => {
    const { figures, sentences } = await compare('1');
    assert.deepEqual(
      [sentences[0], figures?.billText],
      ['Your bill of $1 is $0.4000 above Tally’s range: $0.6000.', '$1'],
    );
    assert.equal((await compare('0.60')).sentences[0], 'Your bill of $0.60 equals Tally’s figure.');
    assert.equal((await compare('0.6')).figures?.billText, '$0.6');
    assert.equal((await compare('0.00')).figures?.billText, '$0');
    assert.match((await compare('1.7418')).sentences[0]!, /^Your bill of \$1\.7418 is \$1\.14 above Tally’s range/);
    assert.match((await compare('0.60005')).sentences[0]!, /^Your bill of \$0\.60005 is <\$0\.0001 above/);
    assert.equal((await compare('0.60000000000')).figures?.billText, '$0.600000000');
  });
});
