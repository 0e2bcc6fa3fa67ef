/**
 * Returns at most `count` eligible items, in a random order that depends only on `items` and `seed`.
 * Therefore, with a larger `count`, the result has the same items in the same order, and more items after them.
 * If one more item becomes eligible, the other items keep their order.
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

/**
 * Creates a random number generator with the algorithm Mulberry32. The numbers are at least 0 and less than 1.
 * Source: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
 */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
