import type { Item } from '../outline/items.ts';
import type { ScannedCode } from '../outline/scanCode.ts';
import type { Fragment } from './fragment.ts';

const verb =
  /^(?:alter|call|create|declare|delete|drop|exec(?:ute)?|grant|insert|merge|replace|revoke|select|set|truncate|update|use|with)\b/i;
/** The end of a statement, or of a batch of statements. */
const statementEnd = /;$|^(?:go|\/|\/\/)$/i;
/** The maximum number of lines without code between statements that are searched. */
const maxGap = 50;

/** Returns true for the first line of an SQL statement. It starts after a semicolon, or with a verb after a blank line. */
export function startsSqlStatement({ head, end }: Item, { language, code, content, columns }: ScannedCode): boolean {
  if (language.id !== 'sql' || !verb.test((code[head] ?? '').trimStart().slice(0, 20))) return false;
  // A statement on one line in a function is like a line of other code.
  if (statementEnd.test(textAt(code, head)) && end === head + 1) return columns[head] === 0;
  let line = head - 1;
  while (line >= Math.max(0, head - maxGap) && content[line] !== 'code') line -= 1;
  return line < 0 || statementEnd.test(textAt(code, line)) || content.slice(line + 1, head).includes('blank');
}

function textAt(code: readonly string[], line: number): string {
  return (code[line] ?? '').slice(-400).trim();
}

/** Returns what must not be lost: what a statement creates, the verb of another one on one line, else its first line. */
function meaningOf({ key, kind, head }: Item, { code }: ScannedCode): string {
  if (kind === 'declaration' || !statementEnd.test(textAt(code, head))) return key;
  return verb.exec((code[head] ?? '').trimStart().slice(0, 20))?.[0].toLowerCase() ?? key;
}

/**
 * Returns a test that counts the statements of the same meaning. For a statement of SQL, it returns true if the block has
 * at least as many of them as the test has been called with. It returns undefined for other items.
 */
export function createStatementTest({ block, file }: Fragment): (item: Item) => boolean | undefined {
  const left = new Map<string, number>();
  if (file.scan.language.id === 'sql')
    for (const item of block.top.items) {
      const meaning = meaningOf(item, block.scan);
      left.set(meaning, (left.get(meaning) ?? 0) + 1);
    }
  return (item) => {
    if (!startsSqlStatement(item, file.scan)) return undefined;
    const meaning = meaningOf(item, file.scan);
    const count = (left.get(meaning) ?? 0) - 1;
    left.set(meaning, count);
    return count >= 0;
  };
}
