import { htmlTitle } from '../errorBody.ts';
import type { Framing } from './framing.ts';
import type { ReplyParts } from './replyParts.ts';
import { htmlPage } from './streamErrorCode.ts';

/** The title stands near the start of a page. */
const maxPageLength = 64 * 1024;

/** A page from something in between, such as a proxy or a sign-in: never shown, only named. */
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
