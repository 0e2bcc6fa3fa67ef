/**
 * Draws at most `count` of the items that `isEligible` lets through. The order depends on all items and the seed alone,
 * so an item that becomes eligible does not change the draw of the others, and a larger `count` adds to a smaller one.
 */
export function drawSites<T>(
  items: readonly T[],
  count: number,
  seed: number,
  isEligible: (item: T) => boolean,
): readonly T[] {
  const random = createRandom(seed);
  const ranked = items.map((item) => ({ item, rank: random() })).toSorted((one, other) => one.rank - other.rank);
  return ranked
    .map(({ item }) => item)
    .filter(isEligible)
    .slice(0, count);
}

/** Mulberry32, https://gist.github.com/tommyettinger/46a874533244883189143505d203312c: numbers from 0 to below 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
