import type { Fragment } from '../fragments/fragment.ts';
import type { LineEdit } from '../lines/fileLines.ts';
import type { Item } from '../outline/items.ts';
import type { Outline } from '../outline/outline.ts';

/** A shorter declaration is often equal to another one, but for its name. */
const minLines = 3;

/**
 * Returns true if a new declaration of the block is equal, but for its name, to exactly one that the file keeps and the
 * block does not show. It may be that declaration with a new name.
 */
export function mayRename({ block, file }: Fragment, edits: readonly LineEdit[]): boolean {
  const isKept = ({ head, end }: Item) =>
    edits.every((edit) => edit.start === edit.end || edit.end <= head || end <= edit.start);
  const added = declarationsIn(block).filter(({ key }) => file.find(key).length === 0);
  if (added.length === 0) return false;
  const kept = declarationsIn(file).filter((item) => block.find(item.key).length === 0 && isKept(item));
  const equal = Map.groupBy(kept, (item) => withoutName(file, item));
  return added.some((item) => equal.get(withoutName(block, item))?.length === 1);
}

function declarationsIn({ top }: Outline): readonly Item[] {
  return top.items.filter(
    ({ kind, hasBody, head, end }) => kind === 'declaration' && hasBody && end - head >= minLines,
  );
}

function withoutName({ scan }: Outline, { key, head, end }: Item): string {
  const name = key.match(/[\w$]+/g)?.at(-1);
  const lines = scan.lines.slice(head, end).map((line) => line.trim());
  return lines.join('\n').replaceAll(/[\w$]+/g, (word) => (word === name ? '' : word));
}
