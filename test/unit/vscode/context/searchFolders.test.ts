import assert from 'node:assert/strict';
import { searchFolders } from '../../../../src/vscode/context/searchFolders.ts';

describe('searchFolders', () => {
  /** Searches folders that contain the given numbers of items. Resolves with the number of items that were found. */
  const search = async (sizes: readonly number[], limit: number) => {
    let searches = 0;
    const found = await searchFolders(sizes, limit, async (size, most) => {
      searches += 1;
      return Promise.resolve(Array.from({ length: Math.min(size, most) }, (_, index) => index));
    });
    return { counts: found.map(({ length }) => length), searches };
  };

  it('finds at most as many items in all folders as in one', async () => {
    assert.deepEqual(await search([50_000], 20_000), { counts: [20_000], searches: 1 });
    assert.deepEqual(
      (
        await search(
          Array.from({ length: 4 }, () => 50_000),
          20_000,
        )
      ).counts,
      [5_000, 5_000, 5_000, 5_000],
    );
  });

  it('gives the rest of the limit to the folders that use up their share', async () => {
    assert.deepEqual(await search([10, 15_000, 20], 20_000), { counts: [10, 15_000, 20], searches: 4 });
    assert.deepEqual((await search([0, 50_000, 50_000], 30)).counts, [0, 15, 15]);
  });

  it('finds nothing without folders, and nothing in more folders than the limit', async () => {
    assert.deepEqual(await search([], 20), { counts: [], searches: 0 });
    assert.deepEqual(
      (await search([5, 5, 5], 2)).counts.reduce((sum, count) => sum + count),
      0,
    );
  });
});
