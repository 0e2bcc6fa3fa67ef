import type { ReplyRemarks, ReplyState } from '../../common/protocol/conversationProtocol.ts';
import { element } from '../dom.ts';

/**
 * The line under a reply, usually with the cost so far or the final cost. Becomes a button when there is a
 * final cost, because a click then shows the parts of the cost.
 */
export interface ReplyFooter {
  readonly element: HTMLElement;
  readonly show: (remarks: Pick<ReplyRemarks, 'footer' | 'cost'> & { readonly state: ReplyState }) => void;
  readonly setText: (text: string) => void;
}

export function createReplyFooter(replyId: string): ReplyFooter {
  // Updates of the cost while a reply streams are frequent, so they change only this text node.
  const text = document.createTextNode('');
  let line: HTMLElement = element('span', { class: 'footer-text' }, text);
  const footer = element('div', { class: 'reply-footer' }, line);
  return {
    element: footer,
    show: ({ footer: shown, cost, state }) => {
      text.data = shown;
      // While the reply streams, show even an empty footer, so that nothing moves when the cost arrives.
      footer.hidden = shown === '' && state !== 'streaming';
      if (cost === undefined || line.localName === 'button') return;
      const button = element('button', { type: 'button', class: 'footer-text cost', value: replyId }, text);
      line.replaceWith(button);
      line = button;
    },
    setText: (shown) => {
      text.data = shown;
    },
  };
}
