import { createHash } from 'node:crypto';

/** Chooses the sources that are held out. Was committed before the list of the sources (see rules.md). */
const heldOutSeed = 'tally-apply-2026-11-26';

/** Returns the names of the held-out sources: in each language, a third of the sources, rounded, chosen by the seed. */
export function heldOutNames(
  sources: readonly { readonly name: string; readonly language: string }[],
): ReadonlySet<string> {
  const groups = Map.groupBy(sources, ({ language }) => language);
  return new Set(
    [...groups.values()].flatMap((group) =>
      group
        .map(({ name }) => ({ name, rank: createHash('sha256').update(`${heldOutSeed}:${name}`).digest('hex') }))
        .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
        .slice(0, Math.round(group.length / 3))
        .map(({ name }) => name),
    ),
  );
}
