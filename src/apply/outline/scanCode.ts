import { columnsOf, indentOf, isBlank } from '../lines/indentation.ts';
import type { Language } from '../languages.ts';

/** The content of a line, apart from white space. An `elision` stands for left-out code. */
export type LineContent = 'blank' | 'comment' | 'code' | 'elision';

/** The lines of a text with their nesting in brackets. Brackets in strings and comments do not count. */
export interface ScannedCode {
  readonly language: Language;
  readonly lines: readonly string[];
  /** The lines without comments. */
  readonly code: readonly string[];
  readonly content: readonly LineContent[];
  /** The line starts inside a string or a comment that an earlier line contains the start of. */
  readonly startsInText: readonly boolean[];
  /** The columns of the indentation of each line. */
  readonly columns: Int32Array;
  /** The number of open brackets before each line. Has one item more than `lines`, for the end. */
  readonly depths: Int32Array;
  /** The lowest number of open brackets within each line. */
  readonly lowest: Int32Array;
}

/** A string or a comment that may contain line breaks. */
interface LongText {
  readonly end: string;
  readonly isComment: boolean;
  readonly hasEscapes: boolean;
  /** A template literal: `${` starts code. */
  readonly isTemplate: boolean;
}

interface ScanState {
  depth: number;
  lowest: number;
  text: LongText | undefined;
  /** The depths at which the code in a template literal ends. */
  readonly templates: number[];
  /** The last character of code before the current position, apart from spaces. */
  last: string;
  hasCode: boolean;
  /** The number of slashes in the line that could have started a regular expression, but did not. */
  unclosed: number;
}

/**
 * Scans a text in linear time. Without brackets as the language's block style, counts none.
 *
 * @param elisions The indices of the lines that stand for left-out code. Their brackets do not count.
 */
export function scanCode(
  lines: readonly string[],
  language: Language,
  elisions: ReadonlySet<number> = new Set(),
): ScannedCode {
  const state: ScanState = {
    depth: 0,
    lowest: 0,
    text: undefined,
    templates: [],
    last: '',
    hasCode: false,
    unclosed: 0,
  };
  const depths = new Int32Array(lines.length + 1);
  const lowest = new Int32Array(lines.length);
  const columns = new Int32Array(lines.length);
  const code: string[] = [];
  const content: LineContent[] = [];
  const startsInText: boolean[] = [];
  for (const [index, line] of lines.entries()) {
    startsInText.push(state.text !== undefined);
    columns[index] = columnsOf(indentOf(line));
    state.lowest = state.depth;
    state.unclosed = 0;
    state.hasCode = state.text?.isComment === false;
    lowest[index] = state.depth;
    depths[index + 1] = state.depth;
    if (elisions.has(index)) {
      code.push('');
      content.push('elision');
      continue;
    }
    code.push(scanLine(line, language, state));
    content.push(isBlank(line) && !state.hasCode ? 'blank' : state.hasCode ? 'code' : 'comment');
    lowest[index] = state.lowest;
    depths[index + 1] = state.depth;
  }
  return { language, lines, code, content, startsInText, columns, depths, lowest };
}

const wordCharacter = /^\w$/;

