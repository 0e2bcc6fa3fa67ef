import { addAll } from '../../common/addAll.ts';
import type { Language } from '../languages.ts';
import { bracedBody } from '../outline/inlineBody.ts';
import type { Item } from '../outline/items.ts';
import type { LocatedItem, Outline } from '../outline/outline.ts';

const dotsAtStart = /^\W{0,3}(?:\.{3}|…)/;
const dots = /\.{3}|…/;
/** Words of a comment with dots that stands for left-out code. */
const leftOutWords =
  /\b(?:existing|rest|unchanged|same|remain\w*|others?|previous|omitted|before|keep|kept|code|above|below|no changes?|as is|more|etc|snip\w*|implementation|logic|methods?|functions?|imports?|fields?|tests?|body)\b/i;
/** The words for left-out code in a comment without dots, such as `methods` in `existing methods`. */
const leftOutThings =
  'code|imports?|methods?|functions?|implementation|logic|fields?|content|tests?|cases|properties|props|state|hooks|' +
  'members|classes|types|constants|variables|arguments|parameters|statements|lines|entries|items|elements|children|' +
  'markup|html|styles|rules|routes|endpoints|handlers|middlewares?|exports|modules|packages|plugins|dependencies|' +
  'scripts|settings|config(?:uration)?s?|options|keys|values|columns|tables|rows|services|volumes|jobs|steps|tasks|' +
  'targets|sections|components';
/** Phrases of a comment without dots that stands for left-out code. */
const leftOutPhrase = new RegExp(
  String.raw`^\(?(?:(?:the |all )?(?:rest|remainder) of (?:the |this |your )?[\w ]{1,30}|(?:the |all |your |other )?existing (?:${leftOutThings})|(?:the |your )?(?:previous|original) code|\W{0,3}snip(?:ped)?\W{0,3}|unchanged|(?:the )?(?:code |rest |everything else )?(?:stays?|remains?|is|are) (?:the )?(?:same|unchanged|as (?:is|before))|same (?:as|code as) (?:before|above)|no changes?(?: here)?|as before|(?:code )?omitted(?: for brevity)?|(?:the )?(?:other|remaining) (?:${leftOutThings})|keep (?:the )?(?:existing|rest)[\w ]{0,30})(?: (?:of the \w+|here|below|above|unchanged|as (?:is|before)|(?:stays?|remains?)(?: (?:the )?(?:same|unchanged|as (?:is|before)))?|omitted(?: for brevity)?|goes? here)){0,2}\)?[.:]?$`,
  'i',
);

/** The maximum length of a line that may stand for left-out code. */
const maxLength = 120;

/**
 * Returns the indices of the lines that stand for left-out code, such as `// ... existing code ...`. A line that is also
 * in the file is an ordinary comment.
 */
export function findElisions(
  lines: readonly string[],
  fileLines: readonly string[],
  language: Language,
): ReadonlySet<number> {
  const candidates = new Set<number>();
  for (const [index, line] of lines.entries()) if (isElision(line.trim(), language)) candidates.add(index);
  if (candidates.size === 0) return candidates;
  const isDots = (text: string) => language.id === 'javascript' && /^(?:\.{3}|…)$/.test(text);
  const inFile = new Set<string>();
  /** The lines above and below dots in the file. */
  const beside = { above: new Set<string>(), below: new Set<string>() };
  for (const [index, line] of fileLines.entries()) {
    const text = line.length <= 2 * maxLength ? line.trim() : '';
    inFile.add(text);
    if (!isDots(text)) continue;
    beside.above.add((fileLines[index - 1] ?? '').trim());
    beside.below.add((fileLines[index + 1] ?? '').trim());
  }
  const at = (index: number) => (lines[index] ?? '').trim();
  for (const index of [...candidates]) {
    const text = at(index);
    // Dots alone are also code, for example in types of Flow, and then have a neighbour of the file.
    const isCode = !isDots(text) || beside.above.has(at(index - 1)) || beside.below.has(at(index + 1));
    if (inFile.has(text) && isCode) candidates.delete(index);
  }
  return candidates;
}

/** The maximum number of lines of an item whose whole body is left out. */
const maxBodyLines = 4;

/**
 * Returns the first lines of the declarations of the block whose whole body is left out, and which the file has with a
 * body. In a stub file of Python, `...` is the body.
 */
export function findBodyElisions(block: Outline, file: Outline): ReadonlySet<number> {
  const { scan } = block;
  const found = new Set<number>();
  const pending = [block.top];
  for (let container = pending.pop(); container !== undefined; container = pending.pop()) {
    const owner = container.owner?.key;
    for (const item of container.items) {
      addAll(pending, block.childrenOf(item));
      const { head, end, key, kind } = item;
      if (kind === 'comment' || end - head > maxBodyLines) continue;
      // Lines that are left out between others are merged with their header.
      const isMerged = scan.language.blocks !== 'indentation' || !(scan.lines[head] ?? '').includes('#');
      if (isMerged && scan.content.slice(head, end).includes('elision')) continue;
      const text = scan.lines.slice(head, end).map((line) => line.trim().slice(-2 * maxLength));
      if (!leavesOutBody(text.join('\n'), scan.language)) continue;
      const isCounterpart = (each: LocatedItem) => owner === undefined || each.container.owner?.key === owner;
      if (file.find(key).some((each) => isCounterpart(each) && hasCodeInBody(file, each.item))) found.add(head);
    }
  }
  return found;
}

