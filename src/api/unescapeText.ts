import { invisibleCharacter } from '../common/code/invisibleCharacter.ts';

/** A text without some of its escape sequences, and the position of each code unit in the escaped text. */
export interface UnescapedText {
  readonly text: string;
  /** For each UTF-16 code unit of `text`, where its character or escape sequence starts in the escaped text. */
  readonly starts: readonly number[];
  /** For each UTF-16 code unit of `text`, where its character or escape sequence ends in the escaped text. */
  readonly ends: readonly number[];
  /** Where an incomplete escape sequence starts in the escaped text, or the length of the escaped text. */
  readonly incompleteStart: number;
}

/** The maximum depth of nested escape sequences that are unescaped. A URL in JSON in a URL has the depth 3. */
const maxDepth = 3;

/**
 * Matches a character that is escaped for JSON (once or repeatedly), C, JavaScript, a URL or HTML, and an invisible
 * character. Semicolons of numeric entities are optional.
 */
const escape = new RegExp(
  [
    String.raw`(?:\\{1,8}u|%u)([0-9a-f]{4})`,
    String.raw`(?:\\{1,8}x|%)([0-9a-f]{2})`,
    String.raw`(?:\\{1,8}u\{|&#x)0{0,20}([0-9a-f]{1,6})[\};]?`,
    String.raw`&#0{0,20}(\d{1,7});?`,
    String.raw`\\{1,8}([0-3][0-7]{2})`,
    String.raw`&([a-z]{2,8});`,
    String.raw`\\{1,8}([^\\])`,
    invisibleCharacter,
  ].join('|'),
  'giu',
);

/**
 * Matches a character that is escaped for quoted-printable mail, and an invisible character. Texts are unescaped for
 * mail separately, because keys often contain `=`.
 */
const mailEscape = new RegExp(String.raw`=([0-9a-f]{2})|=\r?\n|${invisibleCharacter}`, 'giu');

/** Matches an escape sequence that is incomplete because the text ends. */
const incompleteEscape =
  /(?:\\{1,8}(?:u[0-9a-f]{0,3}|u\{[0-9a-f]{0,20}|x[0-9a-f]?|[0-7]{1,2})?|%(?:u[0-9a-f]{0,3}|[0-9a-f])?|&(?:#x?[0-9a-f]{0,20}|[a-z]{0,8})|=[0-9a-f]?)$/i;
const maxEscapeLength = 32;

const invisible = new RegExp(invisibleCharacter, 'gu');

/** ASCII punctuation by its name in HTML. */
const namedCharacters: ReadonlyMap<string, string> = new Map(
  (
    "amp& apos' ast* bsol\\ colon: comma, commat@ dash- dollar$ equals= excl! grave` gt> hat^ hyphen- lbrace{ lbrack[ " +
    'lcub{ lowbar_ lpar( lsqb[ lt< minus- num# percnt% period. plus+ quest? quot" rbrace} rbrack] rcub} rpar) rsqb] ' +
    'semi; sol/ tilde~ verbar| vert|'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, -1), entry.slice(-1)]),
);

/**
 * Returns the text itself and its unescaped forms: the text after each round of unescaping, at most `maxDepth` rounds,
 * and the text after unescaping for mail. Omits a form if there is nothing to unescape. The unescaped forms contain no
 * invisible characters. Takes linear time.
 */
export function unescapedForms(text: string): readonly UnescapedText[] {
  const starts = Array.from({ length: text.length }, (_, index) => index);
  const ends = starts.map((start) => start + 1);
  const original = { text, starts, ends, incompleteStart: text.length - incompleteLength(text) };
  const forms: UnescapedText[] = [original];
  for (let depth = 1; depth <= maxDepth; depth += 1) {
    const form = unescapeOnce(forms.at(-1) ?? original, escape, unescaped);
    if (form === undefined) break;
    forms.push(form);
  }
  const fromMail = unescapeOnce(original, mailEscape, mailUnescaped);
  return fromMail === undefined ? forms : [...forms, fromMail];
}

/** Replaces each match of `pattern`, and removes invisible characters. Returns undefined if there is no match. */
function unescapeOnce(
  source: UnescapedText,
  pattern: RegExp,
  unescape: (match: RegExpExecArray) => string,
): UnescapedText | undefined {
  const texts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  // Appends `text`, which comes from the code units of the source from `start` to `end`.
  const append = (text: string, start: number, end: number, isCopy: boolean) => {
    texts.push(text);
    for (let index = 0; index < text.length; index += 1) {
      starts.push(source.starts[isCopy ? start + index : start] ?? 0);
      ends.push(source.ends[isCopy ? start + index : end - 1] ?? 0);
    }
  };
  let copied = 0;
  for (const match of source.text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    append(source.text.slice(copied, match.index), copied, match.index, true);
    append(unescape(match).replaceAll(invisible, ''), match.index, end, false);
    copied = end;
  }
  if (copied === 0) return undefined;
  append(source.text.slice(copied), copied, source.text.length, true);
  const text = texts.join('');
  const incompleteStart = starts[text.length - incompleteLength(text)] ?? source.incompleteStart;
  return { text, starts, ends, incompleteStart: Math.min(incompleteStart, source.incompleteStart) };
}

/** Returns the length of the incomplete escape sequence at the end of a text, or 0. */
function incompleteLength(text: string): number {
  return incompleteEscape.exec(text.slice(-maxEscapeLength))?.[0].length ?? 0;
}

/**
 * Returns a matched character without its escape, a line feed for a control character with a short escape, and an
 * unknown escape sequence or an invisible character unchanged.
 */
function unescaped([match, four, two, any, decimal, octal, name, backslashed]: RegExpExecArray): string {
  const hex = four ?? two ?? any;
  if (hex !== undefined) return fromCode(Number.parseInt(hex, 16), match);
  if (decimal !== undefined) return fromCode(Number(decimal), match);
  if (octal !== undefined) return fromCode(Number.parseInt(octal, 8), match);
  if (name !== undefined) return namedCharacters.get(name.toLowerCase()) ?? match;
  // JSON escapes some control characters with a letter.
  if (backslashed !== undefined) return /[bfnrt]/.test(backslashed) ? '\n' : backslashed;
  return match;
}

function fromCode(code: number, match: string): string {
  return code > 0x10_ffff ? match : String.fromCodePoint(code);
}

/** Like `unescaped`, for a match of `mailEscape`. A line break after `=` only divides a long line. */
function mailUnescaped([match, hex]: RegExpExecArray): string {
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  return match.startsWith('=') ? '' : match;
}
