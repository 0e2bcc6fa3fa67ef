import { createFuzzyMatcher } from '../../common/fuzzyMatcher.ts';

/**
 * Returns at most `limit` items that match the query. Items whose file name matches come first, then other items whose
 * whole path matches. Within each of the two groups, better matches come first, unless there are too many
 * to rank (see createFuzzyMatcher). A query with `/` or `\` is matched only against the whole path.
 */
export type PathRanker = <Item>(
  query: string,
  items: readonly Item[],
  pathOf: (item: Item) => string,
  limit: number,
) => readonly Item[];

export function createPathRanker(): PathRanker {
  // Even a query of two letters may be the initials of two words of a path, so the letters need not be adjacent in the
  // path. `maxGap` is large enough for other folders between the two words.
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
