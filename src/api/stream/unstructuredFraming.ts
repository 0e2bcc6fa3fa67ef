import { describePage } from '../errorBody.ts';
import { htmlPage, undecodableReply } from '../errors.ts';
import { countUndecodable, type Framing } from './framing.ts';
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

/**
 * Takes the body as the text of the reply. Plain text has no end mark, so the reply never becomes complete. Also counts
 * the characters that stand for binary data as unread, because binary data that begin with a letter come here, too. The
 * tokens of such data are not those of the characters.
 */
export function createPlainTextFraming(parts: ReplyParts): Framing {
  parts.addNotice('plainText');
  return {
    waitsFor: 'text',
    push(text) {
      parts.addText(text);
      parts.addUnread(countUndecodable(text));
    },
    finish: () => undefined,
  };
}

/** A longer binary body ends the reply with an error. */
const maxBinaryLength = 128 * 1024;

/**
 * The assumed maximum number of output tokens in each byte of compressed data. Real replies have less: compressed
 * server-sent events of one token each have 0.06 to 0.5 tokens per byte, and a compressed JSON document of English prose
 * has 0.6 to 0.8. Only text that repeats itself has more.
 */
const maxTokensPerByte = 2;

/**
 * Turns a body that is not text, such as compressed data without a Content-Encoding, into an undecodableReply error. The
 * error comes at the end of the body, because the service charges the reply until the connection is closed. Until then,
 * counts the body as unread.
 */
export function createBinaryFraming(parts: ReplyParts): Framing {
  const finish = () => parts.giveUp({ detail: '', code: undecodableReply });
  let length = 0;
  return {
    waitsFor: 'text',
    push(text) {
      length += text.length;
      parts.addUnread(maxTokensPerByte * text.length);
      if (length >= maxBinaryLength) finish();
    },
    finish,
  };
}
