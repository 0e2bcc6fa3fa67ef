import { strict as assert } from 'node:assert';
import { addCostRanges } from '../../../src/common/costRange.ts';

describe('addCostRanges', () => {
  const reported = { low: 5, high: 5, isReported: true };
  const estimated = { low: 1, high: 9, isReported: false };

  it('adds the low ends and the high ends', () => {
    assert.deepEqual(addCostRanges(reported, estimated), { low: 6, high: 14, isReported: false });
  });

  it('returns a reported cost only if both costs are reported', () => {
    assert.equal(addCostRanges(reported, reported).isReported, true);
    assert.equal(addCostRanges(estimated, reported).isReported, false);
  });
});
