import assert from 'node:assert/strict';
import type { Spend } from '../../../../src/common/spend.ts';
import { formatMarkedRange } from '../../../../src/common/text/formatCost.ts';
import { noCost } from '../../../../src/meter/cost.ts';
import { averageOf } from '../../../../src/webview/spend/spendFigures.ts';

describe('averageOf', () => {
  const spend = (more: Partial<Spend>): Spend => ({
    ...noCost,
    requests: 4,
    questions: 3,
    inputHigh: 0,
    cachedInputHigh: 0,
    outputHigh: 0,
    ...more,
  });
  const shown = (more: Partial<Spend>) => {
    const average = averageOf(spend(more));
    return average && formatMarkedRange(average, 'en');
  };

  it('is a single amount for exact costs, and a range for estimated costs', () => {
    assert.equal(shown({ low: 2_999_999, high: 2_999_999 }), '$0.0010');
    assert.equal(shown({ low: 2_000_000, high: 2_999_999, isReported: false }), '≈$0.0006–0.0010');
  });

  it('is undefined without charged requests', () => {
    assert.equal(shown({ questions: 0 }), undefined);
  });
});
