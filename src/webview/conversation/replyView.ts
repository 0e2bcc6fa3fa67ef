import type { NoticeView, ReplyPart, ReplyRemarks, ReplyState, ReplyView } from '../../common/protocol.ts';
import { element, iconButton } from '../dom.ts';
import { markdownView } from '../markdown/markdownView.ts';
import { noticePlace } from './noticePlace.ts';
import type { PanelContext } from '../panelContext.ts';
import { reasoningView } from './reasoningView.ts';
import { showCopied } from '../showCopied.ts';
import { waitingView } from './waitingView.ts';

/** A reply on the page, from the moment it is awaited. */
export interface ReplyElement {
  readonly element: HTMLElement;
  readonly state: () => ReplyState;
  readonly notice: () => NoticeView | undefined;
  readonly append: (part: ReplyPart, text: string) => void;
  readonly change: (to: ReplyStatus) => void;
  /** Whether any reply runs, this one or another. */
  readonly setAnyRunning: (isRunning: boolean) => void;
  /** Allows actions to be taken again: the last one was answered. */
  readonly unlock: () => void;
}

interface ReplyStatus extends ReplyRemarks {
  readonly state: ReplyState;
}

export function isRunning(state: ReplyState): boolean {
  return state === 'pending' || state === 'connecting' || state === 'streaming';
}

export function replyView(context: PanelContext, reply: ReplyView): ReplyElement {
  const { strings } = context;
  let text = '';
  let status: ReplyStatus = reply;
  const reasoning = reasoningView(context);
  const markdown = markdownView(context);
  const waiting = waitingView(context);
  const notice = noticePlace(context, reply.id);
  const footerText = element('span', { class: 'footer-text' });
  const copy = iconButton('copy', strings.copyReply, () => {
    context.post({ type: 'copyText', text });
    showCopied(copy, context);
  });
  const footer = element('div', { class: 'reply-footer' }, footerText, copy);
  const article = element(
    'article',
    { class: 'message reply', role: 'article', 'aria-label': strings.reply },
    reasoning.element,
    markdown.element,
    waiting.element,
    notice.element,
    footer,
  );

  function showWaiting(): void {
    waiting.show(isRunning(status.state) && text === '' ? status.activity : '');
  }

  function append(part: ReplyPart, added: string): void {
    if (added === '') return;
    if (part === 'reasoning') {
      reasoning.append(added);
      return;
    }
    text += added;
    markdown.append(added);
    showWaiting();
  }

  function change(to: ReplyStatus): void {
    status = to;
    const hasEnded = !isRunning(to.state);
    article.dataset['state'] = to.state;
    article.ariaBusy = String(!hasEnded);
    if (hasEnded) {
      reasoning.finish();
      markdown.finish();
    }
    showWaiting();
    footerText.textContent = to.footer;
    copy.hidden = !hasEnded || text === '';
    footer.hidden = to.footer === '' && copy.hidden;
    notice.show(to.notice);
  }

  append('reasoning', reply.reasoning);
  append('text', reply.text);
  change(reply);
  return {
    element: article,
    state: () => status.state,
    notice: () => status.notice,
    append,
    change,
    setAnyRunning: notice.setRunning,
    unlock: notice.unlock,
  };
}
