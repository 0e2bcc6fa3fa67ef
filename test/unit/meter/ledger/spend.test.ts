import { strict as assert } from 'node:assert';
import { costOfReported, noCost, type Cost } from '../../../../src/meter/cost.ts';
import { addToSum, createSum, spendFields, sumOf, toSpend, withCostSoFar } from '../../../../src/meter/ledger/spend.ts';
import { published } from '../published.ts';
import { spendRecord } from './spendRecords.ts';

describe('createSum', () => {
  it('returns 0 in every field', () => {
    assert.deepEqual(createSum(), Object.fromEntries(spendFields.map((field) => [field, 0])));
  });
});

describe('sumOf', () => {
  const usage = { inputTokens: 1_000, cachedInputTokens: 400, outputTokens: 70 };
  const partsOf = (cost: Cost) => {
    const { inputHigh, cachedInputHigh, outputHigh } = sumOf({ cost, prices: published });
    return [inputHigh, cachedInputHigh, outputHigh];
  };

  it('divides the cost into the prices of uncached input, cached input and output', () => {
    assert.deepEqual(partsOf(costOfReported(usage, 0, published)), [600 * 2_000, 400 * 250, 70 * 8_000]);
  });

  it('limits the parts to the upper bound of the cost: first the cached input, then the output', () => {
    const cost = { ...usage, low: 0, isReported: false };
    assert.deepEqual(partsOf({ ...cost, high: 400 * 250 + 5 }), [0, 400 * 250, 5]);
    assert.deepEqual(partsOf({ ...cost, high: 5 }), [0, 5, 0]);
  });

  it('counts one request, and counts a question if the request has input tokens', () => {
    const counts = (cost: Cost) => {
      const { requests, questions } = sumOf({ cost, prices: published });
      return [requests, questions];
    };
    assert.deepEqual(counts(costOfReported(usage, 0, published)), [1, 1]);
    assert.deepEqual(counts(noCost), [1, 0]);
  });
});

describe('withCostSoFar', () => {
  const pending = spendRecord(4, 'pending', 0, 100);
  const costSoFar: Cost = { ...pending.cost, low: 5, high: 7, outputTokens: 3 };

  it('returns an estimate if the pending cost and the cost so far are estimates', () => {
    assert.deepEqual([pending.cost.isReported, costSoFar.isReported], [false, false]);
    const spend = withCostSoFar(toSpend(sumOf(pending)), pending, costSoFar);
    assert.deepEqual([spend.isReported, spend.low, spend.high, spend.outputTokens], [false, 5, 7, 3]);
  });

  it('replaces the pending cost, and keeps the costs of the other requests', () => {
    const ended = spendRecord(1, 'complete', 0);
    const [before, after] = [createSum(), createSum()];
    for (const record of [ended, pending]) addToSum(before, sumOf(record));
    for (const record of [ended, { ...pending, cost: costSoFar }]) addToSum(after, sumOf(record));
    assert.deepEqual(withCostSoFar(toSpend(before), pending, costSoFar), toSpend(after));
  });
});
