import { hashOf } from '../text/hashOf.ts';

/** Returns a number that stands for a block of code in a reply. Equal blocks of a reply have the same number. */
export function codeKey(replyId: string, code: string): number {
  return hashOf(`${replyId}\n${code}`);
}
