import type { Edits, LineEdit } from '../lines/fileLines.ts';
import { unclear } from '../planTypes.ts';

/**
 * Returns the edits in ascending order. Edits that insert at the same place stay in the given order. If edits overlap,
 * the result is unclear.
 */
export function orderEdits(edits: readonly LineEdit[]): Edits {
  const ordered = edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
  let end = 0;
  for (const edit of ordered) {
    if (edit.start < end) return unclear({ kind: 'incomplete' }, [{ startLine: edit.start, endLine: end }]);
    end = edit.end;
  }
  return ordered;
}
