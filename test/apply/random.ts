import { createHash } from 'node:crypto';
import { createRandom } from '../mutate/drawSites.ts';

/** A source of random decisions that depend only on the name that it was created with. */
export interface Random {
  /** Returns true with the given probability. */
  chance(probability: number): boolean;
  /** Returns an integer of at least `from` and at most `to`. */
  integer(from: number, to: number): number;
  /** Returns an item of `items`, which must not be empty. */
  pick<T>(items: readonly T[]): T;
}

export function createNamedRandom(name: string): Random {
  const next = createRandom(createHash('sha256').update(name).digest().readInt32LE());
  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    chance: (probability) => next() < probability,
    integer,
    pick: (items) => items[integer(0, items.length - 1)]!,
  };
}

/** Returns the items in a random order that depends only on their names. Removing an item keeps the others' order. */
export function shuffleByName<T>(items: readonly T[], nameOf: (item: T) => string): readonly T[] {
  return items
    .map((item) => ({ item, rank: createHash('sha256').update(nameOf(item)).digest('hex') }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ item }) => item);
}
