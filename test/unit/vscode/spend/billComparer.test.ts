import { strict as assert } from 'node:assert';
import { costOfCounted, noHistory } from '../../../../src/meter/cost.ts';
import type { BookedRequest } from '../../../../src/meter/ledger/spendRecord.ts';
import { createTokenRatios, defaultFactors } from '../../../../src/meter/tokenRatio.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { createBillComparer } from '../../../../src/vscode/spend/billComparer.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { neverCalled } from '../../neverCalled.ts';
import { published } from '../../meter/published.ts';
import { spendRecord } from '../../meter/ledger/spendRecords.ts';

describe('createBillComparer', () => {
  const cleanUp = cleanUpAfterEach();

  /** Opens a comparer for a ledger with one request that costs as much as the range of `ends`, in nano-dollars. */
  async function open(...ends: readonly [low: number, high: number]) {
    const cost = {
      low: ends[0],
      high: ends[1],
      isReported: ends[0] === ends[1],
      inputTokens: 1,
      cachedInputTokens: 0,
      outputTokens: 0,
    };
    const { counted, ...record } = spendRecord(1, 'complete', 1);
    return openFor({ ...record, cost } as unknown as BookedRequest);
  }

  async function openFor(request: BookedRequest) {
    const requests = [request];
    const comparer = createBillComparer({
      ledger: {
        refresh: async () => Promise.resolve(),
        async *requests() {
          for (const each of requests) yield await Promise.resolve(each);
        },
      },
      ratios: createTokenRatios(createNodeFileStore(await temporaryFolder(cleanUp)), neverCalled),
      onDidCorrect: () => undefined,
    });
    const compare = async (amount: string) => comparer.compare({ first: '2026-11-01', last: '2026-11-30', amount });
    return { comparer, compare, addRequest: () => requests.push(request) };
  }

  /** Compares an amount with one reported request that cost $0.60. */
  const compare = async (amount: string) => (await open(600_000_000, 600_000_000)).compare(amount);

  it('says that a bill is rounded if it is 0, or within the range only because it is rounded', async () => {
    const { compare: compareSmall } = await open(2_850_000, 3_401_000);
    const rounded = async (amount: string) => {
      const { sentences, canCorrect } = await compareSmall(amount);
      return [sentences[1], canCorrect];
    };
    const sentence = 'Your bill is rounded: $0 can stand for any amount from $0 to $0.005.';
    assert.deepEqual(await rounded('0.00'), [sentence, false]);
    assert.match(String((await rounded('0.0035'))[0]), /^Estimates weren’t changed/);
    const [verdict, reason] = (await compare('0')).sentences;
    assert.match(`${verdict} ${reason}`, /above|below/);
    const reported = await open(2_850_000, 2_850_000);
    assert.equal((await reported.compare('0')).sentences[0], 'Your bill of $0 agrees with Tally’s figure: $0.0029.');
  });

  it('says that Tally’s figure is rounded up if a rounded bill agrees only with the exact cost', async () => {
    // Shown as $0.0115.
    const { compare: compareBill } = await open(11_443_500, 11_443_500);
    assert.deepEqual((await compareBill('0.0114')).sentences, [
      'Your bill of $0.0114 agrees with Tally’s figure: $0.0115.',
      'Tally’s figure is rounded up. Your bill is rounded, too: $0.0114 can stand for any amount from $0.01135 to $0.01145.',
    ]);
    const exact = 'Your bill of $0.0114435 agrees with Tally’s figure: $0.0115.';
    assert.deepEqual((await compareBill('0.0114435')).sentences, [exact]);
    assert.equal((await compareBill('0.0115')).sentences[0], 'Your bill of $0.0115 equals Tally’s figure.');
    const containsShown = 'Your bill is rounded: $0.011 can stand for any amount from $0.0105 to $0.0115.';
    assert.equal((await compareBill('0.011')).sentences[1], containsShown);
    assert.match((await compareBill('0.0113')).sentences[0]!, /below Tally’s figure: \$0\.0115\.$/);
  });

  it('calls several amounts a range', async () => {
    const { compare: compareBill } = await open(2_850_000, 3_401_000);
    assert.match((await compareBill('0.01')).sentences[0]!, /above Tally’s range: ≈\$0\.0028–0\.0035\.$/);
  });

  it('says that an amount is too large, or not an amount', async () => {
    const { figures, sentences } = await compare('999999999');
    assert.deepEqual([figures, sentences], [undefined, ['The amount is too large. Enter at most $1,000,000.']]);
    assert.deepEqual((await compare('1e3')).sentences, ['Enter an amount of US dollars, such as $4.20.']);
  });

  it('compares the last bill again, but only if its days have new requests', async () => {
    const { comparer, compare: compareBill, addRequest } = await open(600_000_000, 600_000_000);
    assert.equal(await comparer.refresh(), undefined);
    await compareBill('0.60');
    assert.equal(await comparer.refresh(), undefined);
    addRequest();
    assert.match((await comparer.refresh())!.sentences[0]!, /^Your bill of \$0\.60 is \$0\.6000 below Tally’s figure/);
    assert.equal(await comparer.refresh(), undefined);
    await compareBill('a lot');
    addRequest();
    assert.equal(await comparer.refresh(), undefined);
  });

  it('shows the amount with the digits that the user typed, and the rounded difference', async () => {
    const { figures, sentences } = await compare('1');
    assert.deepEqual(
      [sentences[0], figures?.billText],
      ['Your bill of $1 is $0.4000 above Tally’s figure: $0.6000.', '$1'],
    );
    assert.equal((await compare('0.60')).sentences[0], 'Your bill of $0.60 equals Tally’s figure.');
    assert.equal((await compare('0.6')).figures?.billText, '$0.6');
    assert.equal((await compare('0.00')).figures?.billText, '$0');
    assert.match((await compare('1.7418')).sentences[0]!, /^Your bill of \$1\.7418 is \$1\.14 above Tally’s figure/);
    assert.match((await compare('0.60005')).sentences[0]!, /^Your bill of \$0\.60005 is <\$0\.0001 above/);
    assert.equal((await compare('0.60000000000')).figures?.billText, '$0.600000000');
  });

  it('says in one sentence for each of input and output what the bill shows about the token counts', async () => {
    const counted = {
      history: noHistory,
      messageTokens: 1_000_000,
      outputTokens: 100_000,
      missedTokens: 0,
      charged: 'yes',
    } as const;
    const cost = costOfCounted(counted, 'yes', published, defaultFactors);
    const { comparer, compare: compareBill } = await openFor({
      ...spendRecord(1, 'complete', 1),
      day: '2026-11-01',
      cost,
      counted,
    });
    const corrections = [
      'Input: 0% to +1.3% relative to Tally’s own count (before: 0% to +5%).',
      'Output: 0% to +1.6% relative to Tally’s own count (before: 0% to +5%).',
    ];
    const { sentences } = await compareBill('2.8050');
    assert.deepEqual(sentences.slice(1), [
      'The bill contains new information about the service’s token counts.',
      ...corrections,
    ]);
    assert.deepEqual((await comparer.correct())?.sentences.slice(1), [
      'Estimates are now corrected with the bill.',
      ...corrections,
    ]);
  });
});
