import type { ScannedCode } from './scanCode.ts';

/** Returns true if the line belongs to the item. The lines with code must be asked for in order. */
export type BlockFrame = (line: number) => boolean;

const openingWord =
  /\b(?:architecture|begin|case|class|cond|def\w*|do|elif|else|else?if|entity|enum|fn|for|foreach|function|if|interface|let|lib|loop|macro|module|namespace|procedure|process|program|quote|receive|record|repeat|select|struct|subroutine|switch|task|then|try|type|unless|until|when|while|with)\b/;
/** Words that end or continue a block which a word has opened. */
const blockWord = /^(?:end|fi|done|esac|else|elsif|elseif|elif|when|rescue|ensure|then|do|in)\b/;
/** Words that continue a statement whose block has ended with a bracket. */
const branchWord = /^(?:else|elsif|elseif|elif|catch|finally)\b/;
const lastWord = /^(?:end|fi|done|esac)\b/;
/** A line that ends a block and opens the next one, such as `end.each do |item|`. */
const opensNext = /\b(?:do|function|fn)\b/;
/** The end of a header of several lines, such as that of `it 'x',` and `:slow do`. */
const headerEnd = /\b(?:do|then|begin)(?:\s*\|[^|]*\|)?$/;
/** The maximum number of lines of a header that are searched. */
const maxHeaderLines = 8;
/** The maximum length of the part of a line that is searched for words and tags. */
const maxTested = 400;
/** Deeper tags are not followed, because each line searches the open tags. */
const maxTags = 100;

/**
 * Follows the brackets, the tags and the words that an item has opened, in a language of which only the indentation is
 * known. A closing line belongs to the item only if the item has opened what the line closes. Otherwise, it closes the
 * block around the item. Deeper lines belong to the item.
 */
export function createBlockFrame(scan: ScannedCode, head: number): BlockFrame {
  const words = wordsOf(scan.language.id);
  const columnsAt = (line: number) => scan.columns[line] ?? 0;
  const tags: string[] = [];
  let brackets = 0;
  let isOpenTag = false;
  let nextWord = hasHeaderWord(scan, head) ? words : undefined;
  const add = (text: string) => {
    brackets += bracketsIn(text);
    const tested = text.slice(0, maxTested);
    followTags(tested, tags);
    isOpenTag = tags.length > 0 && !tested.slice(tested.lastIndexOf('<') + 1).includes('>');
    if (lastWord.test(tested)) nextWord = opensNext.test(tested) ? words : undefined;
    else if (openingWord.test(tested)) nextWord = words;
    else if (tested.startsWith('}') && brackets <= 0) nextWord &&= branchWord;
  };
  const belongs = (text: string) => {
    if (/^[)\]}]/.test(text)) return brackets > 0;
    if (/^\/?>/.test(text)) return isOpenTag;
    const tag = /^<\/([\w.:-]*)/.exec(text)?.[1];
    return tag === undefined ? nextWord?.test(text) === true : tags.includes(tag);
  };
  add((scan.code[head] ?? '').trim());
  return (line) => {
    const deeper = columnsAt(line) - columnsAt(head);
    if (deeper !== 0) return deeper > 0;
    const text = (scan.code[line] ?? '').trim();
    if (!belongs(text)) return false;
    add(text);
    return true;
  };
}

/** Returns the words with which a line continues a block, or undefined if blocks of the language have no words. */
function wordsOf(languageId: string): RegExp | undefined {
  switch (languageId) {
    case 'markdown':
    case 'yaml':
    case 'toml':
      return undefined;
    case 'markup':
      return branchWord;
    default:
      return blockWord;
  }
}

/**
 * Returns true if the next lines of the header open a block. The block of the header is indented less than them, or as
 * much. Other lines that open a block are in the body.
 */
function hasHeaderWord({ code, columns, content }: ScannedCode, head: number): boolean {
  let last = head;
  for (let line = head + 1; line < Math.min(code.length, head + maxHeaderLines); line += 1) {
    if (content[line] !== 'code') continue;
    const isHeader = last > head && (columns[line] ?? 0) <= (columns[last] ?? 0);
    if (isHeader && headerEnd.test((code[last] ?? '').slice(0, maxTested).trim())) return true;
    if ((columns[line] ?? 0) <= (columns[head] ?? 0)) return false;
    last = line;
  }
  return false;
}

/** Returns the number of brackets that a line opens, minus those that it closes. Brackets in strings do not count. */
function bracketsIn(text: string): number {
  let count = 0;
  for (const character of text.replaceAll(/(["'`])(?:(?!\1).)*\1/g, ''))
    if ('([{'.includes(character)) count += 1;
    else if (')]}'.includes(character)) count -= 1;
  return count;
}

/** Adds the tags that a line opens to those that are open, and removes those that it closes. */
function followTags(text: string, open: string[]): void {
  for (const [sign, end, name] of text.matchAll(/<(\/?)([\w.:-]+)|\/>/g)) {
    if (sign === '/>') open.pop();
    else if (name === undefined) continue;
    else if (end === '/') open.splice(open.includes(name) ? open.lastIndexOf(name) : open.length);
    else if (open.length < maxTags) open.push(name);
  }
}
