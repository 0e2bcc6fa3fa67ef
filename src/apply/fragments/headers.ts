import { normalize } from '../lines/findLines.ts';
import type { Item } from '../outline/items.ts';
import type { Outline } from '../outline/outline.ts';

/**
 * Returns the decorators and the header of an item in the form in which equal headers are equal. The header may have
 * several lines. That of an item without a body is the whole item, but that of an assignment does not contain the value.
 */
export function wholeHeader({ scan }: Outline, { decorators, head, sections, end }: Item): string {
  const body = sections.at(-1);
  if (body === undefined) return assignmentStart(joinNormalized(scan.code.slice(decorators, end)));
  return joinNormalized(scan.code.slice(decorators, Math.max(head + 1, body.start)));
}

/** Returns the part of an assignment or a property up to its operator; the whole line if there is none. */
export function assignmentStart(line: string): string {
  return /^[^=:(]{1,200}(?::=|=|:)/.exec(line)?.[0].replaceAll(/\s/g, '') ?? line;
}

/** Joins lines without their indentation, and with one kind of quotes. */
export function joinNormalized(lines: readonly string[]): string {
  return lines.map((line) => normalize(line, 'all')).join(' ');
}
