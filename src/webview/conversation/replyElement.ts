import * as l10n from '@vscode/l10n';
import type { ReplyPart, ReplyRemarks, ReplyState, ReplyView } from '../../common/protocol/conversationProtocol.ts';
import { createMarkdownView } from '../markdown/markdownView.ts';
import { createNoticePlace } from './noticePlace.ts';
import type { PanelContext } from '../panelContext.ts';
import { createMessageArticle, firstWords, setMenuContext } from './messageArticle.ts';
import { createReplyActions } from './replyActions.ts';
import { createReplyFooter } from './replyFooter.ts';
import { createReasoningView } from './reasoningView.ts';
import { createWaitingView } from './waitingView.ts';

/** Shows a reply that is running or has ended. */
export interface ReplyElement {
  readonly element: HTMLElement;
  readonly state: () => ReplyState;
  readonly status: () => ReplyStatus;
  readonly append: (part: ReplyPart, text: string) => void;
  readonly change: (status: ReplyStatus) => void;
  /** Shows the cost so far. Does nothing once the reply has ended. */
  readonly setCostSoFar: (footer: string) => void;
  /**
   * `isRunning` must be true while any reply of the session runs. Actions that request another reply are then disabled.
   */
  readonly setAnyRunning: (isRunning: boolean) => void;
  /** For the find bar: renders the reasoning even if it is collapsed. */
  readonly renderClosed: () => void;
  /** Shows the text before the text of other messages. */
  readonly drawFirst: () => void;
}

/** The state of a reply, and the information around its text. */
export interface ReplyStatus extends ReplyRemarks {
  readonly state: ReplyState;
}

export function isRunning(state: ReplyState): boolean {
  return state === 'pending' || state === 'connecting' || state === 'streaming';
}

export function createReplyElement(context: PanelContext, reply: ReplyView): ReplyElement {
  let text = '';
  let status: ReplyStatus = reply;
  /** The length of the text when the reply began, or when it was continued. */
  let startLength = 0;
  const replyContext = { ...context, replyId: reply.id };
  const reasoning = createReasoningView(context);
  let markdown = createMarkdownView(replyContext);
  let isFinished = false;
  const waiting = createWaitingView();
  const notice = createNoticePlace(context, reply.id);
  const footer = createReplyFooter(reply.id);
  const actions = createReplyActions(context, reply.id, () => text);
  const parts = [reasoning, markdown, waiting, notice, footer, actions].map((part) => part.element);
  const article = createMessageArticle('reply', reply.id, l10n.t('Reply'), ...parts);
  article.addEventListener('pointerenter', actions.requestPrice);
  article.addEventListener('focusin', actions.requestPrice);

  function showWaiting(): void {
    waiting.show(isRunning(status.state) && text.length === startLength ? status.activity : '');
  }

  /** Renders the text again, because a continuation may, for example, extend the last code block. */
  function reopen(): void {
    const { element } = markdown;
    markdown = createMarkdownView(replyContext);
    markdown.append(text);
    element.replaceWith(markdown.element);
    isFinished = false;
  }

  function append(part: ReplyPart, added: string): void {
    if (added === '') return;
    if (part === 'reasoning') {
      reasoning.append(added);
      return;
    }
    if (isFinished) reopen();
    text += added;
    markdown.append(added);
    showWaiting();
  }

  function change(next: ReplyStatus): void {
    const hasEnded = !isRunning(next.state);
    if (!hasEnded && !isRunning(status.state)) startLength = text.length;
    status = next;
    article.dataset['state'] = next.state;
    article.ariaBusy = String(!hasEnded);
    article.ariaDescription = stateName(next.state) ?? firstWords(text);
    if (hasEnded) {
      reasoning.finish();
      markdown.finish();
      isFinished = true;
    }
    showWaiting();
    footer.show(next);
    actions.show(next, hasEnded);
    // `requestPrice` does nothing while the reply runs. If the pointer or the focus entered the article meanwhile,
    // request the price now.
    if (article.matches(':hover, :focus-within')) actions.requestPrice();
    notice.show(next.notice);
    setMenuContext(
      article,
      'reply',
      reply.id,
      next.notice?.actions.some(({ id }) => id === 'resend'),
    );
  }

  append('reasoning', reply.reasoning);
  append('text', reply.text);
  change(reply);
  return {
    element: article,
    state: () => status.state,
    status: () => status,
    append,
    change,
    setCostSoFar: (shown) => {
      if (isRunning(status.state)) footer.setText(shown);
    },
    setAnyRunning: (isAny) => {
      notice.setRunning(isAny);
      actions.setAnyRunning(isAny);
    },
    renderClosed: reasoning.render,
    drawFirst: () => markdown.drawFirst(),
  };
}

/** Returns the state in words, for screen readers; undefined for a complete reply. */
function stateName(state: ReplyState): string | undefined {
  switch (state) {
    case 'pending':
    case 'connecting':
    case 'streaming':
      return l10n.t('Running');
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
