import { strict as assert } from 'node:assert';
import { createSecretSearch } from '../../../../src/chat/secrets/secretSearch.ts';

describe('createSecretSearch', () => {
  it('searches one text at a time', async () => {
    const search = createSecretSearch();
    const text = 'A line about tokens and passwords.\n'.repeat(3_000);
    const ended: number[] = [];
    const endedAtTurns: number[] = [];
    let turns = 0;
    let isSearching = true;
    const countTurns = () => {
      turns += 1;
      if (isSearching) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    const searches = Array.from({ length: 20 }, async (_, index) => {
      await search('a.ts', text);
      ended.push(index);
      endedAtTurns.push(turns);
    });
    await Promise.all(searches);
    isSearching = false;
    assert.deepEqual(ended, [...searches.keys()]);
    assert.ok((endedAtTurns[0] ?? 0) < (endedAtTurns.at(-1) ?? 0) / 3, endedAtTurns.join(', '));
  });

  it('searches the next text after a search has failed', async () => {
    const search = createSecretSearch();
    await assert.rejects(search('', undefined as unknown as string));
    const key = ['ghp_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('');
    assert.deepEqual([...(await search('', key))], [key]);
  });
});
