import { createFenceScanner, firstWord, type OpenFence } from './openFence.ts';

/**
 * Joins the text of a continuation to the text of the reply that it continues. Models often begin a continuation with a
 * fence that opens the cut code block again, or repeat the last words. Both are left out. Text is only left out if the
 * text before the seam has the same text.
 */
export interface Seam {
  /**
   * Takes the next piece of the continuation, and returns the text to append to the joined text. Holds text back while
   * it may be a repetition. The joined text does not depend on the division into pieces.
   */
  push(text: string): string;
  /** Returns the text that is still held back. */
  finish(): string;
}

/** Longer repetitions are not recognized. As long as the quoted end of a reply, see composeContinuation. */
const maxRepetition = 800;
/** Shorter repetitions may be new text, such as a second closing bracket. */
const leastLetters = 8;
/** If the last line or the last word was cut, its repetition as a whole needs fewer letters. */
const leastLettersOfUnit = 3;
/** The last word is searched in as many UTF-16 code units. */
const maxWord = 100;
/** A line that begins like a fence but is longer is text. */
const maxFenceLine = 200;
/**
 * The length after which no more text is held back, in UTF-16 code units. Enough for a fence and the longest repetition.
 * Has a limit because the held text is read again with each piece.
 */
const maxHeld = maxFenceLine + maxRepetition;
/**
 * The length of the end of the text that is compared with a continuation, in UTF-16 code units. The longest repetition
 * may itself be a repetition of as much text before it, and the character before it has at most two code units.
 */
const endLength = 2 * maxRepetition + 2;

/** A text to which continuations are appended. All calls together take time in proportion to the text. */
export interface JoinedText {
  readonly text: () => string;
  /** Returns the seam of a continuation after the text so far. */
  readonly seam: () => Seam;
  /** Appends text that a seam has returned. */
  readonly append: (text: string) => void;
}

export function createJoinedText(first: string): JoinedText {
  let whole = '';
  let end = '';
  const fences = createFenceScanner();
  const append = (text: string) => {
    whole += text;
    end = (end + text.slice(-endLength)).slice(-endLength);
    fences.push(text);
  };
  append(first);
  return { text: () => whole, seam: () => createSeam({ end, open: fences.open() }), append };
}

/** The facts about a text that decide how a continuation is joined to it. */
interface TextBefore {
  /** The last `endLength` UTF-16 code units of the text, or the whole text if it is shorter. */
  readonly end: string;
  /** The code block that the text leaves open. */
  readonly open: OpenFence | undefined;
}

function createSeam(before: TextBefore): Seam {
  let held = '';
  let isDecided = before.end === '';
  const take = (isWhole: boolean) => {
    // Decide about the same beginning for each division into pieces.
    const beginning = held.slice(0, maxHeld);
    const text = withoutRepetition(before, beginning, isWhole || beginning.length === maxHeld);
    if (text === undefined) return '';
    isDecided = true;
    return text + held.slice(maxHeld);
  };
  return {
    push: (text) => {
      if (isDecided) return text;
      held += text;
      return take(false);
    },
    finish: () => (isDecided ? '' : take(true)),
  };
}

/**
 * Returns the beginning of a continuation without repeated text, or undefined if more text is needed to decide.
 * `isWhole` is true if no more text is needed. `text` has at most `maxHeld` code units.
 */
function withoutRepetition({ end, open }: TextBefore, text: string, isWhole: boolean): string | undefined {
  // The repeated group would overflow the stack for a text of millions of lines, but this text is short.
  const [blankLines = ''] = /^(?:[ \t]*\n)*/.exec(text) ?? [];
  const rest = text.slice(blankLines.length);
  if (rest.trim() === '' && !isWhole) return undefined;
  const code = afterReopenedFence(open, rest, isWhole);
  if (code === null) return undefined;
  // A new line can begin with the same words as the last one. Below a fence that was opened again, a line may be repeated.
  const line = blankLines === '' ? [end.lastIndexOf('\n') + 1] : [];
  const units = blankLines === '' && code === undefined ? [...line, startOfLastWord(end)] : line;
  const onlyLines = blankLines !== '' && code === undefined;
  const repeated = repetitionLength(end, code ?? rest, isWhole, { units, onlyLines });
  if (repeated === undefined) return undefined;
  if (repeated > 0) return (code ?? rest).slice(repeated);
  // A new fence starts a new line.
  return code === undefined ? text : `${end.endsWith('\n') ? '' : '\n'}${code}`;
}

/**
 * If the text begins with a fence that opens the cut code block again, returns the text after this line. Otherwise,
 * returns undefined. A fence without a language closes the block, and a fence of another language is part of the code.
 * Returns `null` if more text is needed to decide.
 */
function afterReopenedFence(open: OpenFence | undefined, text: string, isWhole: boolean): string | null | undefined {
  if (open === undefined || open.language === '') return undefined;
  const end = text.indexOf('\n');
  const line = (end < 0 ? text : text.slice(0, end)).trim();
  if (end < 0 && !isWhole) {
    const fence = `${open.marks}${open.language}`;
    const mayBeFence = fence.startsWith(line) || (line.startsWith(open.marks) && line.length < maxFenceLine);
    return mayBeFence ? null : undefined;
  }
  const info = line.slice(open.marks.length);
  const isSame = line.startsWith(open.marks) && firstWord(info).toLowerCase() === open.language.toLowerCase();
  return isSame ? text.slice(end < 0 ? text.length : end + 1) : undefined;
}

function startOfLastWord(text: string): number {
  const [word = ''] = /(?<!\p{L})\p{L}+$/u.exec(text.slice(-maxWord)) ?? [];
  return text.length - word.length;
}

/**
 * Returns the length of the longest beginning of `text` that repeats the end of `before`; 0 if there is no repetition.
 * Returns undefined if a longer repetition may follow.
 *
 * @param units The starts of the last line and the last word of `before`, if their repetitions need fewer letters.
 * @param onlyLines Only repetitions that begin at the start of a line of `before` count.
 */
function repetitionLength(
  before: string,
  text: string,
  isWhole: boolean,
  { units, onlyLines }: { readonly units: readonly number[]; readonly onlyLines: boolean },
): number | undefined {
  const start = Math.max(0, before.length - maxRepetition);
  for (let index = start; index < before.length; index += 1) {
    if (onlyLines && index > 0 && before[index - 1] !== '\n') continue;
    const end = before.slice(index);
    const isRepeated = text.startsWith(end);
    const mayBeRepeated = !isWhole && end.length > text.length && end.startsWith(text);
    if (!isRepeated && !mayBeRepeated) continue;
    if (!isDistinct(before, index, units.includes(index) ? leastLettersOfUnit : leastLetters)) continue;
    // A new line can begin with the whole last line. Several lines are repeated.
    if (isRepeated && onlyLines && !end.includes('\n')) {
      const next = text[end.length];
      if (next === undefined && !isWhole) return undefined;
      if (next !== undefined && next !== '\n') continue;
    }
    return isRepeated ? end.length : undefined;
  }
  return 0;
}

/**
 * Returns true if a repetition of the end of the text from `index` cannot be new text: the end starts at a word, has
 * enough letters, and is not itself a repetition of the text before it, as in a table with equal rows.
 */
function isDistinct(text: string, index: number, letters: number): boolean {
  const end = text.slice(index);
  if (/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, index - 2), index)) && /^[\p{L}\p{N}]/u.test(end)) return false;
  return (end.match(/\p{L}/gu)?.length ?? 0) >= letters && !text.slice(0, index).endsWith(end);
}
