import type { Item } from '../outline/items.ts';
import type { ScannedCode } from '../outline/scanCode.ts';
import type { Fragment } from './fragment.ts';

const verb =
  /^(?:alter|call|create|declare|delete|drop|exec(?:ute)?|grant|insert|merge|replace|revoke|select|set|truncate|update|use|with)\b/i;
/** The end of a statement, or of a batch of statements. */
const statementEnd = /;$|^(?:go|\/|\/\/)$/i;
/** The maximum number of lines without code between statements that are searched. */
const maxGap = 50;

/**
 * Returns true for the first line of an SQL statement of several lines. It starts after a semicolon, or with a verb after
 * a blank line. A statement on one line is like a line of other code.
 */
export function startsSqlStatement({ head, end }: Item, { language, code, content }: ScannedCode): boolean {
  const text = (line: number) => (code[line] ?? '').slice(-400).trim();
  if (language.id !== 'sql' || !verb.test((code[head] ?? '').trimStart().slice(0, 20))) return false;
  if (statementEnd.test(text(head)) && end === head + 1) return false;
  let line = head - 1;
  while (line >= Math.max(0, head - maxGap) && content[line] !== 'code') line -= 1;
  return line < 0 || statementEnd.test(text(line)) || content.slice(line + 1, head).includes('blank');
}

/**
 * Returns a test that counts the statements with the same first line. It is true from the first one on that the block
 * cannot contain, because it has fewer of them.
 */
export function createSurplusTest({ block, file }: Fragment): (item: Item) => boolean {
  const counts = new Map<string, number>();
  return (item) => {
    if (!startsSqlStatement(item, file.scan)) return false;
    const count = (counts.get(item.key) ?? 0) + 1;
    counts.set(item.key, count);
    return count > block.find(item.key).length;
  };
}
