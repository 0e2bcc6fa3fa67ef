import { describePage } from '../errorBody.ts';
import { htmlPage, unreadableReply } from '../errors.ts';
import type { Framing } from './framing.ts';
import type { ReplyParts } from './replyParts.ts';

/** Only this many characters at the start of a page are searched for the title. */
const maxPageLength = 64 * 1024;

/** Turns an HTML page, such as a sign-in page of a proxy, into an error whose detail is the title of the page. */
export function createHtmlFraming(parts: ReplyParts): Framing {
  let page = '';
  const finish = () => parts.fail({ ...describePage(page), code: htmlPage });
  return {
    waitsFor: 'end',
    push(text) {
      page = (page + text).slice(0, maxPageLength);
      if (page.length === maxPageLength) finish();
    },
    finish,
  };
}

/** Takes the body as the text of the reply. Plain text has no end mark, so the reply never becomes complete. */
export function createPlainTextFraming(parts: ReplyParts): Framing {
  parts.addNotice('plainText');
  return { waitsFor: 'text', push: parts.addText, finish: () => undefined };
}

/**
 * Turns a body that is not text, such as compressed data without a Content-Encoding, into an unreadableReply error.
 */
export function createBinaryFraming(parts: ReplyParts): Framing {
  const finish = () => parts.giveUp({ detail: '', code: unreadableReply });
  return { waitsFor: 'end', push: finish, finish };
}
