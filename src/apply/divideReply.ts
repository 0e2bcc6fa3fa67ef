import { blockKind, type BlockKind } from './blockKind.ts';
import { divideBlock } from './divideBlock.ts';
import { namedPath } from './namedPath.ts';
import type { ReplyBlock } from './planTypes.ts';
import { parseReply } from './replyBlocks.ts';

/** A code block on whose button the user has clicked. */
export interface ClickedBlock {
  /** The Markdown text of the whole reply. */
  readonly reply: string;
  /** The code and the info string of the block as the panel shows them. The info string may be cut off at its end. */
  readonly shownCode: string;
  readonly info: string;
  /** The code to apply: the shown code, perhaps without its hidden characters. */
  readonly code: string;
}

/** A part of the clicked block, which belongs to one file. */
export interface BlockPart {
  readonly block: ReplyBlock;
  /** The path of the file as the reply names it. Undefined if the reply names none. */
  readonly path: string | undefined;
  /** The kind of the block, without regard to the file. */
  readonly kind: BlockKind;
}

export interface DividedBlock {
  /** A single part, unless the block is a diff of several files. */
  readonly parts: readonly BlockPart[];
  /** False if the reply ends before the closing fence. The code may then be cut off. */
  readonly isClosed: boolean;
}

/**
 * Finds the clicked block in its reply, and divides it by files. If the reply has several equal blocks, the first one
 * counts. If it has none, the text before the block counts as empty.
 */
export function divideReply({ reply, shownCode, info, code }: ClickedBlock): DividedBlock {
  const found = parseReply(reply).find((each) => each.code === shownCode && each.info.startsWith(info));
  const block = { code, info: found?.info ?? info, before: found?.before ?? '' };
  return {
    parts: divideBlock(block).map((part) => ({ block: part, path: namedPath(part), kind: blockKind(part) })),
    isClosed: found?.isClosed ?? true,
  };
}
