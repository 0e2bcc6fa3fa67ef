import { columnsOf, indentOf } from '../lines/indentation.ts';
import type { Outline } from '../outline/outline.ts';
import type { ScannedCode } from '../outline/scanCode.ts';

/** The ends of lines of a language that cannot end a statement. */
const openEnds: Readonly<Record<string, RegExp>> = {
  javascript: /(?:^|[^=!<>])=$|=>$|&&$|\|\|$|[^+]\+$|[\w)\]]\.$|\w<$/,
  python: /[\w)\]\s]=$|[^+]\+$|[\w)\]]\.$/,
  ruby: /[\w)\]\s]=$|&&$|\|\|$/,
  go: /(?:^|[^=!<>])=$|&&$|\|\|$/,
  rust: /(?:^|[^=!<>.])=$|&&$|\|\|$|\w<$/,
  c: /(?:^|[^=!<>r])=$|&&$|\|\|$|\w<$/,
  java: /(?:^|[^=!<>])=$|&&$|\|\|$|\w<$/,
  css: /^\s*[\w-]+:$/,
  json: /:$/,
  toml: /=$/,
};

/** Returns true if a statement or a block of the code has no end, so that the code is cut off. */
export function isUnfinished(block: Outline, file: Outline): boolean {
  return hasEmptyBlock(block.scan) || hasOpenEnd(block.scan) || hasEmptyKey(block, file);
}

/** Returns true if a block of Python has a header without lines. Such code is cut off. */
function hasEmptyBlock({ language, lines, code, content, depths, startsInText }: ScannedCode): boolean {
  if (language.blocks !== 'indentation') return false;
  let header: number | undefined;
  for (const [index, line] of lines.entries()) {
    if (content[index] === 'blank' || content[index] === 'comment' || startsInText[index] === true) continue;
    const columns = columnsOf(indentOf(line));
    if (header !== undefined && content[index] === 'code' && columns <= header) return true;
    const opens = content[index] === 'code' && depths[index + 1] === 0 && (code[index] ?? '').trimEnd().endsWith(':');
    header = opens ? Math.min(columns, header ?? columns) : undefined;
  }
  return header !== undefined;
}

/** Returns true if a statement ends with an operator, before a closing bracket or the end of the code. */
function hasOpenEnd({ language, code, content, startsInText }: ScannedCode): boolean {
  const operator = openEnds[language.id];
  if (operator === undefined) return false;
  const lines = code.flatMap((line, index) => (content[index] === 'code' ? [{ line: line.trimEnd(), index }] : []));
  return lines.some(({ line, index }, at) => {
    const next = lines[at + 1];
    if (next !== undefined && !/^\s*[)\]}]/.test(next.line)) return false;
    return operator.test(line.slice(-100)) && startsInText[index + 1] !== true;
  });
}

/**
 * Returns true if a block of YAML ends with a key without a value that probably has one: the file has the key, but nowhere
 * without a value, or the key is new, no other line contains its name, and no key beside it is empty.
 */
function hasEmptyKey({ scan }: Outline, file: Outline): boolean {
  if (scan.language.id !== 'yaml') return false;
  const last = scan.content.lastIndexOf('code');
  const name = /^\s*(?:-\s+)*([^\s:#]{1,200}):\s*$/.exec((scan.code[last] ?? '').slice(0, 400))?.[1];
  if (name === undefined) return false;
  const isKey = (text: string) =>
    text
      .trim()
      .replace(/^(?:-\s+)+/, '')
      .startsWith(`${name}:`);
  const inFile = [...file.scan.code.keys()].filter((line) => isKey(file.scan.code[line] ?? ''));
  if (inFile.length > 0) return inFile.every((line) => hasValue(file.scan, line));
  const isNamed = (line: string, index: number) => index !== last && line.split(/[\s:"',/[\]{}]+/).includes(name);
  return !scan.code.some(isNamed) && !isBesideEmptyKey(scan, last);
}

/** Returns true if the line of YAML contains a value, or the lines below belong to it. */
function hasValue({ code, content, columns }: ScannedCode, line: number): boolean {
  if (!(code[line] ?? '').trimEnd().endsWith(':')) return true;
  let next = line + 1;
  while (next < code.length && content[next] !== 'code') next += 1;
  if (next === code.length) return false;
  const deeper = (columns[next] ?? 0) - (columns[line] ?? 0);
  return deeper > 0 || (deeper === 0 && /^\s*-(?:\s|$)/.test(code[next] ?? ''));
}

/** Returns true if another key with the same indentation has no value. */
function isBesideEmptyKey(scan: ScannedCode, last: number): boolean {
  return scan.content.some(
    (content, line) =>
      content === 'code' && line < last && scan.columns[line] === scan.columns[last] && !hasValue(scan, line),
  );
}
