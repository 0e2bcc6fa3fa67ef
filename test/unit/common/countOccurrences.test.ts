import { strict as assert } from 'node:assert';
import { countOccurrences } from '../../../src/common/countOccurrences.ts';

describe('countOccurrences', () => {
  it('returns the number of occurrences of a part', () => {
    assert.equal(countOccurrences('\nid: 1\nid: 2\ndata: id', '\nid'), 2);
    assert.equal(countOccurrences('abc', 'd'), 0);
    assert.equal(countOccurrences('', 'a'), 0);
  });

  it('counts overlapping occurrences', () => {
    assert.equal(countOccurrences('aaaa', 'aa'), 3);
  });
});