/** The characters that may start a string, a comment or a regular expression in any language. */
const special = /["'`/#<-]/;

/** Updates the state by one line, and returns the line without its comments. */
function scanLine(line: string, language: Language, state: ScanState): string {
  const isPlain = state.text === undefined && state.templates.length === 0 && !special.test(line);
  if (isPlain && language.blocks !== 'lines') {
    scanBrackets(line, state);
    return line;
  }
  let result = '';
  let position = 0;
  let start = 0;
  const dropComment = (from: number, to: number) => {
    result += line.slice(start, from);
    start = to;
  };
  while (position < line.length) {
    if (state.text !== undefined) {
      const { isComment } = state.text;
      const end = endOfLongText(line, position, state);
      if (isComment) dropComment(position, end);
      position = end;
      continue;
    }
    const character = line[position] ?? '';
    if (character === ' ' || character === '\t') {
      position += 1;
      continue;
    }
    if (wordCharacter.test(character)) {
      state.hasCode = true;
      state.last = character;
      position += 1;
      continue;
    }
    if (startsLineComment(line, position, language)) {
      dropComment(position, line.length);
      break;
    }
    const long = longTextAt(line, position, language, state);
    if (long !== undefined) {
      if (long.text.isComment) dropComment(position, position + long.length);
      else state.hasCode = true;
      state.text = long.text;
      position += long.length;
      continue;
    }
    state.hasCode = true;
    position = language.blocks === 'lines' ? position + 1 : scanCharacter(line, position, language, state);
    state.last = line[position - 1] ?? '';
  }
  return result + line.slice(start);
}

/** Counts the brackets of a line without strings and comments. */
function scanBrackets(line: string, state: ScanState): void {
  for (let position = 0; position < line.length; position += 1) {
    const character = line.charCodeAt(position);
    if (character === 40 || character === 91 || character === 123) state.depth += 1;
    else if (character === 41 || character === 93 || character === 125) {
      state.depth -= 1;
      if (state.depth < state.lowest) state.lowest = state.depth;
    }
  }
  const end = line.trimEnd();
  if (end.trimStart() === '') return;
  state.hasCode = true;
  state.last = end.at(-1) ?? '';
}

/** Moves past one character, string or regular expression, and counts brackets. */
function scanCharacter(line: string, position: number, language: Language, state: ScanState): number {
  const character = line[position] ?? '';
  if (language.quotes.includes(character) && !isDigitSeparator(line, position))
    return endOfString(line, position, character);
  if (language.id === 'rust' && character === "'") return endOfRustCharacter(line, position);
  if (language.hasRegExps && character === '/' && canStartRegExp(line, position, state.last))
    return endOfRegExp(line, position, state);
  if (character === '{' || character === '(' || character === '[') state.depth += 1;
  else if (character === '}' || character === ')' || character === ']') {
    state.depth -= 1;
    state.lowest = Math.min(state.lowest, state.depth);
    if (character === '}' && state.templates.at(-1) === state.depth) {
      state.templates.pop();
      state.text = { end: '`', isComment: false, hasEscapes: true, isTemplate: true };
    }
  }
  return position + 1;
}

function startsLineComment(line: string, position: number, { id, lineComments }: Language): boolean {
  if (!lineComments.some((sign) => line.startsWith(sign, position))) return false;
  // In a shell or a configuration file, a hash in a word starts no comment.
  return id === 'python' || lineComments[0] !== '#' || position === 0 || /\s/.test(line[position - 1] ?? '');
}

function longTextAt(
  line: string,
  position: number,
  language: Language,
  state: ScanState,
): { readonly text: LongText; readonly length: number } | undefined {
  for (const [open, end] of language.blockComments)
    if (line.startsWith(open, position))
      return { text: { end, isComment: true, hasEscapes: false, isTemplate: false }, length: open.length };
  if (language.blocks === 'lines') return undefined;
  if (language.id === 'c') return rawStringAt(line, position, state);
  const quote = language.longQuotes.find((each) => line.startsWith(each, position));
  if (quote === undefined) return undefined;
  const isTemplate = language.id === 'javascript';
  if (language.id === 'rust' && /[r#]/.test(state.last)) {
    const [hashes] = /#*$/.exec(line.slice(Math.max(0, position - 20), position)) ?? [''];
    if (line[position - hashes.length - 1] === 'r')
      return { text: { end: `"${hashes}`, isComment: false, hasEscapes: false, isTemplate }, length: 1 };
  }
  const hasEscapes = language.id !== 'go';
  return { text: { end: quote, isComment: false, hasEscapes, isTemplate }, length: quote.length };
}

/** Returns the start of a raw string of C++, such as `R"(` or `LR"sql(`. */
function rawStringAt(
  line: string,
  position: number,
  { last }: ScanState,
): { readonly text: LongText; readonly length: number } | undefined {
  if (last !== 'R' || line[position] !== '"') return undefined;
  if (!/(?:^|\W)(?:u8|[uUL])?R$/.test(line.slice(Math.max(0, position - 4), position))) return undefined;
  const [opening, delimiter] = /^"([^\s()\\"]{0,16})\(/.exec(line.slice(position, position + 18)) ?? [];
  if (opening === undefined) return undefined;
  const text = { end: `)${delimiter}"`, isComment: false, hasEscapes: false, isTemplate: false };
  return { text, length: opening.length };
}

/** Returns the position after the end of the long text, or after the start of code in a template literal. */
function endOfLongText(line: string, from: number, state: ScanState): number {
  const { text } = state;
  if (text === undefined) return from;
  const { end, hasEscapes, isTemplate } = text;
  for (let position = from; position < line.length; position += 1) {
    const character = line[position];
    if (hasEscapes && character === '\\') position += 1;
    else if (character === end[0] && line.startsWith(end, position)) {
      state.text = undefined;
      if (!text.isComment) state.last = end;
      return position + end.length;
    } else if (isTemplate && character === '$' && line[position + 1] === '{') {
      state.text = undefined;
      state.templates.push(state.depth);
      state.depth += 1;
      state.last = '{';
      return position + 2;
    }
  }
  return line.length;
}

function endOfString(line: string, from: number, quote: string): number {
  for (let position = from + 1; position < line.length; position += 1) {
    if (line[position] === '\\') position += 1;
    else if (line[position] === quote) return position + 1;
  }
  return line.length;
}

function isDigitSeparator(line: string, position: number): boolean {
  return (
    line[position] === "'" &&
    /[\da-fA-F]/.test(line[position - 1] ?? '') &&
    /^'\d{3}/.test(line.slice(position, position + 4))
  );
}

/** Returns the position after a character such as `'{'`. A lifetime such as `'a` is one quote. */
function endOfRustCharacter(line: string, position: number): number {
  const [literal] = /^'(?:\\[^']{1,10}|\\'|[^\\'])'/u.exec(line.slice(position, position + 14)) ?? ["'"];
  return position + literal.length;
}

function canStartRegExp(line: string, position: number, last: string): boolean {
  if (line[position + 1] === ' ' && /[\w)\]]/.test(last)) return false;
  if (last === '' || /[(,=:[!&|?{};+*%<>~^-]/.test(last)) return true;
  return /\b(?:return|typeof|case|in|of|do|else)\s{1,9}$/.test(line.slice(Math.max(0, position - 20), position));
}

/** A hostile line could contain many starts of regular expressions without an end. */
const [maxRegExpLength, maxUnclosed] = [1_000, 20];

function endOfRegExp(line: string, from: number, state: ScanState): number {
  if (state.unclosed > maxUnclosed) return from + 1;
  let isInClass = false;
  const end = Math.min(line.length, from + maxRegExpLength);
  for (let position = from + 1; position < end; position += 1) {
    const character = line[position];
    if (character === '\\') position += 1;
    else if (character === '[') isInClass = true;
    else if (character === ']') isInClass = false;
    else if (character === '/' && !isInClass) return position + 1;
  }
  state.unclosed += 1;
  return from + 1;
}
