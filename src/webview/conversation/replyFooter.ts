import type { ReplyRemarks, ReplyState } from '../../common/protocol/conversationProtocol.ts';
import { element } from '../dom.ts';

/** The quiet line under a reply: what it has cost so far, and in the end what it cost, with a card that says why. */
export interface ReplyFooter {
  readonly element: HTMLElement;
  readonly show: (remarks: Pick<ReplyRemarks, 'footer' | 'canExplainCost'> & { readonly state: ReplyState }) => void;
  readonly setText: (text: string) => void;
}

export function createReplyFooter(replyId: string): ReplyFooter {
  // While a reply comes, nothing but this node changes.
  const text = document.createTextNode('');
  let line: HTMLElement = element('span', { class: 'footer-text' }, text);
  const footer = element('div', { class: 'reply-footer' }, line);
  return {
    element: footer,
    show: ({ footer: shown, canExplainCost = false, state }) => {
      text.data = shown;
      // It has its place from the first text on, so that nothing moves when the figure comes.
      footer.hidden = shown === '' && state !== 'streaming';
      if (!canExplainCost || line.localName === 'button') return;
      const button = element('button', { type: 'button', class: 'footer-text cost', value: replyId }, text);
      line.replaceWith(button);
      line = button;
    },
    setText: (shown) => {
      text.data = shown;
    },
  };
}
