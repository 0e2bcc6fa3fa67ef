import { strict as assert } from 'node:assert';
import { createSecretSearch } from '../../../../src/chat/secrets/secretSearch.ts';
import { countTurns } from '../../eventLoopTurns.ts';

describe('createSecretSearch', () => {
  it('searches one text at a time', async () => {
    const search = createSecretSearch();
    const text = 'A line about tokens and passwords.\n'.repeat(3_000);
    const ended: number[] = [];
    const run = async (index: number) => {
      await search('a.ts', text);
      ended.push(index);
    };
    const all = Array.from({ length: 20 }, (_, index) => index);
    const [, turns] = await countTurns(async () => Promise.all(all.map(run)));
    assert.deepEqual(ended, all);
    const [, turnsOfOne] = await countTurns(async () => run(0));
    // If all texts were searched at once, the windows of all texts would be searched in the same turns.
    assert.ok(turns > 10 * turnsOfOne, `${turns} turns for 20 texts, and ${turnsOfOne} for one text`);
  });

  it('searches the next text after a search has failed', async () => {
    const search = createSecretSearch();
    await assert.rejects(search('', undefined as unknown as string));
    const key = ['ghp_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('');
    assert.deepEqual([...(await search('', key))], [key]);
  });
});
