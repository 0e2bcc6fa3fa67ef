import * as l10n from '@vscode/l10n';
import type {
  DeletedView,
  DidAppendText,
  DidChangeReply,
  DidDeleteExchange,
  DidRestoreExchange,
  MessageView,
  ReplyState,
} from '../../common/protocol/conversationProtocol.ts';
import type { DidChangeCostSoFar } from '../../common/protocol/costProtocol.ts';
import type { DidChangeEdit, EditView } from '../../common/protocol/draftProtocol.ts';
import type { DidChangeEditEstimate } from '../../common/protocol/estimateProtocol.ts';
import type { Preferences } from '../../common/protocol/protocol.ts';
import { consume, element, quietLine, textButton } from '../dom.ts';
import { createEditSync, type EditCopy, type OnEditCopies } from '../editSync.ts';
import { onDemand } from '../onDemand.ts';
import type { PanelContext } from '../panelContext.ts';
import type { MessageElements } from '../scrolling/readingPlace.ts';
import { spokenSentence } from './clockSentence.ts';
import { createDeletedLine, type DeletedLine } from './deletedLine.ts';
import { MessageFocus } from './messageFocus.ts';
import { MessageSet } from './messageSet.ts';
import type { ReplyStatus } from './replyElement.ts';

/**
 * A deleted exchange (a question and its replies) is hidden until it is restored. The next added messages or the next
 * session removes the hidden exchanges from the page.
 */
export type ConversationChange =
  DidAppendText | DidChangeCostSoFar | DidDeleteExchange | DidRestoreExchange | DidChangeEdit | DidChangeEditEstimate;

/** The messages of the open session. */
export interface ConversationView {
  readonly element: HTMLElement;
  readonly isEmpty: () => boolean;
  readonly runningReplyId: () => string | undefined;
  readonly replace: (session: LoadedConversation) => void;
  readonly add: (messages: readonly MessageView[]) => void;
  readonly lastQuestion: () => HTMLElement | undefined;
  readonly lastQuestionId: () => string | undefined;
  readonly elements: () => MessageElements;
  readonly change: (change: DidChangeReply) => void;
  /** Applies a change that has no effect outside the conversation. */
  readonly apply: (change: ConversationChange) => void;
  readonly setSendKey: (sendKey: Preferences['sendKey']) => void;
  /** Posts unsent edited texts at once if a post is scheduled. */
  readonly flush: () => void;
  /** Hides or shows all actions that would change the session. */
  readonly setReadOnly: (isReadOnly: boolean) => void;
  readonly focus: Pick<MessageFocus, 'focusInPlace' | 'leaveControl' | 'enterAtEnd'>;
  /** For the find bar: renders all collapsed reasoning, and the collapsed attachments whose code matches `hasText`. */
  readonly renderClosed: (hasText: (source: string) => boolean) => void;
}

interface LoadedConversation {
  readonly sessionId: string;
  readonly messages: readonly MessageView[];
  readonly deleted?: readonly DeletedView[];
  readonly carriedOver?: string;
  readonly edits?: readonly EditView[];
  /** The edits that the panel had stored before a restart. */
  readonly editCopies?: readonly EditCopy[] | undefined;
  /** Id of the message at which drawing starts; undefined if drawing starts with the last reply. */
  readonly firstDrawnId: string | undefined;
}

