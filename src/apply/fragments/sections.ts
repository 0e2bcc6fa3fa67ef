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

/** The settings of one section of a file, with other names each, and without other lines. */
interface Section {
  readonly last: Item;
  readonly byKey: ReadonlyMap<string, Item>;
  readonly names: ReadonlySet<string>;
}

/**
 * Creates a function that returns the item of the file below which new settings of a block belong if the block shows them
 * at the end of a section: the setting that the block shows above them, else the last one of the section. No
 * section may have settings of their names. Otherwise, it returns undefined.
 *
 * @param items The items of the block at the top level, of which those from `first` to `end` (exclusive) are new.
 */
export function createPlaceOfSettings(
  block: Outline,
  file: Outline,
  items: readonly Item[],
): (first: number, end: number) => Item | undefined {
  const own = file.scan.language.id === 'toml' ? sectionHeaders(block) : new Map<Item, string>();
  if (own.size === 0) return () => undefined;
  const { sections, tables } = sectionsOf(file);
  const isHeader = (item: Item) => headerOf(item, block) !== undefined;
  return (first, end) => {
    let above = first - 1;
    while (items[above]?.kind === 'elision') above -= 1;
    const [before, after] = [items[above], items[end]];
    if (before === undefined || (after !== undefined && after.kind !== 'elision' && !isHeader(after))) return undefined;
    const header = own.get(before) ?? '';
    const section = sections.get(header);
    const areNew = items.slice(first, end).every((item) => {
      const name = nameOf(item);
      if (file.find(item.key).length > 0) return false;
      return isSetting(item) && section?.names.has(name) === false && !tables.has(`${tableOf(header)}.${name}`);
    });
    if (!areNew) return undefined;
    if (isHeader(before)) return section?.last;
    return above === first - 1 ? section?.byKey.get(before.key) : undefined;
  };
}

/** Returns the sections that contain only settings, by their headers, and the names of all tables and their parents. */
function sectionsOf(file: Outline): {
  readonly sections: ReadonlyMap<string, Section>;
  readonly tables: ReadonlySet<string>;
} {
  const headersOfItems = sectionHeaders(file);
  const code = file.top.items.filter(({ kind }) => kind !== 'comment');
  const sections = new Map<string, Section>();
  const tables = new Set<string>();
  for (const [header, [start, ...settings]] of Map.groupBy(code, (item) => headersOfItems.get(item) ?? '')) {
    const parts = tableOf(header).split('.');
    for (const index of parts.keys()) tables.add(parts.slice(0, index + 1).join('.'));
    if (header === '' || start === undefined || !settings.every(isSetting)) continue;
    const byKey = new Map(settings.map((item) => [item.key, item]));
    const names = new Set(settings.map(nameOf));
    sections.set(header, { last: settings.at(-1) ?? start, byKey, names });
  }
  return { sections, tables };
}

function tableOf(header: string): string {
  return header.replaceAll(/[[\]\s"']/g, '').toLowerCase();
}

function isSetting({ kind, key }: Item): boolean {
  return kind === 'declaration' && key.startsWith('value ');
}

/** Returns the first part of a name such as `serde.features`. Names in files of some programs ignore the case. */
function nameOf({ key }: Item): string {
  return (/^value ["']?([^."']+)/.exec(key.slice(0, 400))?.[1] ?? key).toLowerCase();
}
