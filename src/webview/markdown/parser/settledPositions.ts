import { flanking, whiteSpace } from './flanking.ts';
import { FormulaSearch, maxInlineLength } from './formulaSearch.ts';
import { inlineTag } from './inlineTags.ts';

/** An opening bracket, or an opening delimiter of emphasis or strikethrough, that is not closed yet. */
interface Opener {
  readonly marker: string;
  /** Number of marker characters; -1 if the delimiter could also close emphasis or strikethrough. */
  readonly length: number;
}

/** The openers up to a position, innermost last. */
class Openers {
  readonly #openers: Opener[] = [];
  /** Number of openers by marker. If `has` searched all openers instead, the total time would be quadratic. */
  readonly #counts = new Map<string, number>();

  get isEmpty(): boolean {
    return this.#openers.length === 0;
  }

  get last(): Opener | undefined {
    return this.#openers.at(-1);
  }

  has(marker: string): boolean {
    return (this.#counts.get(marker) ?? 0) > 0;
  }

  push(opener: Opener): void {
    this.#openers.push(opener);
    this.#count(opener.marker, 1);
  }

  pop(): Opener | undefined {
    const opener = this.#openers.pop();
    if (opener !== undefined) this.#count(opener.marker, -1);
    return opener;
  }

  #count(marker: string, change: number): void {
    this.#counts.set(marker, (this.#counts.get(marker) ?? 0) + change);
  }
}

/** The text that is scanned, and what was found up to a position. */
interface Scan {
  readonly text: string;
  readonly openers: Openers;
  readonly formulas: FormulaSearch;
}

/**
 * For each special character, the function that handles the character. Each function skips a whole construct, a
 * delimiter or only the character. The function may add or remove openers.
 */
const skips: Readonly<Record<string, Skip>> = {
  '\\': (scan, position) =>
    /[([]/.test(scan.text.charAt(position + 1)) ? afterFormula(scan, position, 2) : position + 2,
  $: (scan, position) => afterFormula(scan, position, 1),
  '`': afterCode,
  '<': (scan, position) => {
    const { text } = scan;
    inlineTag.lastIndex = position;
    const [tag] = inlineTag.exec(text) ?? [];
    if (tag !== undefined) return afterTag(scan, tag.toLowerCase(), position + tag.length);
    if (/^<br \/?$/i.test(text.slice(position, position + 6))) return -1;
    // A word ends at `>`, or at a character that no link in angle brackets may contain: a control character or a space.
    // A word that starts with `<` counts as not settled if the word is longer than 500 characters. This limit keeps the
    // time for many `<` in one word linear.
    const word = /[^\0- >]{0,500}/y;
    word.lastIndex = position;
    const end = position + (word.exec(text)?.[0].length ?? 0);
    if (text.charAt(end) !== '>') return /[\0- ]/.test(text.charAt(end)) ? position + 1 : -1;
    return /[`*_~[\]\\$<]/.test(text.slice(position + 1, end)) ? -1 : end + 1;
  },
  ':': ({ text }, position) => {
    if (!text.startsWith('://', position)) return position + 1;
    const [word = ''] = /\S*/.exec(text.slice(position, position + 2_000)) ?? [];
    return /^[\w:/?=&%#@+.,;!-]*$/.test(word) ? position + word.length : -1;
  },
  '[': ({ openers }, position) => {
    openers.push({ marker: '[', length: 1 });
    return position + 1;
  },
  ']': ({ text, openers }, position) => {
    if (!openers.has('[')) return position + 1;
    // The text is not settled if emphasis is opened but not closed within the brackets, because the end of the emphasis
    // depends on whether the brackets become a link.
    if (openers.pop()?.marker !== '[') return -1;
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
 * Returns the settled positions in a paragraph's text, in ascending order. Later text in the paragraph cannot change
 * how the text before a settled position is parsed. A settled position is before a word, outside emphasis, links, code
 * and formulas. The parts of the text between settled positions can be parsed separately.
 * Ambiguous text counts as not settled, so the result may lack some settled positions.
 */
export function settledPositions(text: string): readonly number[] {
  const scan: Scan = { text, openers: new Openers(), formulas: new FormulaSearch(text) };
  const settled: number[] = [];
  for (let position = 0; position < text.length;) {
    const character = text.charAt(position);
    const next = skips[character]?.(scan, position) ?? position + 1;
    if (next < 0) return settled;
    position = next;
    const isWordStart = position < text.length && !/\s/.test(text.charAt(position));
    if (scan.openers.isEmpty && whiteSpace.test(character) && isWordStart) settled.push(position);
  }
  return settled;
}

/**
 * Returns the position after the skipped text; -1 if the text from `position` on is not settled. More text may change a
 * construct at the end of the text. Skipping such a construct is harmless, because no settled position follows it.
 */
type Skip = (scan: Scan, position: number) => number;

function afterFormula({ text, formulas }: Scan, position: number, openingLength: number): number {
  const end = formulas.at(position, text.length)?.end;
  if (end !== undefined) return end;
  const window = text.slice(position, position + maxInlineLength + 2);
  return window.includes('\n') || window.length > maxInlineLength + 1 ? position + openingLength : -1;
}

function afterCode({ text }: Scan, position: number): number {
  const marker = /`+/y;
  marker.lastIndex = position;
  const [run = ''] = marker.exec(text) ?? [];
  const start = position + run.length;
  for (let opening = text.indexOf(run, start); opening >= 0; opening = text.indexOf(run, opening)) {
    let end = opening;
    while (text.charAt(end) === '`') end += 1;
    if (end - opening === run.length) return end;
    opening = end;
  }
  return -1;
}

function afterTag({ openers }: Scan, tag: string, end: number): number {
  if (tag.startsWith('<br')) return end;
  const marker = tag.replace('/', '');
  if (marker === tag) openers.push({ marker, length: 1 });
  // Like brackets: the text is not settled if anything is opened but not closed within the tags.
  else if (openers.has(marker) && openers.pop()?.marker !== marker) return -1;
  return end;
}

function afterDelimiters({ text, openers }: Scan, position: number): number {
  const marker = text.charAt(position);
  let end = position + 1;
  while (text.charAt(end) === marker) end += 1;
  const length = end - position;
  const { opens, closes } = flanking(text.charAt(position - 1), text.charAt(end), marker);
  const isKnown = !/[\ud800-\udfff]/.test(text.charAt(position - 1) + text.charAt(end));
  const { last } = openers;
  if (closes && last?.marker === marker && last.length === length && !opens && isKnown) {
    openers.pop();
    return end;
  }
  if (!isKnown || (closes && openers.has(marker))) return -1;
  if (opens) openers.push({ marker, length: closes ? -1 : length });
  return end;
}
