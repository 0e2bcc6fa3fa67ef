import { formulaEnd, maxInlineLength } from './formulaRules.ts';

/** An opening bracket, or an opening delimiter of emphasis or strikethrough, that is not closed yet. */
interface Opener {
  readonly marker: string;
  /** Number of marker characters; -1 if the delimiter could also close emphasis or strikethrough. */
  readonly length: number;
}

/**
 * The functions that handle the special characters, by character. Each function skips a whole construct, a delimiter or
 * only the character. The function may add or remove openers.
 */
const skips: Readonly<Record<string, Skip>> = {
  '\\': (text, position) => (/[([]/.test(text.charAt(position + 1)) ? afterFormula(text, position, 2) : position + 2),
  $: (text, position) => afterFormula(text, position, 1),
  '`': afterCode,
  '<': (text, position) => {
    const word = /[^\s>]*/y;
    word.lastIndex = position;
    const end = position + (word.exec(text)?.[0].length ?? 0);
    if (end === text.length) return -1;
    if (text.charAt(end) !== '>') return position + 1;
    return /[`*_~[\]\\$<]/.test(text.slice(position + 1, end)) ? -1 : end + 1;
  },
  ':': (text, position) => {
    if (!text.startsWith('://', position)) return position + 1;
    const [word = ''] = /\S*/.exec(text.slice(position, position + 2_000)) ?? [];
    return /^[\w:/?=&%#@+.,;!-]*$/.test(word) ? position + word.length : -1;
  },
  '[': (_, position, openers) => {
    openers.push({ marker: '[', length: 1 });
    return position + 1;
  },
  ']': (text, position, openers) => {
    if (!openers.some(({ marker }) => marker === '[')) return position + 1;
    // The text is not settled if emphasis is opened but not closed within the brackets, because the end of the emphasis
    // depends on whether the brackets become a link. A `]` at the end of the text is not settled either, because a link
    // destination may follow.
    if (openers.pop()?.marker !== '[' || position + 1 === text.length) return -1;
    if (text.charAt(position + 1) !== '(') return position + 1;
    const destination = /\((?:(?:https?|mailto):)?(?:[^\s()<>\\[\]*_~`$:]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9]))+\)/y;
    destination.lastIndex = position + 1;
    return destination.test(text) ? destination.lastIndex : -1;
  },
  '*': afterDelimiters,
  _: afterDelimiters,
  '~': afterDelimiters,
};

/**
 * Returns the length in characters of a paragraph's settled beginning. Later text in the paragraph cannot change how
 * this beginning is parsed. The settled text ends before a word, outside emphasis, links, code and formulas.
 * Parsing the settled text alone gives the same result as parsing the settled text within the paragraph.
 * Ambiguous text counts as not settled, so the result is a lower bound.
 */
export function settledLength(text: string): number {
  const openers: Opener[] = [];
  let settled = 0;
  for (let position = 0; position < text.length;) {
    const character = text.charAt(position);
    const next = skips[character]?.(text, position, openers) ?? position + 1;
    if (next < 0) return settled;
    position = next;
    if (openers.length === 0 && /\s/.test(character) && position < text.length && !/\s/.test(text.charAt(position)))
      settled = position;
  }
  return settled;
}

/** Returns the position after the skipped text; -1 if the text from `position` on is not settled. */
type Skip = (text: string, position: number, openers: Opener[]) => number;

function afterFormula(text: string, position: number, openingLength: number): number {
  const end = formulaEnd(text, position, text.length);
  if (end !== undefined) return end + 1 < text.length ? end : -1;
  const window = text.slice(position, position + maxInlineLength + 2);
  return window.includes('\n') || window.length > maxInlineLength + 1 ? position + openingLength : -1;
}

function afterCode(text: string, position: number): number {
  const [run = ''] = /^`+/.exec(text.slice(position)) ?? [];
  const start = position + run.length;
  for (const match of text.slice(start).matchAll(/`+/g)) {
    const end = start + match.index + run.length;
    if (match[0].length === run.length && end < text.length) return end;
  }
  return -1;
}

function afterDelimiters(text: string, position: number, openers: Opener[]): number {
  const marker = text.charAt(position);
  let end = position + 1;
  while (text.charAt(end) === marker) end += 1;
  if (end === text.length) return -1;
  const length = end - position;
  const { opens, closes } = flanking(text.charAt(position - 1), text.charAt(end), marker);
  const isKnown = !/[\ud800-\udfff]/.test(text.charAt(position - 1) + text.charAt(end));
  const last = openers.at(-1);
  if (closes && last?.marker === marker && last.length === length && !opens && isKnown) {
    openers.pop();
    return end;
  }
  if (!isKnown || (closes && openers.some((opener) => opener.marker === marker))) return -1;
  if (opens) openers.push({ marker, length: closes ? -1 : length });
  return end;
}

/**
 * Returns whether a run of `marker` characters can open or close emphasis, by CommonMark's rules. `before` and `after`
 * are the characters around the run; empty at the ends of the text.
 */
function flanking(
  before: string,
  after: string,
  marker: string,
): { readonly opens: boolean; readonly closes: boolean } {
  const isSpace = (character: string): boolean => character === '' || /\s/.test(character);
  const isMark = (character: string): boolean => /[\p{P}\p{S}]/u.test(character);
  const left = !isSpace(after) && (!isMark(after) || isSpace(before) || isMark(before));
  const right = !isSpace(before) && (!isMark(before) || isSpace(after) || isMark(after));
  if (marker !== '_') return { opens: left, closes: right };
  return { opens: left && (!right || isMark(before)), closes: right && (!left || isMark(after)) };
}
