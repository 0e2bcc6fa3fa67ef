import type { Framing } from './framing.ts';
import type { ReplyParts } from './replyParts.ts';
import { unreadableReply } from './streamErrorCode.ts';

/** No text at all, such as what was compressed and does not say so. */
export function createBinaryFraming(parts: ReplyParts): Framing {
  const finish = () => parts.giveUp({ detail: '', code: unreadableReply });
  return { waitsFor: 'end', push: finish, finish };
}
