import { addAll } from '../../common/addAll.ts';
import type { Item } from '../outline/items.ts';
import type { Outline } from '../outline/outline.ts';
import type { Fragment } from './fragment.ts';
import { wholeHeader } from './headers.ts';
import { isImport } from '../imports/imports.ts';
import { headerOf } from './sections.ts';
import { startsSqlStatement } from './sqlStatements.ts';

/** If more lines would be compared, all units are regarded as different. */
const maxCompared = 1_000_000;
/** The share of the lines of a unit that it keeps if it gets another name. */
const leastKept = 0.5;

/**
 * Returns true for an item that a change replaces only if the block shows it: a declaration with a body, also a function
 * of Python or a test on one line, a rule of a style sheet, a block of a configuration file, the header of a section, or
 * a statement of SQL.
 */
export function isUnit(item: Item, outline: Outline): boolean {
  const { key, kind, sections, hasBody, head } = item;
  const { language, code } = outline.scan;
  if (startsSqlStatement(item, outline.scan)) return true;
  if (kind === 'declaration' && isImport(item, outline)) return false;
  if (sections.length > 0) return kind === 'declaration' || language.id === 'css' || isNamedBlock(item, outline);
  if (headerOf(item, outline) !== undefined) return true;
  if (kind === 'declaration' && hasBody && key.startsWith('call ')) return true;
  return kind === 'declaration' && /\b(?:def|class|function|func|fn)\b/.test((code[head] ?? '').slice(0, 200));
}

const controlStatement =
  /^(?:if|unless|elif|elsif|else|for|foreach|while|until|loop|case|switch|match|select|try|catch|with|when|do|begin|repeat)\b/i;

/**
 * Returns true for lines with indented lines below, such as `location /static {`, in a language of which only the
 * indentation is known. The changed parts of other lines would make them look lost, such as the version of an action.
 */
function isNamedBlock({ head }: Item, { scan }: Outline): boolean {
  const header = (scan.code[head] ?? '').trim().slice(0, 200);
  switch (scan.language.id) {
    case 'markup':
      return /\sid=/.test(header);
    case 'yaml':
      return /^- (?:name|id|key):/.test(header);
    default:
      return scan.language.blocks === 'lines' && !controlStatement.test(header);
  }
}

/** Returns the units (see isUnit) at all levels. */
export function unitsIn(outline: Outline): readonly Item[] {
  const found: Item[] = [];
  const pending = [...outline.top.items];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (isUnit(item, outline)) found.push(item);
    for (const { items } of outline.childrenOf(item)) addAll(pending, items);
  }
  return found;
}

/** Returns the number of units of the block with keys that the file does not have. */
export function countAddedUnits({ block, file }: Fragment): number {
  return unitsIn(block).filter(({ key }) => file.find(key).length === 0).length;
}

/**
 * Returns the units of the file without those that a new unit of the block probably replaces: one with the same key, but
 * with another header, or one with at least half of the lines.
 */
export function withoutChanged(units: readonly Item[], { block, file }: Fragment): readonly Item[] {
  if (units.length === 0) return units;
  const signature = (outline: Outline, item: Item) => `${item.key}\n${wholeHeader(outline, item)}`;
  const known = new Set(unitsIn(file).map((item) => signature(file, item)));
  const linesOf = ({ scan }: Outline, { head, end }: Item) =>
    scan.code.slice(head, end).flatMap((line) => (/\w/.test(line) ? [line.trim()] : []));
  const added = unitsIn(block).flatMap((item) =>
    known.has(signature(block, item)) ? [] : [{ key: item.key, lines: new Set(linesOf(block, item)) }],
  );
  const old = units.map((item) => ({ item, lines: linesOf(file, item) }));
  if (added.length * old.reduce((sum, { lines }) => sum + lines.length, 0) > maxCompared) return units;
  const removed = old.filter(({ item, lines }) => {
    const index = added.findIndex(
      (each) =>
        each.key === item.key || lines.filter((line) => each.lines.has(line)).length >= lines.length * leastKept,
    );
    if (index >= 0) added.splice(index, 1);
    return index < 0;
  });
  return removed.map(({ item }) => item);
}