/** Calls `onEditCopies` with the unsent edits that the extension has not confirmed, after each change. */
export function createConversationView(context: PanelContext, onEditCopies: OnEditCopies): ConversationView {
  const { announce, ask, post } = context;
  const list = element('div', { class: 'messages' });
  const messages = new MessageSet(context);
  const focus = new MessageFocus(list);
  const closeCostCard = createCostCard(context, list);
  const edits = createEditSync(ask, onEditCopies);
  let sessionId = '';
  /** By the id of the first deleted message. */
  const deleted = new Map<string | undefined, DeletedLine>();
  openLinksIn(list, post);
  // The editor of a question loses the focus, for example before its tab is closed.
  list.addEventListener('focusout', edits.flush);

  function add(views: readonly MessageView[]): void {
    for (const view of views) {
      const added = messages.add(view, edits.change);
      if (!list.contains(added)) list.append(added);
    }
    messages.refreshRunning();
    focus.refresh();
  }

  function replace(session: LoadedConversation): void {
    const focusEdit = session.sessionId === sessionId ? messages.focusedEdit() : undefined;
    announceSession(announce, sessionId, session);
    closeCostCard();
    ({ sessionId } = session);
    const typed = edits.open(sessionId, session.edits, copiesOf(session));
    list.replaceChildren();
    messages.clear();
    deleted.clear();
    const carried = session.messages.filter(({ isCarried }) => isCarried === true);
    add(carried);
    if (session.carriedOver !== undefined) list.append(createCarriedLine(session.carriedOver, post));
    add(session.messages.slice(carried.length));
    session.deleted?.forEach(showDeleted);
    messages.showEdits(openEdits([...(session.edits ?? []), ...typed]));
    focusEdit?.();
    messages.draw(session.firstDrawnId);
  }

  function change(next: DidChangeReply): void {
    const reply = messages.reply(next.responseId);
    if (reply === undefined) return;
    const before = reply.status();
    reply.change(next);
    context.drawings.drawNow();
    messages.refreshRunning();
    const sentence = spokenChange(before, next);
    if (sentence !== '') announce(sentence);
  }

  function showDeleted(view: DeletedView): void {
    const elements = view.ids.flatMap((id) => (messages.question(id) ?? messages.reply(id))?.element ?? []);
    if (elements.length === 0) return;
    deleted.set(view.ids[0], createDeletedLine(context, view, elements));
    focus.refresh();
  }

  function restore([id]: readonly string[]): void {
    const toFocus = deleted.get(id)?.restore();
    if (deleted.delete(id)) announce(l10n.t('The exchange was restored.'));
    focus.refresh();
    if (toFocus !== undefined) focus.focus(toFocus);
  }

  function apply(message: ConversationChange): void {
    if (message.type === 'didDeleteExchange') showDeleted(message);
    else if (message.type === 'didRestoreExchange') restore(message.ids);
    else if (message.type === 'didChangeEdit') messages.showEdits([edits.replace(message)]);
    else if (message.type === 'didChangeEditEstimate')
      messages.question(message.questionId)?.editor()?.setEstimate(message);
    else if (message.type === 'didChangeCostSoFar') messages.reply(message.responseId)?.setCostSoFar(message.footer);
    else messages.reply(message.responseId)?.append(message.part, message.text);
  }

  return {
    element: focus.wrappedList(),
    isEmpty: () => list.childElementCount === 0,
    runningReplyId: () => messages.runningReplyId(),
    replace,
    add: (views) => {
      deleted.forEach((line) => line.forget());
      deleted.clear();
      add(views);
    },
    lastQuestion: () => messages.lastQuestion(),
    lastQuestionId: () => messages.lastQuestionId(),
    elements: () => messages.elements(),
    change,
    apply,
    setSendKey: (sendKey) => messages.setSendKey(sendKey),
    flush: edits.flush,
    setReadOnly: (isReadOnly) => list.classList.toggle('read-only', isReadOnly),
    focus,
    renderClosed: (hasText) => messages.renderClosed(hasText),
  };
}

/** Creates a CostCard, whose code is loaded at the first call of the returned function, which closes the card. */
function createCostCard(context: PanelContext, list: HTMLElement): () => void {
  const close = onDemand<undefined>(async () => {
    const { CostCard } = await import('./costCard.ts');
    const card = new CostCard(context, list);
    return () => card.close();
  });
  return () => close(undefined);
}

/** Returns the last edit of each question, without removals, because the editors of new messages are closed. */
function openEdits<Edit extends { readonly questionId: string; readonly text?: string }>(
  edits: readonly Edit[],
): readonly Edit[] {
  const last = new Map(edits.map((edit) => [edit.questionId, edit]));
  return [...last.values()].filter(({ text }) => text !== undefined);
}

/** Returns the stored edits of the questions that still exist. */
function copiesOf({ editCopies = [], messages }: LoadedConversation): readonly EditCopy[] {
  return editCopies.filter(({ questionId }) => messages.some(({ id }) => id === questionId));
}

/** Posts the URL of a clicked or middle-clicked link, because the extension decides which links are opened. */
function openLinksIn(list: HTMLElement, post: PanelContext['post']): void {
  const openLink = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (link === null) return;
    consume(event);
    const url = link.getAttribute('href');
    if (url !== null && event.button < 2) post({ type: 'openLink', url });
  };
  list.addEventListener('click', openLink);
  list.addEventListener('auxclick', openLink);
}

/** Creates the line below the messages that were copied from an earlier session. */
function createCarriedLine(sentence: string, post: PanelContext['post']): HTMLElement {
  const open = textButton(l10n.t('Open earlier session'), 'link-button', () => post({ type: 'openOriginalSession' }));
  return quietLine('history', sentence, open);
}

/** Returns the text that screen readers must say when a reply changes; an empty string if they must say nothing. */
function spokenChange(before: ReplyStatus, { state, notice, cost }: ReplyStatus): string {
  const sentences: Partial<Record<ReplyState, string>> = {
    streaming: l10n.t('The reply has begun.'),
    complete: l10n.t('The reply is complete.'),
    stopped: l10n.t('The reply was stopped.'),
    failed: l10n.t('The reply failed.'),
  };
  const isStateNew = before.state !== state;
  // The notice of a failed reply changes when the reply is requested again, which is announced itself.
  const isNoticeNew =
    notice !== undefined &&
    state !== 'stopped' &&
    (isStateNew || (state !== 'failed' && before.notice?.text !== notice.text));
  const isCostNew = cost !== undefined && cost !== before.cost;
  const spoken = [
    // Repeated with the cost, which may follow so soon that only the last sentence is heard.
    !isStateNew && !isCostNew ? '' : (sentences[state] ?? ''),
    isNoticeNew ? spokenSentence(notice) : '',
    isCostNew ? l10n.t('The reply cost {0}.', cost) : '',
  ];
  return spoken.filter((part) => part !== '').join(' ');
}

/** Announces a new session. For another session, ends the last announcement, because it was about the session before. */
function announceSession(announce: PanelContext['announce'], before: string, next: LoadedConversation): void {
  if (before === '' || before === next.sessionId) return;
  announce(next.messages.length === 0 ? l10n.t('New session.') : '');
}
