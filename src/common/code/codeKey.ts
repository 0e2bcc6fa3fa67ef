import { hashOf } from '../text/hashOf.ts';

/** Returns a text that identifies a block of code in a reply. Equal blocks of a reply have the same text. */
export function blockId(replyId: string, code: string): string {
  return `${replyId}\n${code}`;
}

/** Returns a hash of a `blockId`. A reply can contain different blocks with the same hash. */
export function codeKey(replyId: string, code: string): number {
  return hashOf(blockId(replyId, code));
}
