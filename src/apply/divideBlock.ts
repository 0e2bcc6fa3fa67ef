import { blockKind } from './blockKind.ts';
import { parseDiff } from './edits/parseDiff.ts';
import type { ReplyBlock } from './planTypes.ts';

/** Divides a diff that changes several files into a block for each file. Returns other blocks as they are. */
export function divideBlock(block: ReplyBlock): readonly ReplyBlock[] {
  if (blockKind(block) !== 'diff') return [block];
  const parts = parseDiff(block.code);
  if (parts.length < 2) return [block];
  const lines = block.code.split(/\r?\n/);
  return parts.map(({ start, end }, index) => ({
    code: lines.slice(start, end).join('\n'),
    info: block.info,
    before: index === 0 ? block.before : '',
  }));
}
