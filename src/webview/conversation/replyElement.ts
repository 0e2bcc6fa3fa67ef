import * as l10n from '@vscode/l10n';
import type { NoticeView, ReplyPart, ReplyRemarks, ReplyState, ReplyView } from '../../common/protocol/conversationProtocol.ts';
import { element } from '../dom.ts';
import { createMarkdownView } from '../markdown/markdownView.ts';
import { beginning } from './beginning.ts';
import { createMessageAction, createActionRow } from './messageActions.ts';
import { createNoticePlace } from './noticePlace.ts';
import type { PanelContext } from '../panelContext.ts';
import { createReplyFooter } from './replyFooter.ts';
import { createReasoningView } from './reasoningView.ts';
import { createRetryButton } from './retryButton.ts';
import { showCopied } from '../showCopied.ts';
import { createWaitingView } from './waitingView.ts';

/** A reply on the page, from the moment it is awaited. */
export interface ReplyElement {
  readonly element: HTMLElement;
  readonly state: () => ReplyState;
  readonly notice: () => NoticeView | undefined;
  readonly append: (part: ReplyPart, text: string) => void;
  readonly change: (to: ReplyStatus) => void;
  /** Shows what it has cost so far, while it runs. */
  readonly setCostSoFar: (footer: string) => void;
  /** Whether any reply runs, this one or another. */
  readonly setAnyRunning: (isRunning: boolean) => void;
  /** Puts closed parts on the page, for those who look for a text that may be in them. */
  readonly renderClosed: () => void;
}

interface ReplyStatus extends ReplyRemarks {
  readonly state: ReplyState;
}

export function isRunning(state: ReplyState): boolean {
  return state === 'pending' || state === 'connecting' || state === 'streaming';
}

export function createReplyElement(context: PanelContext, reply: ReplyView): ReplyElement {
  const { post } = context;
  let text = '';
  let status: ReplyStatus = reply;
  let isPriceAsked = false;
  const reasoning = createReasoningView(context);
  const markdown = createMarkdownView(context);
  const waiting = createWaitingView();
  const notice = createNoticePlace(context, reply.id);
  const footer = createReplyFooter(reply.id);
  const copy = createMessageAction('copy', l10n.t('Copy reply'), () => {
    post({ type: 'copyText', text });
    showCopied(copy.button, context);
  });
  const retry = createRetryButton(context, reply.id);
  const remove = createMessageAction('trash', l10n.t('Delete exchange'), () => post({ type: 'deleteExchange', id: reply.id }));
  for (const each of [retry.element, remove.button]) each.classList.add('changes-session');
  const article = element(
    'article',
    { class: 'message reply', role: 'article', 'aria-label': l10n.t('Reply') },
    reasoning.element,
    markdown.element,
    waiting.element,
    notice.element,
    footer.element,
    createActionRow(l10n.t('Message actions'), copy.button, retry.element, remove.button),
  );
  article.addEventListener('pointerenter', askPrice);
  article.addEventListener('focusin', askPrice);

  /** Counting it takes the extension a moment, and most replies are never asked for again. */
  function askPrice(): void {
    if (isPriceAsked || retry.element.hidden) return;
    isPriceAsked = true;
    post({ type: 'priceRetry', responseId: reply.id });
  }

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
    footer.show(to);
    copy.button.hidden = !hasEnded || text === '';
    // Where something went amiss, the notice has it.
    retry.element.hidden = !hasEnded || to.notice?.actions.some(({ id }) => id === 'retry' || id === 'resend') === true;
    retry.setPrice(to.retryPrice);
    remove.button.hidden = !hasEnded;
    article.ariaDescription = stateName(to.state) ?? beginning(text);
    notice.show(to.notice);
  }

  function stateName(state: ReplyState): string | undefined {
    switch (state) {
      case 'pending':
      case 'connecting':
      case 'streaming':
        return l10n.t('Under way');
      case 'stopped':
        return l10n.t('Stopped');
      case 'incomplete':
        return l10n.t('Incomplete');
      case 'failed':
        return l10n.t('Failed');
      case 'complete':
        return undefined;
    }
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
    setCostSoFar: (text) => {
      if (isRunning(status.state)) footer.setText(text);
    },
    setAnyRunning: (isAny) => {
      notice.setRunning(isAny);
      retry.setRunning(isAny);
    },
    renderClosed: reasoning.render,
  };
}
