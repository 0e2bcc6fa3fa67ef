import { blockKind, type BlockKind } from './blockKind.ts';
import { divideBlock } from './divideBlock.ts';
import { namedPaths } from './namedPaths.ts';
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
  /** The path of the file as the reply names it. Several if it is not clear which; empty if the reply names none. */
  readonly paths: readonly string[];
  /** The kind of the block in the first of the named files. A script or a text for such a file is no command or output. */
  readonly kind: BlockKind;
}

export interface DividedBlock {
  /** A single part, unless the block is a diff of several files. */
  readonly parts: readonly BlockPart[];
  /** False if the reply ends before the closing fence. The code may then be cut off. */
  readonly isClosed: boolean;
}

/** At least one block. */
export type DividedBlocks = readonly [DividedBlock, ...DividedBlock[]];

/** The maximum number of equal blocks among which the user can choose. */
const maxBlocks = 20;

/**
 * Finds the clicked block in its reply, and divides it by files. If the reply has several equal blocks, returns those
 * that name different files, at most 20. If it has none, the text before the block counts as empty.
 */
export function divideReply({ reply, shownCode, info, code }: ClickedBlock): DividedBlocks {
  const divided = new Map<string, DividedBlock>();
  for (const found of parseReply(reply)) {
    if (divided.size === maxBlocks) break;
    if (found.code !== shownCode || !found.info.startsWith(info)) continue;
    const { isClosed, ...block } = found;
    const parts = divide({ ...block, code });
    const key = JSON.stringify(parts.map(({ paths }) => paths));
    if (!divided.has(key)) divided.set(key, { parts, isClosed });
  }
  const [first = { parts: divide({ code, info, before: '' }), isClosed: true }, ...others] = divided.values();
  return [first, ...others];
}

/** A block of a reply with its code as the panel shows it. */
export interface ShownBlock extends DividedBlock {
  readonly shownCode: string;
}

/** Divides all code blocks of a reply by files, in their order. */
export function divideAll(reply: string): readonly ShownBlock[] {
  return parseReply(reply).map(({ isClosed, ...block }) => ({
    shownCode: block.code,
    parts: divide(block),
    isClosed,
  }));
}

function divide(block: ReplyBlock): readonly BlockPart[] {
  return divideBlock(block).map((part) => {
    const paths = namedPaths(part);
    return { block: part, paths, kind: blockKind(part, paths[0]) };
  });
}
