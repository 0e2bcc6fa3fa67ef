/** How well a text fits a query, and the parts of it that do: from, to (exclusive), in order. */
export interface FuzzyMatch {
  /** The higher the better. */
  readonly score: number;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

/**
 * Matches each word of a query: as it stands, best at the start of a word, else letter by letter within reach, so that
 * `grpky` finds `Group by key`. Undefined when one of them does not fit. Case does not matter.
 */
export function fuzzyMatch(query: string, text: string): FuzzyMatch | undefined {
  const words = folded(query).split(/\s+/).filter((word) => word !== '');
  const searched = folded(text);
  const matches = words.map((word) => matchWord(word, searched));
  const found = matches.filter((match) => match !== undefined);
  if (found.length < matches.length || found.length === 0) return undefined;
  return { score: found.reduce((sum, { score }) => sum + score, 0) / found.length, ranges: merged(found.flatMap(({ ranges }) => ranges)) };
}

const scores = { wordStart: 100, within: 70, letters: 40 };

/** Letters that lie further apart have nothing to do with each other. */
const maxGap = 12;

function matchWord(word: string, text: string): FuzzyMatch | undefined {
  let within: number | undefined;
  for (let index = text.indexOf(word); index >= 0; index = text.indexOf(word, index + 1)) {
    if (isWordStart(text, index)) return { score: scores.wordStart - nearness(index), ranges: [[index, index + word.length]] };
    within ??= index;
  }
  if (within !== undefined) return { score: scores.within - nearness(within), ranges: [[within, within + word.length]] };
  return word.length < 3 ? undefined : matchLetters(word, text);
}

/** The first letter begins a word, the others follow in order. */
function matchLetters(word: string, text: string): FuzzyMatch | undefined {
  let best: FuzzyMatch | undefined;
  for (let start = text.indexOf(word.charAt(0)); start >= 0; start = text.indexOf(word.charAt(0), start + 1)) {
    if (!isWordStart(text, start)) continue;
    const ranges: [number, number][] = [[start, start + 1]];
    let last = start;
    for (const letter of word.slice(1)) {
      const next = text.indexOf(letter, last + 1);
      if (next < 0 || next - last > maxGap) break;
      ranges.push([next, next + 1]);
      last = next;
    }
    if (ranges.length < word.length) continue;
    const score = scores.letters - (last - start - word.length);
    if (best === undefined || score > best.score) best = { score, ranges };
  }
  return best;
}

function isWordStart(text: string, index: number): boolean {
  return index === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(index - 1));
}

function nearness(index: number): number {
  return Math.min(index, 20) / 4;
}

/** Letter for letter, so that places in it are those in the text. */
function folded(text: string): string {
  return Array.from(text, (letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter)).join('');
}

function merged(ranges: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const result: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}
