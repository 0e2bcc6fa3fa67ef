import type { Item } from '../outline/items.ts';
import type { ScannedCode } from '../outline/scanCode.ts';

/** The maximum length of each line that is searched. Longer prototypes are none. */
const maxLength = 400;
const maxLines = 8;

/** Returns true for a function without a body, such as `int size();`, and for a module elsewhere, such as `mod a;`. */
export function isPrototype({ code, language }: ScannedCode, { key, kind, hasBody, head, end }: Item): boolean {
  if (kind !== 'declaration' || hasBody || language.blocks !== 'brackets' || end - head > maxLines) return false;
  const lines = code.slice(head, end);
  if (lines.some((line) => line.length > maxLength)) return false;
  const text = lines.join(' ').trim();
  if (key.startsWith('module ')) return /\bmod\s+\w+\s*;$/.test(text);
  // Default values of parameters are not values of the declaration.
  const outside = text.replaceAll(/\([^()]*\)/g, '()').replaceAll(/\([^()]*\)/g, '()');
  return key.startsWith('value ') && /^[^=(]*\(\)[^=(]*;$/.test(outside);
}
