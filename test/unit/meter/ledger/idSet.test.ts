import { strict as assert } from 'node:assert';
import { createIdSet, decodeIdSet } from '../../../../src/meter/ledger/idSet.ts';

describe('createIdSet', () => {
  const ids = (count: number, prefix = 'request') => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

  it('distinguishes 500,000 similar ids', () => {
    const set = createIdSet();
    for (const id of ids(500_000)) set.add(id);
    assert.equal(set.size, 500_000);
  });

  it('contains exactly the added ids, before and after it is encoded and decoded', () => {
    const set = createIdSet();
    for (const id of ids(5_000)) set.add(id);
    const restored = decodeIdSet(set.encode(), 5_000);
    for (const each of [set, restored]) {
      assert.ok(ids(5_000).every((id) => each?.has(id) === true));
      assert.ok(!ids(5_000, 'other').some((id) => each?.has(id) === true));
      assert.equal(each?.size, 5_000);
    }
  });

  it('counts an id once if the id is added again, before and after the set is encoded', () => {
    const set = createIdSet();
    for (const id of ['a', 'b', 'a']) set.add(id);
    assert.equal(set.size, 2);
    set.encode();
    for (const id of ['b', 'a', 'c', 'c']) set.add(id);
    assert.equal(set.size, 3);
  });
});

describe('decodeIdSet', () => {
  it('returns undefined for a text that is not Base64 of exactly `size` hashes', () => {
    const set = createIdSet();
    for (const id of ['a', 'b']) set.add(id);
    const text = set.encode();
    assert.equal(decodeIdSet(`${text}\n`, 2)?.size, 2);
    for (const [damaged, size] of [
      [text, 1],
      [text, 3],
      [text.slice(0, -4), 2],
      ['not Base64', 2],
    ] as const)
      assert.equal(decodeIdSet(damaged, size), undefined);
  });
});
