import type { Token } from 'markdown-it';
import { maxDefinitionLength } from '../parser/limitRules.ts';
import { isBlankLine, lastSafeStart } from './openPath.ts';

/** Returns one token for each top-level block: the opening token, or the only token of a block with a single token. */
export function topLevel(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter(({ level, nesting }) => level === 0 && nesting >= 0);
}

/** Returns the offset of each line, then the length of the source. */
export function lineStarts(source: string): readonly number[] {
  const starts = [0];
  for (let end = source.indexOf('\n'); end >= 0; end = source.indexOf('\n', end + 1)) starts.push(end + 1);
  if (starts.at(-1) !== source.length) starts.push(source.length);
  return starts;
}

/** Matches the beginning of a line that may be the title of a link definition in the line above. */
const mayBeTitle = /^\s*["'(]/;

/**
 * Returns the number of blank lines and lines of link definitions before the first block. Returns 0 if later text may
 * change these definitions.
 */
export function linesOfDefinitions(first: Token | undefined, source: string, starts: readonly number[]): number {
  const line = first?.map?.[0] ?? 0;
  const start = starts[line] ?? 0;
  const isShort = source.length - start <= maxDefinitionLength;
  return isShort && mayBeTitle.test(source.slice(start, starts[line + 1])) ? 0 : line;
}

const closedByBlankLine: ReadonlySet<string> = new Set([
  'paragraph_open',
  'heading_open',
  'hr',
  'table_open',
  'blockquote_open',
]);

/**
 * Returns the offset of the last safe cut; 0 if there is none. The source before a safe cut and the source after the
 * cut can be parsed separately.
 * A cut is safe after a blank line that closes the last block, and before a block that can be parsed alone (see
 * `lastSafeStart`). A cut is also safe between link definitions and the first block (see `linesOfDefinitions`).
 */
export function lastSafeCut(tokens: readonly Token[], source: string, starts: readonly number[]): number {
  const isBlank = (line: number): boolean =>
    line + 1 < starts.length && isBlankLine(source.slice(starts[line], starts[line + 1]));
  const blocks = topLevel(tokens);
  const last = blocks.at(-1);
  const end = last?.map?.[1] ?? 0;
  if (last !== undefined && closedByBlankLine.has(last.type) && isBlank(end)) return starts[end + 1] ?? 0;
  const start = lastSafeStart(blocks, isBlank);
  return starts[start > 0 ? start : linesOfDefinitions(blocks[0], source, starts)] ?? 0;
}
