import type { Item } from '../outline/items.ts';
import type { Container, LocatedItem, Outline } from '../outline/outline.ts';
import type { ScannedCode } from '../outline/scanCode.ts';
import { isImport } from './imports.ts';

/**
 * Returns the import after which new imports belong: the last one at the start of the container that no `#if` makes
 * conditional. Returns undefined if there is none.
 */
export function lastImport(container: Container, file: Outline): Item | undefined {
  const { items } = container;
  const end = items.findIndex((item) => item.sections.length > 0 && !isImport(item, file));
  const imports = items.slice(0, end < 0 ? items.length : end).filter((item) => isImport(item, file));
  const conditional = conditionalLines(file.scan, imports.at(-1)?.head ?? 0);
  return imports.findLast(({ head }) => !conditional.has(head));
}

/** Returns true if the item is between `#if` and `#endif`, which are not those of an include guard. */
export function isConditional({ head }: Item, { scan }: Outline): boolean {
  return conditionalLines(scan, head).has(head);
}

/** Returns the container that the imports of an item are in: its module in Rust, else the file. */
export function importsOf(located: LocatedItem | undefined, file: Outline): Container {
  const owner = located?.container.owner;
  if (located === undefined || owner === undefined || file.scan.language.id !== 'rust') return file.top;
  if (owner.key.startsWith('module ')) return located.container;
  return importsOf(
    file.find(owner.key).find(({ item }) => item === owner),
    file,
  );
}

const conditions: Readonly<Record<string, RegExp>> = { c: /^\s*#\s*if/, java: /^\s*#if\b/ };

/** Returns the lines up to `last` (inclusive) that a condition of the preprocessor is around. */
function conditionalLines({ language, code, startsInText }: ScannedCode, last: number): ReadonlySet<number> {
  const lines = new Set<number>();
  const condition = conditions[language.id];
  if (condition === undefined) return lines;
  const areGuards: boolean[] = [];
  let count = 0;
  for (let line = 0; line <= last; line += 1) {
    const text = (code[line] ?? '').slice(0, 400);
    if (count > 0) lines.add(line);
    if (startsInText[line] === true) continue;
    if (condition.test(text)) {
      const isGuard = isIncludeGuard(code, line);
      areGuards.push(isGuard);
      if (!isGuard) count += 1;
    } else if (/^\s*#\s*endif\b/.test(text) && areGuards.pop() === false) count -= 1;
  }
  return lines;
}

/** Returns true if the next line defines the name without which the lines up to `#endif` are left out. */
function isIncludeGuard(code: readonly string[], line: number): boolean {
  const name = /^\s*#\s*if(?:ndef\s+|\s+!\s*defined\s*\(?\s*)(\w+)/.exec((code[line] ?? '').slice(0, 400))?.[1];
  const next = code.slice(line + 1, line + 4).find((text) => text.trim() !== '') ?? '';
  return name !== undefined && /^\s*#\s*define\s+(\w+)/.exec(next.slice(0, 400))?.[1] === name;
}
