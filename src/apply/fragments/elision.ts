import { addAll } from '../../common/addAll.ts';
import type { Language } from '../languages.ts';
import type { LocatedItem, Outline } from '../outline/outline.ts';

const dotsAtStart = /^\W{0,3}(?:\.{3}|…)/;
const dots = /\.{3}|…/;
/** Words of a comment with dots that stands for left-out code. */
const leftOutWords =
  /\b(?:existing|rest|unchanged|same|remain\w*|others?|previous|omitted|before|keep|kept|code|above|below|no changes?|as is|more|etc|snip\w*|implementation|logic|methods?|functions?|imports?|fields?|tests?|body)\b/i;
/** Phrases of a comment without dots that stands for left-out code. */
const leftOutPhrase =
  /^\(?(?:(?:the |all )?(?:rest|remainder) of (?:the |this |your )?[\w ]{1,30}|(?:the |all |your |other )?existing (?:code|imports?|methods?|functions?|implementation|logic|fields?|content|tests?|properties)|unchanged|(?:the )?(?:code |rest |everything else )?(?:stays?|remains?|is|are) (?:the )?(?:same|unchanged|as (?:is|before))|same (?:as|code as) (?:before|above)|no changes?(?: here)?|as before|(?:code )?omitted(?: for brevity)?|(?:the )?(?:other|remaining) (?:code|imports?|methods?|functions?|fields?|tests?|cases|properties)|keep (?:the )?(?:existing|rest)[\w ]{0,30})(?: (?:of the \w+|here|below|above|unchanged|as (?:is|before)|(?:stays?|remains?)(?: (?:the )?(?:same|unchanged|as (?:is|before)))?|omitted(?: for brevity)?|goes here)){0,2}\)?[.:]?$/i;

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
  const inFile = new Set<string>();
  for (const line of fileLines) if (line.length <= 2 * maxLength) inFile.add(line.trim());
  for (const index of [...candidates]) if (inFile.has((lines[index] ?? '').trim())) candidates.delete(index);
  return candidates;
}

/**
 * Returns the lines of the block that are declarations whose body is left out on the same line, and which the file has
 * with a body. In a stub file of Python, `...` is the body.
 */
export function findInlineElisions(block: Outline, file: Outline): ReadonlySet<number> {
  const { scan } = block;
  const found = new Set<number>();
  const pending = [block.top];
  for (let container = pending.pop(); container !== undefined; container = pending.pop()) {
    const owner = container.owner?.key;
    for (const item of container.items) {
      addAll(pending, block.childrenOf(item));
      const { head, end, key } = item;
      if (end - head > 1 || !hasInlineElision(scan.lines[head] ?? '', scan.language)) continue;
      const isCounterpart = (each: LocatedItem) => owner === undefined || each.container.owner?.key === owner;
      if (file.find(key).some((each) => isCounterpart(each) && each.item.sections.length > 0)) found.add(head);
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
    if (hasInlineElision(text, language)) return language.id !== 'python';
    return isElision(text, language) && dotsAtStart.test(commentText(withDots(text), language) ?? '');
  };
  const marks = lines.filter(isMark);
  if (marks.length === 0) return false;
  const inFile = new Set(fileLines);
  return marks.some((line) => !inFile.has(line));
}

/** Returns true for code on one line whose body is left out, such as `size() { /* unchanged *\/ }`. */
function hasInlineElision(line: string, language: Language): boolean {
  const text = line.trim().slice(-2 * maxLength);
  const inBraces = /\{\s{0,9}([^{}]{1,120}?)\s{0,9}\}[;,]?$/.exec(text)?.[1];
  if (inBraces !== undefined) return isElision(inBraces, language);
  return (
    language.id === 'python' && /^(?:async\s|def\s|class\s).*:\s{0,9}(?:\.\.\.|#.*(?:unchanged|\.\.\.|…).*)$/.test(text)
  );
}

/** Replaces other dots that models write. */
function withDots(text: string): string {
  return text.replaceAll(/[⋮⋯]/g, '…');
}

function isElision(line: string, language: Language): boolean {
  if (line.length > maxLength || line === '') return false;
  const text = withDots(line);
  if (/^(?:\[?(?:\.{3}|…)\]?)[,;]?$/.test(text)) return true;
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

/** Returns the text of a comment that fills the line. Also knows the signs that models use in languages without comments. */
function commentText(text: string, language: Language): string | undefined {
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
