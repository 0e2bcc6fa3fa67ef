import type { Item } from '../outline/items.ts';
import type { ScannedCode } from '../outline/scanCode.ts';

/** The maximum length of each line that is searched. Longer prototypes are none. */
const maxLength = 400;
const maxLines = 8;

/** Returns true for the header of a function without its body and without a semicolon, which is cut off. */
export function isCutHeader({ code, language }: ScannedCode, { key, kind, head, end }: Item): boolean {
  if (kind !== 'declaration' || !key.startsWith('value ') || language.blocks !== 'brackets') return false;
  const lines = code.slice(head, end);
  if (lines.length > maxLines || lines.some((line) => line.length > maxLength)) return false;
  return /^[^={};]*\(\)[^={};]*$/.test(withoutParameters(lines.join(' ')));
}

/** Default values of parameters are not values of the declaration. */
function withoutParameters(text: string): string {
  return text.replaceAll(/\([^()]*\)/g, '()').replaceAll(/\([^()]*\)/g, '()');
}

/** Returns true for a function without a body, such as `int size();`, and for a module elsewhere, such as `mod a;`. */
export function isPrototype({ code, language }: ScannedCode, { key, kind, hasBody, head, end }: Item): boolean {
  if (kind !== 'declaration' || hasBody || language.blocks !== 'brackets' || end - head > maxLines) return false;
  const lines = code.slice(head, end);
  if (lines.some((line) => line.length > maxLength)) return false;
  const text = lines.join(' ').trim();
  if (key.startsWith('module ')) return /\bmod\s+\w+\s*;$/.test(text);
  return key.startsWith('value ') && /^[^=(]*\(\)[^=(]*;$/.test(withoutParameters(text));
}
