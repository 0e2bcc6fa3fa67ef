import { htmlTitle } from '../errorBody.ts';
import { htmlPage, unreadableReply } from '../errors.ts';
import type { Framing } from './framing.ts';
import type { ReplyParts } from './replyParts.ts';

/** The title stands near the start of a page. */
const maxPageLength = 64 * 1024;

/** Reports an HTML page, such as a proxy's or a sign-in page, as an error with its title. The page itself is never shown. */
export function createHtmlFraming(parts: ReplyParts): Framing {
  let page = '';
  const finish = () => parts.fail({ detail: htmlTitle(page), code: htmlPage });
  return {
    waitsFor: 'end',
    push(text) {
      page = (page + text).slice(0, maxPageLength);
      if (page.length === maxPageLength) finish();
    },
    finish,
  };
}

/** Passes text through. Nothing marks its end, so the reply never becomes complete. */
export function createPlainTextFraming(parts: ReplyParts): Framing {
  parts.addNotice('plainText');
  return { waitsFor: 'text', push: parts.addText, finish: () => undefined };
}

/** Reports a body that is no text, such as compressed data without a Content-Encoding, as unreadable. */
export function createBinaryFraming(parts: ReplyParts): Framing {
  const finish = () => parts.giveUp({ detail: '', code: unreadableReply });
  return { waitsFor: 'end', push: finish, finish };
}
