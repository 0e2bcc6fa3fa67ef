import type { Item } from './items.ts';
import type { Outline } from './outline.ts';
import type { ScannedCode } from './scanCode.ts';

/** The maximum number of lines of a statement that are compared, and of the characters of each. */
const [maxLines, maxLength] = [12, 400];

interface Assignment {
  /** The variable, with its object, such as `this.items`. */
  readonly name: string;
  /** Nothing is before the name, so that the statement declares nothing in a language with types or keywords. */
  readonly isBare: boolean;
  readonly value: string;
}

/**
 * Returns true if a statement of the block assigns a new value to a variable, and the item of the file with the same name
 * declares it, or gives it a value that the new one needs: `x = 0` below `let x = 1`, or `x = x.trim()` below `x = read()`.
 * The statement then stands somewhere below the item, and not in its place.
 */
export function isLaterAssignment(block: Outline, item: Item, file: Outline, old: Item): boolean {
  const [own, before] = [assignmentIn(block.scan, item), assignmentIn(file.scan, old)];
  if (own === undefined || before === undefined) return false;
  return (own.isBare && !before.isBare) || (readsItself(own) && !readsItself(before));
}

function assignmentIn(scan: ScannedCode, { key, head, end }: Item): Assignment | undefined {
  if (!key.startsWith('value ')) return undefined;
  const lines = scan.code.slice(head, Math.min(end, head + maxLines)).map((line) => line.slice(0, maxLength).trim());
  const [, before = '', sign, value = ''] = /^([^=]{1,200}?)\s*(:?=)(?![=>])(.*)$/s.exec(lines.join(' ')) ?? [];
  // In a class or a function, the sign is below the header, or belongs to a parameter.
  if (sign === undefined || !lines[0]?.includes('=') || before.includes('(')) return undefined;
  const name = /^[$@]?[\w$]+(?:(?:\.|->|::)#?[\w$]+)*$/.exec(before)?.[0];
  const declares = sign === ':=' && scan.language.id === 'go';
  return { name: name ?? key.slice('value '.length), isBare: name !== undefined && !declares, value };
}

/** Returns true if the value contains the variable. A function may call itself. */
function readsItself({ name, value }: Assignment): boolean {
  if (/=>|\bfunction\b|\blambda\b|\bfunc\b/.test(value)) return false;
  const text = value.replaceAll(/'[^']{0,200}'|"[^"$#{]{0,200}"/g, '""');
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const rest = text.slice(at + name.length, at + name.length + 10);
    // A property or an argument of the same name is another one.
    if (!/(?:\w|(?<!\.\.)\.)$/.test(text.slice(0, at)) && !/^[\w$]|^\s*(?::(?!:)|=(?!=))/.test(rest)) return true;
  }
  return false;
}
