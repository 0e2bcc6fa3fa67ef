import { cellsOf } from '../parser/limitRules.ts';

/** The marks of quotes and list items before the text of a line. */
const prefix = /^(?:[>\s]|[-*+]\s|\d{1,9}[.)]\s)*/;

/**
 * Returns `source` with a complete delimiter row if its last line, `partialLine`, is probably the beginning of the
 * delimiter row of a table. Returns undefined if a table is not likely: after `a | b`, dashes may also underline a
 * heading.
 */
export function completeDelimiterRow(source: string, partialLine: string): string | undefined {
  const lineStart = source.length - partialLine.length;
  const header = source.slice(source.lastIndexOf('\n', lineStart - 2) + 1, lineStart).replace(prefix, '');
  const [indentation = ''] = /^[>\s]*/.exec(partialLine) ?? [];
  const row = partialLine.slice(indentation.length);
  const columns = cellsOf(header).length;
  const cells = cellsOf(row).map((cell) => cell.trim());
  const isLikely = header.includes('|') && (row.includes('|') || (header.startsWith('|') && /^:?-/.test(row)));
  if (!isLikely || cells.length > columns || !cells.every((cell) => /^:?-*:?$/.test(cell))) return undefined;
  const complete = Array.from({ length: columns }, (_, index) => completeCell(cells[index] ?? ''));
  return `${source.slice(0, lineStart)}${indentation}|${complete.join('|')}|`;
}

function completeCell(cell: string): string {
  return /^:?-+:?$/.test(cell) ? cell : `${cell.slice(0, 1)}-`;
}
