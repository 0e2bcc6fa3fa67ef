import type { Framing } from './framing.ts';
import type { ReplyParts } from './replyParts.ts';

/** Words without any framing: nothing can say whether they are whole. */
export function createPlainTextFraming(parts: ReplyParts): Framing {
  parts.addNotice('plainText');
  return { waitsFor: 'text', push: parts.addText, finish: () => undefined };
}
