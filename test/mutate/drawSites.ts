/**
 * Draws at most `count` eligible items at random. Their order depends only on `items` and `seed`.
 * Therefore a larger `count` extends a smaller draw, and a newly eligible item does not change the order of the others.
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
 * Creates a random number generator, Mulberry32. Its numbers are at least 0 and less than 1.
 * Source: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
 */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