/**
 * Returns true if one of the lines certainly stands for left-out code: its comment begins with dots, or it leaves out the
 * body of a declaration. Lines that are also in the file do not count. Documentation may contain such lines.
 */
export function hasElisionMark(lines: readonly string[], fileLines: readonly string[], language: Language): boolean {
  if (language.id === 'markdown' || language.id === 'unknown') return false;
  const isMark = (line: string) => {
    const text = line.trim();
    if (leavesOutBody(text.slice(-2 * maxLength), language)) return language.id !== 'python';
    return isElision(text, language) && dotsAtStart.test(commentText(withDots(text), language) ?? '');
  };
  const marks = lines.filter(isMark);
  if (marks.length === 0) return false;
  const inFile = new Set(fileLines);
  return marks.some((line) => !inFile.has(line));
}

function hasCodeInBody({ scan }: Outline, { head, hasBody }: Item): boolean {
  const isOneLine = /^\s*(?:async\s+)?def\b.*\)\s*(?:->[^:]*)?:\s*(?!\.{3})\S/.test(
    (scan.code[head] ?? '').slice(0, 400),
  );
  return hasBody || (scan.language.id === 'python' && isOneLine);
}

/** A comment that stands for the whole body around it. */
const bodyComment =
  /^\W*(?:(?:the|all|your)\s)?(?:same|unchanged|existing|as (?:above|before|is)|no changes?|body|implementation|code|logic|omitted|kept|keep|see above|rest|remains)\b[\w ]{0,30}\W*$/i;

/** Returns true for code whose body is left out, such as `size() { /* unchanged *\/ }`. */
function leavesOutBody(text: string, language: Language): boolean {
  const body = bodyOf(text, language)?.trim();
  if (body === undefined) return false;
  if (isElision(body, language)) return true;
  const comment = commentText(body, language);
  return (
    comment !== undefined &&
    body.length <= maxLength &&
    (dots.test(comment) ? /^\W*$/.test(comment) : bodyComment.test(comment))
  );
}

/** Returns the body of an item that has nothing but a comment or dots in it. */
function bodyOf(text: string, { id, blocks }: Language): string | undefined {
  if (blocks === 'brackets') {
    const body = bracedBody(text);
    return body?.includes('\n') === true ? undefined : body;
  }
  if (blocks === 'indentation') {
    const [head = '', ...others] = text.split('\n');
    const header = /^(?:async\s|def\s|class\s)[^#]*:\s*(?:pass\b)?(\.{3})?\s*(#.*)?$/.exec(head);
    const parts = others.map((line) => /^(?:pass\b)?(\.{3})?\s*(#.*)?$/.exec(line));
    const all = [header, ...parts];
    if (all.includes(null)) return undefined;
    return all.map((part) => part?.[2] ?? part?.[1]).find((part) => part !== undefined);
  }
  if (id !== 'ruby') return undefined;
  const [, dotsOnly, comment] = /^[^;#\n]*(?:;\s?(\.{3});\s?|\n?\s?(#[^\n]{0,120})\n)end$/.exec(text) ?? [];
  return dotsOnly ?? comment;
}

/** Replaces other dots that models write. */
function withDots(text: string): string {
  return text.replaceAll(/[⋮⋯]/g, '…');
}

function isElision(line: string, language: Language): boolean {
  if (line.length > maxLength || line === '') return false;
  const text = withDots(line);
  if (/^(?:\[?(?:\.{3}|…)\]?)[,;]?$/.test(text)) return true;
  if (language.id === 'python' && /^\.{3}\s{0,9}#/.test(text)) return true;
  const comment = commentText(text, language);
  if (comment === undefined) return /^(?:\.{3}|…).{1,80}(?:\.{3}|…)$/.test(text) && leftOutWords.test(text);
  const words = comment
    .replaceAll(/\.{3,}|…/g, ' ')
    .replaceAll(/[()[\]{}]/g, ' ')
    .trim();
  if (!dots.test(comment)) return leftOutPhrase.test(comment.replace(/^[([<]|[)\]>]$/g, '').trim());
  if (words === '') return true;
  if (words.split(/\s+/).length > 12) return false;
  if (/^\W{0,3}(?:\.{3}|…).*(?:\.{3}|…)\W{0,3}$/.test(comment)) return true;
  return (dotsAtStart.test(comment) || /(?:\.{3}|…)\W{0,3}$/.test(comment)) && leftOutWords.test(words);
}

const commentForms: readonly (readonly [open: string, close: string])[] = [
  ['{/*', '*/}'],
  ['/*', '*/'],
  ['<!--', '-->'],
  ['{{!--', '--}}'],
  ['{#', '#}'],
  ['//', ''],
];

/**
 * Returns the text of a comment that fills the line, in Python also after `pass` or `...`. Also knows the signs that
 * models use in languages without comments.
 */
export function commentText(line: string, language: Language): string | undefined {
  const text = language.id === 'python' ? line.replace(/^(?:pass|\.{3})\s{0,9}(?=#)/, '') : line;
  const own = language.lineComments.map((sign) => [sign, ''] as const);
  const unknown =
    language.id === 'unknown'
      ? ([
          ['#', ''],
          ['--', ''],
          [';', ''],
        ] as const)
      : [];
  for (const [open, close] of [...commentForms, ...own, ...unknown])
    if (text.startsWith(open) && text.endsWith(close) && text.length >= open.length + close.length)
      return text
        .slice(open.length, text.length - close.length)
        .replace(/^[/#*!]+/, '')
        .trim();
  return undefined;
}
