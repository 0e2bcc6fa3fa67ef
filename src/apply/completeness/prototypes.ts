import type { Item } from '../outline/items.ts';
import type { ScannedCode } from '../outline/scanCode.ts';

/** The maximum length of each line that is searched. Longer prototypes are none. */
const maxLength = 400;
const maxLines = 8;

/** Returns true for the header of a function without its body and without a semicolon, which is cut off. */
export function isCutHeader(scan: ScannedCode, item: Item): boolean {
  const text = item.key.startsWith('value ') ? declarationText(scan, item) : undefined;
  return text !== undefined && /^[^={};]*\(\)[^={};]*$/.test(withoutParameters(text));
}

/** Returns the code of a declaration of a language with brackets on one line; undefined for others and if it is long. */
function declarationText({ code, language }: ScannedCode, { kind, head, end }: Item): string | undefined {
  if (kind !== 'declaration' || language.blocks !== 'brackets' || end - head > maxLines) return undefined;
  const lines = code.slice(head, end);
  return lines.some((line) => line.length > maxLength) ? undefined : lines.join(' ').trim();
}

/** Default values of parameters are not values of the declaration. */
function withoutParameters(text: string): string {
  return text.replaceAll(/\([^()]*\)/g, '()').replaceAll(/\([^()]*\)/g, '()');
}

/** Returns true for a function without a body, such as `int size();`, and for a module elsewhere, such as `mod a;`. */
export function isPrototype(scan: ScannedCode, item: Item): boolean {
  const { key, hasBody } = item;
  const text = hasBody ? undefined : declarationText(scan, item);
  if (text === undefined) return false;
  if (key.startsWith('module ')) return /\bmod\s+\w+\s*;$/.test(text);
  return key.startsWith('value ') && /^[^=(]*\(\)[^=(]*;$/.test(withoutParameters(text));
}
