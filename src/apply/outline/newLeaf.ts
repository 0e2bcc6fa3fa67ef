import { normalize } from '../lines/findLines.ts';
import type { Item } from './items.ts';
import type { Container, Outline } from './outline.ts';

/** The marks of the start and the end of a document in YAML. */
const documentMark = /^text (?:---|\.\.\.)$/;

/**
 * Returns the only new item of a block of YAML that repeats the keys of one path of the file and adds a key below them.
 * The keys of the path, and all keys beside the new one, have one meaning in the file. Otherwise returns undefined.
 */
export function newLeaf(block: Outline, file: Outline): Item | undefined {
  let items: readonly Item[] = block.top.items.filter(({ key }) => !documentMark.test(key));
  let container: Container = file.top;
  for (;;) {
    const [item, ...others] = items;
    if (item?.kind !== 'declaration' || others.length > 0) return undefined;
    const [found, ...same] = file.findIn(container, item.key);
    if (found === undefined) return container !== file.top && isMapping(container) ? item : undefined;
    const [[own, ...ownRest], [old, ...oldRest]] = [block.childrenOf(item), file.childrenOf(found.item)];
    const isPath = headAt(block, item) === headAt(file, found.item) && ownRest.length + oldRest.length === 0;
    if (same.length > 0 || own === undefined || old === undefined || !isPath) return undefined;
    [items, container] = [own.items, old];
  }
}

function isMapping({ items }: Container): boolean {
  return items.every(({ kind }) => kind === 'declaration' || kind === 'comment');
}

function headAt({ scan }: Outline, { head }: Item): string {
  return normalize(scan.code[head] ?? '', 'all');
}
