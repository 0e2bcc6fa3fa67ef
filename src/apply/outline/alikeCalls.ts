import { isVersion } from '../lines/similarLines.ts';
import type { Item } from './items.ts';
import type { LocatedItem, Outline } from './outline.ts';

/** The number of calls above the new ones that the block must repeat. */
const leastShown = 2;
const call = /^([\w$]+)\.[\w$.]+\((?:["'`]|\w)/;

/**
 * Returns true if the items of a block from `first` up to its end are calls on one line, such as routes, that continue
 * calls of the same object: the block repeats the last ones of them, without a gap.
 *
 * @param located The items of the file that the items of the block stand for.
 */
export function continueCalls(
  block: Outline,
  file: Outline,
  items: readonly Item[],
  first: number,
  located: ReadonlyMap<Item, LocatedItem>,
): boolean {
  const last = first < leastShown ? undefined : located.get(items[first - 1] as Item);
  const object = objectOf(block, items[first]);
  if (object === undefined || last === undefined) return false;
  const areAlike = items.slice(first).every((item) => objectOf(block, item) === object);
  const { container, index } = last;
  const isRepeated = Array.from({ length: leastShown }, (_, back) => first - 1 - back).every((at) => {
    const [shown, old] = [items[at], container.items[index - (first - 1 - at)]];
    if (shown === undefined || old === undefined || located.get(shown)?.item !== old) return false;
    return shown.key === old.key && objectOf(file, old) === object && items[at + 1]?.start === shown.end;
  });
  const next = container.items[index + 1];
  const textAt = ({ scan }: Outline, { head }: Item) => (scan.code[head] ?? '').trim();
  // A new call may stand for the next one.
  const mayReplace = (old: Item) =>
    (objectOf(file, old) === object && old.start === last.item.end) ||
    items.slice(first).some((item) => isVersion(textAt(block, item), textAt(file, old)));
  return areAlike && isRepeated && (next === undefined || !mayReplace(next));
}

/** Returns the object of a call on one line, such as `app` of `app.get('/', f);`; undefined for other items. */
function objectOf({ scan }: Outline, item: Item | undefined): string | undefined {
  if (item?.kind !== 'statement' || item.end !== item.head + 1 || item.start !== item.head) return undefined;
  const { head } = item;
  return call.exec((scan.code[head] ?? '').trim().slice(0, 400))?.[1];
}
