import type { Item } from '../outline/items.ts';
import type { Outline } from '../outline/outline.ts';

/** The header of the section of a configuration file that each item belongs to. Headers belong to their own section. */
export type SectionHeaders = ReadonlyMap<Item, string>;

/** Returns the headers of the items at the top level after the first header; nothing for languages without sections. */
export function sectionHeaders(outline: Outline): SectionHeaders {
  const headers = new Map<Item, string>();
  let header: string | undefined;
  for (const item of outline.top.items) {
    header = headerOf(item, outline) ?? header;
    if (header !== undefined) headers.set(item, header);
  }
  return headers;
}

const headers: Readonly<Record<string, RegExp>> = {
  toml: /^\s*(\[{1,2}[^\]=]{1,200}\]{1,2})\s*$/,
  markdown: /^(#{1,6}\s.*)$/,
};

/** Returns the header of a section, such as `[dependencies]` or `## Use`; undefined for other items. */
export function headerOf({ head }: Item, { scan }: Outline): string | undefined {
  return headers[scan.language.id]?.exec((scan.code[head] ?? '').slice(0, 300))?.[1];
}
