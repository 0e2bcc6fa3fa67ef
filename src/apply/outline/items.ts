import { createBlockFrame } from './blockFrame.ts';
import { declarationOf } from './declarations.ts';
import { headerOfInlineBody } from './inlineBody.ts';
import type { ScannedCode } from './scanCode.ts';

/** A range of lines inside an item: the body of a function, or the branches of a conditional statement. */
export interface Section {
  readonly start: number;
  readonly end: number;
}

/** A declaration, a statement, or a comment that belongs to neither, with its lines [start, end). */
export interface Item {
  /** The first line, with the comments and decorators directly above. */
  readonly start: number;
  /** The first decorator, or `head` if there is none. */
  readonly decorators: number;
  /** The first line of the code itself. */
  readonly head: number;
  readonly end: number;
  readonly sections: readonly Section[];
  /** The item has sections, or is a declaration with its body on the same line. */
  readonly hasBody: boolean;
  /**
   * Equal for items that mean the same: the kind and name of a declaration, else the header of a statement with a body,
   * else the text.
   */
  readonly key: string;
  readonly kind: 'declaration' | 'statement' | 'comment' | 'elision';
  /** False if lines of the item are indented less than its first line, so that its end is uncertain. */
  readonly isWellFormed: boolean;
}

const continuesStatement = /^(?:else|elseif|elif|except|catch|finally)\b|^[)\]}]/;
/** A method of a promise. A clause has no parameters after `finally`, and no blank line above. */
const promiseMethod = /^(?:catch|finally)\(.*\{$/;
const startsWithOperator =
  /^(?:[.?:](?![:\w]*:$)|&&|\|\||[+/%=|^](?![+/*])|(?:instanceof|in|as|satisfies|extends|implements|where)\b)/;
const endsWithOperator = /(?:=>|[=+%|?&]|&&|\|\||\()$/;
const accessLabel =
  /^(?:public|private|protected|signals|(?:public |private |protected )?slots|default|case\b[^?]*)\s*:$/;
/** The first line of an import, an export, or a call of `require`, whose names are on the next lines. */
const openImport = /^(?:import\b[^'"]*|export\s+(?:type\s+)?|(?:const|let|var)\s+)\{$/;
/** The maximum length of the part of a line that regular expressions test. */
const maxTested = 400;
/** The maximum number of lines of a list of type parameters. */
const maxTypeParameters = 40;

/** Returns the items of the lines [from, to), which are the lines of a text or of one section of an item. */
export function itemsIn(scan: ScannedCode, from: number, to: number): readonly Item[] {
  const items: Item[] = [];
  const base = scan.depths[from] ?? 0;
  let start = -1;
  let decorators = -1;
  const endComment = (end: number) => {
    if (start >= 0) items.push(createComment(scan, start, end));
    [start, decorators] = [-1, -1];
  };
  for (let line = from; line < to;) {
    if (scan.content[line] === 'blank') {
      if (decorators < 0) endComment(line);
      line += 1;
    } else if (scan.content[line] === 'comment') {
      if (start < 0) start = line;
      line += 1;
    } else if (scan.content[line] === 'elision') {
      endComment(line);
      items.push(createElision(line));
      line += 1;
    } else if (isDecorator(scan, line)) {
      if (start < 0) start = line;
      if (decorators < 0) decorators = line;
      line = endOfBrackets(scan, line, to, base) + 1;
    } else {
      const end = endOfItem(scan, line, to, base);
      items.push(
        createItem(scan, {
          start: start < 0 ? line : start,
          decorators: decorators < 0 ? line : decorators,
          head: line,
          end,
          base,
        }),
      );
      [start, decorators] = [-1, -1];
      line = end;
    }
  }
  endComment(to);
  return items;
}

function createComment(scan: ScannedCode, start: number, end: number): Item {
  const text = scan.lines.slice(start, end).map((line) => line.trim());
  return {
    ...{
      start,
      decorators: start,
      head: start,
      end,
      sections: [],
      hasBody: false,
      kind: 'comment',
      isWellFormed: true,
    },
    key: `comment ${text.join('\n')}`,
  };
}

function createElision(line: number): Item {
  const extent = { start: line, decorators: line, head: line, end: line + 1 };
  return { ...extent, sections: [], hasBody: false, kind: 'elision', isWellFormed: true, key: 'elision' };
}

interface Extent {
  readonly start: number;
  readonly decorators: number;
  readonly head: number;
  readonly end: number;
  /** The number of open brackets around the item. */
  readonly base: number;
}

function createItem(scan: ScannedCode, { start, decorators, head, end, base }: Extent): Item {
  const sections = sectionsOf(scan, head, end, base);
  const header = headerText(scan, head, end, sections[0]);
  const inline = sections.length === 0 ? headerOfInlineBody(header, scan.language) : undefined;
  const hasBody = sections.length > 0 || inline !== undefined;
  // A body of SQL on lines of the same indentation is not part of the item.
  const isComplete = scan.language.id !== 'sql' || (scan.code[end - 1] ?? '').trimEnd().endsWith(';');
  const whole = inline ?? methodHeader(scan, header, sections) ?? header;
  const declared = isComplete ? declarationOf(whole, scan.language, hasBody) : undefined;
  const isWellFormed = hasItemIndent(scan, head, end) && !isOnlyHeader(scan, end - 1, sections);
  const item = { start, decorators, head, end, sections, hasBody: sections.length > 0, isWellFormed };
  if (declared !== undefined) return { ...item, hasBody, kind: 'declaration', key: declared };
  if (sections.length > 0) return { ...item, kind: 'statement', key: `header ${header.replaceAll(/\s+/g, ' ')}` };
  const text = scan.lines.slice(head, end).map((line) => line.trim());
  return { ...item, kind: 'statement', key: `text ${text.join('\n')}` };
}

/**
 * Returns the code of an item up to its first section, on one line. An import of JavaScript names its module at the end,
 * so its last line belongs to it.
 */
function headerText(scan: ScannedCode, head: number, end: number, section: Section | undefined): string {
  const last = Math.min(section?.start ?? end, head + 8);
  const texts: string[] = [];
  for (let line = head; line < last; line += 1) texts.push((scan.code[line] ?? '').slice(0, maxTested).trim());
  const text = texts.join(' ').trim();
  const isImport = section !== undefined && scan.language.id === 'javascript' && openImport.test(text);
  return isImport ? `${text} ${codeAt(scan, end - 1)}` : text;
}

/** Returns the header of a method of JavaScript whose parameters are on lines of their own, without the parameters. */
function methodHeader(
  { language, code }: ScannedCode,
  header: string,
  sections: readonly Section[],
): string | undefined {
  const [parameters, body] = sections;
  if (language.id !== 'javascript' || parameters === undefined || body === undefined) return undefined;
  const end = (code[parameters.end] ?? '').slice(0, maxTested).trim();
  return header.endsWith('(') && /^\)\s*(?::[^=]*)?\{$/.test(end) ? header + end : undefined;
}

function isDecorator(scan: ScannedCode, line: number): boolean {
  const text = codeAt(scan, line);
  switch (scan.language.id) {
    case 'python':
      return text.startsWith('@');
    case 'rust':
      return /^#!?\[/.test(text) && /\]$|[[(,]$/.test(text);
    case 'javascript':
    case 'java':
      return /^@(?!interface\b)[\w$.]+(?:\(.*\)?)?$/.test(text) || /^\[[A-Z]\w*(?:\(.*\))?\]$/.test(text);
    default:
      return false;
  }
}

function codeAt(scan: ScannedCode, line: number): string {
  return (scan.code[line] ?? '').slice(0, maxTested).trim();
}

/** Returns the last line of the brackets that are open after `line`. */
function endOfBrackets(scan: ScannedCode, line: number, to: number, base: number): number {
  let last = line;
  while (last < to - 1 && (scan.depths[last + 1] ?? 0) > base) last += 1;
  while (last < to - 1 && scan.startsInText[last + 1] === true) last += 1;
  return last;
}

/** Returns the end of the item whose code starts in the line `head`. Trailing blank lines and comments are excluded. */
function endOfItem(scan: ScannedCode, head: number, to: number, base: number): number {
  let last = endOfBrackets(scan, head, to, base);
  const frame = scan.language.blocks === 'lines' ? createBlockFrame(scan, head) : undefined;
  for (;;) {
    let next = last + 1;
    while (next < to && scan.content[next] !== 'code') next += 1;
    if (next >= to || !(frame?.(next) ?? continuesItem(scan, head, last, next)))
      return trailingComments(scan, head, last, to);
    last = endOfBrackets(scan, next, to, base);
  }
}

/** Includes comments after an indented body that are indented like it. */
function trailingComments(scan: ScannedCode, head: number, last: number, to: number): number {
  if (scan.language.blocks === 'brackets') return last + 1;
  let end = last + 1;
  for (let line = last + 1; line < to && scan.content[line] !== 'code'; line += 1)
    if (scan.content[line] !== 'blank') {
      if (indentColumns(scan, line) <= indentColumns(scan, head)) break;
      end = line + 1;
    }
  return end;
}

/** Returns true if the line `next` with code belongs to the item that starts in `head` and has reached `last`. */
function continuesItem(scan: ScannedCode, head: number, last: number, next: number): boolean {
  const text = codeAt(scan, next);
  const isDeeper = indentColumns(scan, next) > indentColumns(scan, head);
  if (scan.language.blocks === 'indentation') return isDeeper || (continuesStatement.test(text) && last > head);
  const [before, first] = [codeAt(scan, last), codeAt(scan, head)];
  if (scan.language.id === 'c' && (first.startsWith('#') || before.startsWith('#'))) return before.endsWith('\\');
  // A rule ends with `}` and a property with `;`. Selectors and values may have several lines.
  if (scan.language.id === 'css') return !/[;}]$/.test(before);
  if (accessLabel.test(first)) return false;
  if (continuesStatement.test(text) && !(promiseMethod.test(text) && next > last + 1)) return true;
  if (next > last + 1 && !(text.startsWith('.') || before.endsWith('='))) return false;
  if (text.startsWith('{')) return !/[;}]$/.test(before);
  // A list of C contains fields such as `.name = 1`.
  if (text.startsWith('.') && !text.startsWith('...')) return !/;$|^\.[^(]*,$/.test(before);
  if (/[;}]$/.test(before)) return false;
  if (startsWithOperator.test(text) || endsWithOperator.test(before)) return true;
  if (text.startsWith('>') || before.endsWith('<')) return true;
  if (before.endsWith(',')) {
    if (!isDeeper) return false;
    if (isInTypeParameters(scan, head, last)) return true;
    if (scan.language.id === 'c' && isInInitializers(scan, head, last)) return true;
    return indentColumns(scan, last) >= indentColumns(scan, head) && isOpenList(first);
  }
  if (isDeeper) return true;
  return scan.language.id === 'c' && isOpenCHeader(before);
}

/** Returns true after a line of a list of type parameters that a line ending with `<` has opened. */
function isInTypeParameters(scan: ScannedCode, head: number, last: number): boolean {
  const first = Math.max(head, last - maxTypeParameters);
  for (let line = last; line >= first; line -= 1)
    if (indentColumns(scan, line) < indentColumns(scan, last)) return codeAt(scan, line).endsWith('<');
  return false;
}

/** Returns true after a line of the initializers of a constructor of C++, which a colon starts. */
function isInInitializers(scan: ScannedCode, head: number, last: number): boolean {
  const first = Math.max(head + 1, last - maxTypeParameters);
  for (let line = last; line >= first; line -= 1) if (/^:(?!:)/.test(codeAt(scan, line))) return true;
  return false;
}

/** Returns true if a comma at the end of a line continues the statement or the types of a class, and ends no member. */
function isOpenList(first: string): boolean {
  return (
    /^(?:(?:export |declare )?(?:const|let|var)\b|return\b|use\b|type\b)/.test(first) ||
    /^(?:[a-z]+ )*(?:class|interface|struct|record|enum|object|protocol|extension)\s[^({;]+,$/.test(first)
  );
}

/** Returns true for the return type or the template of a function in C whose name is in the next line. */
function isOpenCHeader(text: string): boolean {
  return /^template\s*<.*>$/.test(text) || /^[A-Za-z_][\w\s*&:<>,]*$/.test(text) || /[)\w]\s*[,(]$/.test(text);
}

function indentColumns(scan: ScannedCode, line: number): number {
  return scan.columns[line] ?? 0;
}

function sectionsOf(scan: ScannedCode, head: number, end: number, base: number): readonly Section[] {
  const sections: Section[] = [];
  if (scan.language.blocks === 'brackets') {
    let start = -1;
    for (let line = head; line < end; line += 1) {
      if (start >= 0 && (scan.lowest[line] ?? 0) <= base && line >= start) {
        if (line > start) sections.push({ start, end: line });
        start = -1;
      }
      if ((scan.depths[line + 1] ?? 0) > base && start < 0) start = line + 1;
    }
    return sections;
  }
  const indent = indentColumns(scan, head);
  let start = endOfBrackets(scan, head, end, base) + 1;
  if (start >= end || (scan.language.blocks === 'indentation' && !codeAt(scan, start - 1).endsWith(':'))) return [];
  for (let line = start; line < end; line += 1) {
    if (scan.content[line] !== 'code' || scan.startsInText[line] === true || indentColumns(scan, line) > indent)
      continue;
    if ((scan.depths[line] ?? 0) > base) continue;
    if (line > start) sections.push({ start, end: line });
    start = line + 1;
  }
  if (end > start) sections.push({ start, end });
  return sections;
}

/** Returns true for the header of a block of Python without its lines. */
function isOnlyHeader(scan: ScannedCode, last: number, sections: readonly Section[]): boolean {
  return scan.language.blocks === 'indentation' && sections.length === 0 && codeAt(scan, last).endsWith(':');
}

/** Returns true if no line of an item is indented less than its first line, and only closing lines are indented like it. */
function hasItemIndent(scan: ScannedCode, head: number, end: number): boolean {
  const indent = indentColumns(scan, head);
  for (let line = head + 1; line < end; line += 1) {
    if (scan.content[line] !== 'code' || scan.startsInText[line] === true) continue;
    const text = codeAt(scan, line);
    if (text === '' || text.startsWith('#') || /^[\w\s]*:$/.test(text)) continue;
    if (indentColumns(scan, line) < indent) return false;
  }
  return true;
}
