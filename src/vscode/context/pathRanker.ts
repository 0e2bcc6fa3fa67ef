import { createFuzzyMatcher } from '../../common/fuzzyMatcher.ts';

/**
 * Returns at most `limit` items whose path matches the query, best first. Matches in the file name come before matches
 * in the folders. A query with a slash, `/` or `\`, is compared with the whole path only.
 */
export type PathRanker = <Item>(
  query: string,
  items: readonly Item[],
  pathOf: (item: Item) => string,
  limit: number,
) => readonly Item[];

export function createPathRanker(): PathRanker {
  // Two letters may be the initials of two words, even with other folders in between.
  const match = createFuzzyMatcher({ minScatteredLength: 2, maxGap: 40, maxRanked: 1_000 });
  return (query, items, pathOf, limit) => {
    const isPath = /[\\/]/.test(query);
    const byName = isPath ? [] : match(query, items, (item) => nameIn(pathOf(item))).map(({ item }) => item);
    if (byName.length >= limit) return byName.slice(0, limit);
    const named = new Set(byName);
    const byPath = match(query, items, pathOf).flatMap(({ item }) => (named.has(item) ? [] : [item]));
    return [...byName, ...byPath].slice(0, limit);
  };
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
