import { joinNormalized } from '../fragments/headers.ts';
import type { Item } from './items.ts';
import type { Outline } from './outline.ts';

/** The maximum length of the part of a header that is searched for decorators. */
const maxHeader = 400;

const patterns: Readonly<Record<string, RegExp>> = {
  javascript: /^@[\w$.]+(?:\([^()]*\))?\s+/,
  java: /^(?:@(?!interface\b)[\w$.]+(?:\([^()]*\))?|\[[A-Z][^\][]*\])\s+/,
  rust: /^#\[[^\][]*\]\s*/,
};

/** Returns the decorators, annotations or attributes in front of a declaration on the same line, with the spaces behind. */
export function inlineDecorators({ head }: Item, { scan }: Outline): readonly string[] {
  const pattern = patterns[scan.language.id];
  const found: string[] = [];
  if (pattern === undefined) return found;
  let rest = (scan.code[head] ?? '').slice(0, maxHeader).trim();
  for (let match = pattern.exec(rest); match !== null; match = pattern.exec(rest)) {
    found.push(match[0]);
    rest = rest.slice(match[0].length);
  }
  return found;
}

/** Returns the decorators, annotations or attributes of a declaration without white space, also those of several lines. */
export function decoratorsOf(item: Item, outline: Outline): readonly string[] {
  const { code, content, depths } = outline.scan;
  const groups: string[][] = [];
  for (let line = item.decorators; line < item.head; line += 1) {
    if (content[line] !== 'code') continue;
    if (depths[line] === depths[item.decorators]) groups.push([]);
    groups.at(-1)?.push(code[line] ?? '');
  }
  const above = groups.map((lines) => joinNormalized(lines));
  return [...above, ...inlineDecorators(item, outline)].map((text) => text.replaceAll(/\s/g, ''));
}
