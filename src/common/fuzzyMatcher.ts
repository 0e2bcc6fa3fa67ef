import uFuzzy from '@leeoniya/ufuzzy';
import { containsLetters, matchingSteps, type Gaps } from './matchingSteps.ts';

/** An item whose text matches a query. */
export interface FuzzyMatch<Item> {
  readonly item: Item;
  /**
   * The matched ranges of the text. Empty if the query has more than five words, or if more than `maxRanked` items have
   * matches of the same kind as this match. See createFuzzyMatcher for the kinds.
   */
  readonly ranges: readonly TextRange[];
}

/**
 * A range of a text, as offsets in UTF-16 code units. `to` is exclusive. A list of ranges is in ascending order, and
 * its ranges do not overlap.
 */
export type TextRange = readonly [from: number, to: number];

/**
 * Returns the items whose text matches every word of the query, sorted by quality, best match first. Equally good
 * matches keep the order of the items. The words may occur in any order. Case and accents are ignored. Punctuation
 * separates words. A query without letters, digits or symbols such as emoji matches nothing.
 */
export type FuzzyMatcher = <Item>(
  query: string,
  items: readonly Item[],
  textOf: (item: Item) => string,
) => readonly FuzzyMatch<Item>[];

export interface FuzzyMatcherOptions {
  /**
   * The maximum number of characters between two successive matched letters of a query word, if its letters are
   * scattered across words of the text.
   */
  readonly maxGap?: number;
  /**
   * The minimum length of a query word whose letters may be scattered over the text. Shorter query words must occur in
   * the text as a whole.
   */
  readonly minScatteredLength?: number;
  /**
   * The maximum number of items that are ranked for each kind of match. If more than `maxRanked` items have matches of
   * one kind, all items with matches of this kind keep their order and have no ranges. The limit saves time, because
   * ranking 20,000 matches takes 0.3 s.
   */
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

/** Requires that a match starts at the start of a word, or of a part of a word such as `View` in `chatView`. */
// The enum has no values at run time.
// eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment
const atWordStart = { interLft: 1 as uFuzzy.BoundMode.Loose };

/**
 * The maximum number of query words for which uFuzzy tries all orders of the words. With more words, trying all orders
 * would be too slow while the user types.
 */
const maxPermutedWords = 5;

// File names of a hostile repository could take minutes to match. The limits below are far above the steps that usual
// texts take. For example, 34,000 paths of installed packages take at most 83,000 steps each and 18 million together.
const maxStepsPerItem = 200_000;
const maxSteps = 40_000_000;
/**
 * The maximum length of all searched texts together, in UTF-16 code units. The 34,000 paths above have about 3 million.
 * Without this limit, 20,000 long paths would block for seconds, because each text is read several times.
 */
const maxCharacters = 4_000_000;
/** Counting the steps of a text takes time, too. For a skipped text, this number is subtracted from `maxSteps`. */
const stepsToSkip = 50_000;

/**
 * Creates a matcher that sorts the matches by their kind, in the order below. Within a kind, uFuzzy ranks the matches.
 *
 * 1. Each query word occurs as a whole at the start of a word (see `atWordStart`).
 * 2. Each query word occurs anywhere within a word. Its letters may be scattered over this word.
 * 3. Each query word starts at the start of a word. Its letters may be scattered across several words.
 *
 * For matches without ranges (see FuzzyMatch), uFuzzy neither ranks the matches nor checks the starts of words.
 *
 * A text is not searched for matches of a kind if this search would take too long (see `matchingSteps`). The items after
 * the first 4 million characters are not searched at all.
 */
export function createFuzzyMatcher({
  maxGap = 11,
  minScatteredLength = 3,
  maxRanked = Infinity,
}: FuzzyMatcherOptions = {}): FuzzyMatcher {
  const createKinds = (): readonly MatchKind[] => [
    { finder: new uFuzzy({ ...unicodeOptions, ...atWordStart }), gaps: { maxLength: 0, isInWord: true } },
    { finder: new uFuzzy({ ...unicodeOptions, intraIns: Infinity }), gaps: { maxLength: Infinity, isInWord: true } },
    {
      finder: new uFuzzy({ ...unicodeOptions, ...atWordStart, intraIns: maxGap, intraChars: '.' }),
      gaps: { maxLength: maxGap, isInWord: false },
    },
  ];
  /** Created by the first query, because compiling the Unicode patterns is slow and would delay opening the panel. */
  let kinds: ReturnType<typeof createKinds> | undefined;
  return <Item>(query: string, items: readonly Item[], textOf: (item: Item) => string) => {
    const words = wordsOf(query);
    if (words.length === 0) return [];
    const needle = needleOf(words, minScatteredLength);
    let charactersLeft = maxCharacters;
    let rest = items
      .flatMap((item) => {
        const text = textOf(item);
        charactersLeft -= text.length;
        if (charactersLeft < 0) return [];
        const folded = fold(text);
        return [{ item, folded, lowerCase: folded.text.toLowerCase() }];
      })
      .filter(({ lowerCase }) => containsLetters(lowerCase, words));
    const matches: FuzzyMatch<Item>[] = [];
    kinds ??= createKinds();
    for (const { finder, gaps } of kinds) {
      const searched = withinLimits(rest, words, gaps);
      const ranked = search(
        finder,
        searched.map(({ folded }) => folded.text),
        needle,
        maxRanked,
      );
      const found = new Set<unknown>();
      for (const [index, ranges] of ranked) {
        const match = searched[index];
        if (match === undefined) continue;
        matches.push({ item: match.item, ranges: match.folded.unfold(ranges) });
        found.add(match);
      }
      rest = rest.filter((each) => !found.has(each));
    }
    return matches;
  };
}

interface MatchKind {
  readonly finder: uFuzzy;
  readonly gaps: Gaps;
}

/** Returns the items whose texts can be searched for matches with these gaps without blocking for long. */
function withinLimits<Item extends { readonly lowerCase: string }>(
  items: readonly Item[],
  words: readonly string[],
  gaps: Gaps,
): readonly Item[] {
  let left = maxSteps;
  return items.filter(({ lowerCase }) => {
    const limit = Math.min(maxStepsPerItem, left);
    const steps = matchingSteps(lowerCase, words, gaps, limit);
    left -= steps <= limit ? steps : Math.min(limit, stepsToSkip);
    return steps <= limit;
  });
}

/** Returns the words of the query in lower case, without accents and without uFuzzy's operators. */
function wordsOf(query: string): readonly string[] {
  return (
    fold(query)
      .text.toLowerCase()
      .match(new RegExp(`[${letter}]+`, 'gu')) ?? []
  );
}

/** Joins the words. Short words are quoted, because uFuzzy matches a quoted word as a whole. */
function needleOf(words: readonly string[], minScatteredLength: number): string {
  // uFuzzy scatters UTF-16 code units and would split surrogate pairs, so words with surrogate pairs are quoted.
  return words
    .map((word) => (word.length < minScatteredLength || /[\ud800-\udfff]/.test(word) ? `"${word}"` : word))
    .join(' ');
}

/**
 * Returns a map from the index of each matching text in `haystack` to its ranges, best match first. The ranges are a
 * flat list of `from, to` pairs.
 */
function search(
  kind: uFuzzy,
  haystack: string[],
  needle: string,
  maxRanked: number,
): ReadonlyMap<number, readonly number[]> {
  const [indexes, info, order] = kind.search(haystack, needle, maxPermutedWords, maxRanked);
  if (info === null) return new Map(indexes?.map((index) => [index, []]));
  return new Map(order.map((place) => [info.idx[place] ?? -1, info.ranges[place] ?? []]));
}

/** A text without its accents. */
interface FoldedText {
  readonly text: string;
  /** Converts a flat list of `from, to` pairs in the folded text to ranges of the original text. */
  readonly unfold: (ranges: readonly number[]) => readonly TextRange[];
}

function fold(original: string): FoldedText {
  const decomposed = original.normalize('NFD');
  const hasMarks = /\p{Mn}/u.test(decomposed);
  if (decomposed.length === original.length && !hasMarks) {
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
  return {
    text: hasMarks ? decomposed.replace(/\p{Mn}/gu, '') : decomposed,
    unfold: (flat) => {
      if (flat.length === 0) return [];
      const { starts, ends } = offsetsOf(original);
      return rangesOf(
        flat,
        (from) => starts[from] ?? 0,
        (to) => ends[to - 1] ?? 0,
      );
    },
  };
}

/** For each UTF-16 code unit of the folded text, returns where its character starts and ends in the original text. */
function offsetsOf(original: string): { readonly starts: readonly number[]; readonly ends: readonly number[] } {
  const starts: number[] = [];
  const ends: number[] = [];
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
    at = end;
  }
  return { starts, ends };
}

/** Converts a flat list of `from, to` pairs to ranges, and merges ranges that touch or overlap. */
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
