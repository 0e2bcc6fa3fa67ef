import { createFuzzyMatcher } from '../../common/fuzzyMatcher.ts';

/**
 * Returns at most `limit` items whose path matches the query, best match first. Items whose file name matches come
 * before items of which only the whole path matches. A query with `/` or `\` is matched only against the whole path.
 */
export type PathRanker = <Item>(
  query: string,
  items: readonly Item[],
  pathOf: (item: Item) => string,
  limit: number,
) => readonly Item[];

export function createPathRanker(): PathRanker {
  // Two letters may be the initials of two words, so scattered matches are allowed from two letters on. `maxGap` is
  // large enough for other folders between these words.
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
