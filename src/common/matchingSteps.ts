import { countOccurrences } from './countOccurrences.ts';

/** The gaps that a pattern allows between two successive letters of a word. */
export interface Gaps {
  /** The maximum number of characters in a gap. */
  readonly maxLength: number;
  /** True if a gap may contain only letters, digits and symbols of the Unicode category So. */
  readonly isInWord: boolean;
}

/** Below this number of steps, a rough estimate is sufficient. */
const cheapSteps = 5_000;

const notInWord = /[^\p{L}\p{N}\p{So}]/u;
const asciiLetters = new Set('abcdefghijklmnopqrstuvwxyz0123456789');

/** Returns true if the text contains the letters of each word, in the word's order. Takes linear time. */
export function containsLetters(text: string, words: readonly string[]): boolean {
  return words.every((word) => {
    let position = -1;
    for (let index = 0; index < word.length; index += 1) {
      position = text.indexOf(word.charAt(index), position + 1);
      if (position < 0) return false;
    }
    return true;
  });
}

/**
 * Returns an upper bound for the steps of a backtracking regular expression that finds the words in a text, in this
 * order. The expression allows gaps between the letters of a word, and any text between words. The number can be
 * exponential in the length of a word, for example if a text repeats each letter ten times. If the number exceeds
 * `limit`, returns any number above `limit`. The text and the words must be in lower case.
 *
 * Takes O(n × m) time, where n is the length of the text, and m is the total length of the words.
 */
export function matchingSteps(text: string, words: readonly string[], gaps: Gaps, limit: number): number {
  const rough = stepsOfWords(text, words, (each, word) => roughSteps(each, word, gaps));
  if (rough <= cheapSteps || limit <= cheapSteps) return rough;
  return stepsOfWords(text, words, (each, word) => exactSteps(each, word, gaps, limit));
}

interface WordSteps {
  /** The number of ways to match the whole word. */
  readonly matches: number;
  /** The sum of the numbers of characters that the partial matches pass over. */
  readonly steps: number;
}

function stepsOfWords(
  text: string,
  words: readonly string[],
  stepsOf: (text: string, word: string) => WordSteps,
): number {
  let total = 0;
  // After each way to match the earlier words, the expression tries to match this word.
  let attempts = 1;
  for (const word of words) {
    const { matches, steps } = stepsOf(text, word);
    total += attempts * (text.length + steps);
    attempts *= matches;
  }
  return total;
}

/**
 * Assumes that a match can take each letter of the word from any place where the text has this letter. The order and
 * the distance of these places do not matter. If no gap is allowed, counts the occurrences of the whole word instead.
 */
function roughSteps(text: string, word: string, { maxLength }: Gaps): WordSteps {
  if (maxLength === 0)
    return { matches: countOccurrences(text, word), steps: countOccurrences(text, word.charAt(0)) * word.length };
  let [matches, partial] = [1, 0];
  for (let index = 0; index < word.length; index += 1) {
    matches *= countOccurrences(text, word.charAt(index));
    if (index < word.length - 1) partial += matches;
  }
  return { matches, steps: partial * text.length };
}

function exactSteps(text: string, word: string, { maxLength, isInWord }: Gaps, limit: number): WordSteps {
  // The expression reads code points, so a surrogate pair is one character.
  const characters = Array.from(text);
  const [first, ...letters] = Array.from(word);
  let steps = 0;
  /** For each character of the text, the number of partial matches that end at it. */
  let ends = characters.map((each) => Number(each === first));
  for (const letter of letters) {
    const next = new Array<number>(characters.length).fill(0);
    /** The number of partial matches whose next letter may be at `index`. */
    let open = 0;
    let wordStart = 0;
    for (const [index, character] of characters.entries()) {
      if (index === 0) continue;
      open += ends[index - 1] ?? 0;
      const tooFar = index - 2 - maxLength;
      if (tooFar >= wordStart) open -= ends[tooFar] ?? 0;
      steps += open;
      if (character === letter) next[index] = open;
      if (isInWord && isBreak(character)) {
        open = 0;
        wordStart = index;
      }
    }
    if (steps > limit) return { matches: 1, steps };
    ends = next;
  }
  return { matches: ends.reduce((sum, count) => sum + count, 0), steps };
}

function isBreak(character: string): boolean {
  return !asciiLetters.has(character) && notInWord.test(character);
}
