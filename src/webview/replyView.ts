import type { DidChangeReply, ReplyState, ReplyView } from '../common/protocol.ts';
import { element, iconButton } from './dom.ts';
import { markdownView } from './markdown/markdownView.ts';
import { noticeView } from './noticeView.ts';
import type { PanelContext } from './panelContext.ts';
import { showCopied } from './showCopied.ts';
import { waitingView } from './waitingView.ts';

/** A reply on the page, from the moment it is awaited. */
export interface ReplyElement {
  readonly element: HTMLElement;
  readonly state: () => ReplyState;
  readonly append: (text: string) => void;
  readonly change: (change: Pick<DidChangeReply, 'state' | 'footer' | 'notice'>) => void;
}

export function isRunning(state: ReplyState): boolean {
  return state === 'pending' || state === 'connecting' || state === 'streaming';
}

export function replyView(context: PanelContext, reply: ReplyView): ReplyElement {
  const { strings } = context;
  let text = '';
  let state = reply.state;
  const markdown = markdownView(context);
  const waiting = waitingView();
  const noticePlace = element('div', { class: 'notice-place' });
  const footerText = element('span', { class: 'footer-text' });
  const copy = iconButton('copy', strings.copyReply, () => {
    context.post({ type: 'copyText', text });
    showCopied(copy, context);
  });
  const footer = element('div', { class: 'reply-footer' }, footerText, copy);
  const article = element(
    'article',
    { class: 'message reply', role: 'article', 'aria-label': strings.reply },
    markdown.element,
    waiting.element,
    noticePlace,
    footer,
  );

  function showWaiting(): void {
    if (!isRunning(state) || text !== '') waiting.hide();
    else waiting.show(state === 'pending' ? strings.connecting : strings.waiting);
  }

  function append(added: string): void {
    text += added;
    markdown.append(added);
    showWaiting();
  }

  function change(to: Pick<DidChangeReply, 'state' | 'footer' | 'notice'>): void {
    state = to.state;
    article.dataset['state'] = state;
    article.ariaBusy = String(isRunning(state));
    if (!isRunning(state)) markdown.finish();
    showWaiting();
    footerText.textContent = to.footer;
    copy.hidden = isRunning(state) || text === '';
    footer.hidden = to.footer === '' && copy.hidden;
    noticePlace.replaceChildren(...(to.notice === undefined ? [] : [noticeView(context, to.notice, reply.id)]));
  }

  if (reply.text !== '') append(reply.text);
  change(reply);
  return { element: article, state: () => state, append, change };
}
