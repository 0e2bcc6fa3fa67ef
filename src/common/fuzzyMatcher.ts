import uFuzzy from '@leeoniya/ufuzzy';

/** An item whose text matches a query. */
export interface FuzzyMatch<Item> {
  readonly item: Item;
  /** The matched parts of its text. Empty beyond five query words or `maxRanked` matches. */
  readonly ranges: readonly TextRange[];
}

/** UTF-16 code units, `to` exclusive; several of them are ascending and disjoint. */
export type TextRange = readonly [from: number, to: number];

/**
 * Returns the items whose text matches every word of the query, best first; equal matches keep the order of the items.
 * Words may stand in any order. Case and accents do not matter, punctuation separates words. A query without letters,
 * digits or symbols matches nothing.
 */
export type FuzzyMatcher = <Item>(
  query: string,
  items: readonly Item[],
  textOf: (item: Item) => string,
) => readonly FuzzyMatch<Item>[];

export interface FuzzyMatcherOptions {
  /** Most characters between two letters of a query word that is spread over several words of the text. */
  readonly maxGap?: number;
  /** Shorter query words must stand in the text as they are: their letters may not be scattered. */
  readonly minScatteredLength?: number;
  /** More matches than this of one kind keep the order of the items and have no ranges: ranking 20,000 takes 0.3 s. */
  readonly maxRanked?: number;
}

const letter = '\\p{L}\\p{N}\\p{So}';

const unicodeOptions: uFuzzy.Options = {
  unicode: true,
  interSplit: `[^${letter}]+`,
  interBound: `[^${letter}]`,
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\p{N}|\\p{N}\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: `[${letter}]`,
  toLower: (text) => text.toLowerCase(),
  compare: () => 0,
};

/** Matches begin a word, or a part of one such as `View` in `chatView`. */
// The enum has no values at run time.
// eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment
const atWordStart = { interLft: 1 as uFuzzy.BoundMode.Loose };

/** More words would need more permutations than can be tried while somebody types. */
const maxPermutedWords = 5;

/**
 * Ranks by kind of match first: whole parts at the start of words, then parts of words or letters within one, then
 * letters across words. uFuzzy ranks within each kind.
 */
export function createFuzzyMatcher({
  maxGap = 11,
  minScatteredLength = 3,
  maxRanked = Infinity,
}: FuzzyMatcherOptions = {}): FuzzyMatcher {
  const createKinds = () => [
    new uFuzzy({ ...unicodeOptions, ...atWordStart }),
    new uFuzzy({ ...unicodeOptions, intraIns: Infinity }),
    new uFuzzy({ ...unicodeOptions, ...atWordStart, intraIns: maxGap, intraChars: '.' }),
  ];
  /** Created by the first query: their Unicode patterns take a while to compile, and the panel must not wait for them. */
  let kinds: ReturnType<typeof createKinds> | undefined;
  return <Item>(query: string, items: readonly Item[], textOf: (item: Item) => string) => {
    const needle = needleOf(query, minScatteredLength);
    if (needle === '') return [];
    let rest = items.map((item) => ({ item, folded: fold(textOf(item)) }));
    const matches: FuzzyMatch<Item>[] = [];
    kinds ??= createKinds();
    for (const kind of kinds) {
      const ranked = search(
        kind,
        rest.map(({ folded }) => folded.text),
        needle,
        maxRanked,
      );
      for (const [index, ranges] of ranked) {
        const match = rest[index];
        if (match !== undefined) matches.push({ item: match.item, ranges: match.folded.unfold(ranges) });
      }
      rest = rest.filter((_, index) => !ranked.has(index));
    }
    return matches;
  };
}

/** The query's words in lower case, without uFuzzy's own syntax. A quoted word matches as it is. */
function needleOf(query: string, minScatteredLength: number): string {
  const words =
    fold(query)
      .text.toLowerCase()
      .match(new RegExp(`[${letter}]+`, 'gu')) ?? [];
  // uFuzzy splits words by UTF-16 code units, so surrogate pairs cannot be scattered.
  return words
    .map((word) => (word.length < minScatteredLength || /[\ud800-\udfff]/.test(word) ? `"${word}"` : word))
    .join(' ');
}

/** Flat ranges of each match by its index in the haystack, best first. */
function search(
  kind: uFuzzy,
  haystack: string[],
  needle: string,
  maxRanked: number,
): ReadonlyMap<number, readonly number[]> {
  const [indexes, info, order] = kind.search(haystack, needle, maxPermutedWords, maxRanked);
  // Without matches, the info has no fields.
  if (indexes === null || indexes.length === 0) return new Map();
  if (info === null) return new Map(indexes.map((index) => [index, []]));
  return new Map(order.map((place) => [info.idx[place] ?? -1, info.ranges[place] ?? []]));
}

interface FoldedText {
  /** Without accents. */
  readonly text: string;
  /** Turns flat ranges in the folded text into ranges in the original. */
  readonly unfold: (ranges: readonly number[]) => readonly TextRange[];
}

function fold(original: string): FoldedText {
  if (original.normalize('NFD').length === original.length && !/\p{Mn}/u.test(original)) {
    return {
      text: original,
      unfold: (flat) =>
        rangesOf(
          flat,
          (from) => from,
          (to) => to,
        ),
    };
  }
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  let at = 0;
  for (const character of original) {
    const base = character.normalize('NFD').replace(/\p{Mn}/gu, '');
    const end = at + character.length;
    for (let unit = 0; unit < base.length; unit += 1) {
      starts.push(at);
      ends.push(end);
    }
    // A combining mark belongs to the character before it.
    if (base === '' && ends.length > 0) ends[ends.length - 1] = end;
    text += base;
    at = end;
  }
  return {
    text,
    unfold: (flat) =>
      rangesOf(
        flat,
        (from) => starts[from] ?? 0,
        (to) => ends[to - 1] ?? 0,
      ),
  };
}

/** Joins ranges that touch or overlap. */
function rangesOf(
  flat: readonly number[],
  startOf: (from: number) => number,
  endOf: (to: number) => number,
): readonly TextRange[] {
  const ranges: [number, number][] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) {
    const [from = 0, to = 0] = flat.slice(index, index + 2);
    const [start, end] = [startOf(from), endOf(to)];
    const last = ranges.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
}
