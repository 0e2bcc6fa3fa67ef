import { strict as assert } from 'node:assert';
import { createTextSearch } from '../../../../src/chat/draft/textSearch.ts';
import { repetitiveTexts } from './repetitiveTexts.ts';

describe('createTextSearch', () => {
  const long = 'x'.repeat(5_000);

  it('finds a short part anywhere, and a long part if it is a whole text, its start or its end', () => {
    const contains = createTextSearch();
    assert.equal(contains(new Set(['other', 'a whole text']), 'whole'), true);
    assert.equal(contains(new Set(['other', 'a whole text']), 'part'), false);
    assert.equal(contains(new Set(), 'part'), false);
    for (const text of [long, `${long}.`, `.${long}`]) assert.equal(contains(new Set([text]), long), true);
    assert.equal(contains(new Set([`.${long}.`]), long), false);
  });

  it('finds only whole texts after a search for many long texts with repetitions', () => {
    const contains = createTextSearch();
    const [whole, part] = repetitiveTexts(2 ** 20);
    for (let length = 3_000; length < 4_000; length += 1)
      assert.equal(contains(new Set([whole, `${whole}a`]), part.slice(0, length)), false);
    assert.equal(contains(new Set([whole]), 'a'), false);
    assert.equal(contains(new Set([whole]), whole), true);
  });
});
