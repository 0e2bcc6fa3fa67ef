import * as l10n from '@vscode/l10n';
import type { DidChangeCostSoFar } from '../../common/protocol/costProtocol.ts';
import type { DidChangeEditEstimate } from '../../common/protocol/estimateProtocol.ts';
import type { DeletedView, DidAppendText, DidChangeReply, MessageView, NoticeView, QuestionView, ReplyState } from '../../common/protocol/conversationProtocol.ts';
import type { Preferences } from '../../common/protocol/protocol.ts';
import { costCard } from './costCard.ts';
import { spokenSentence } from './clockSentence.ts';
import { element, icon, textButton } from '../dom.ts';
import { createDeletedLine, type DeletedLine } from './deletedLine.ts';
import { messageFocus } from './messageFocus.ts';
import type { PanelContext } from '../panelContext.ts';
import type { MessageElements } from '../scrolling/readingPlace.ts';
import { createQuestionElement, type QuestionElement } from './questionElement.ts';
import { isRunning, createReplyElement, type ReplyElement } from './replyElement.ts';

/** The texts of questions that are being written anew, by the questions' ids. */
export type Edits = Readonly<Record<string, string>>;

/** The messages of the session on the page. */
export interface ConversationView {
  readonly element: HTMLElement;
  readonly isEmpty: () => boolean;
  /** The id of the reply that is under way, if any. */
  readonly running: () => string | undefined;
  readonly replace: (session: LoadedConversation) => void;
  readonly add: (messages: readonly MessageView[]) => void;
  /** The last question on the page. */
  readonly lastQuestion: () => HTMLElement | undefined;
  readonly lastQuestionId: () => string | undefined;
  /** All messages on the page, by their ids. */
  readonly elements: () => MessageElements;
  readonly append: (addition: DidAppendText) => void;
  readonly change: (change: DidChangeReply) => void;
  readonly setCostSoFar: (change: DidChangeCostSoFar) => void;
  /** Takes an exchange off the page, which can be had back until something else happens. */
  readonly delete: (deleted: DeletedView) => void;
  readonly restore: () => void;
  readonly setEditEstimate: (estimate: DidChangeEditEstimate) => void;
  readonly setSendKey: (sendKey: Preferences['sendKey']) => void;
  /** Whether another window has the session: then nothing that would change it is offered. */
  readonly setReadOnly: (isReadOnly: boolean) => void;
  /** From a part of a message to the message; false when the focus is not in one. */
  readonly leavePart: () => boolean;
  /** Puts closed parts on the page whose source has a text, for those who look for it. */
  readonly renderClosed: (hasText: (source: string) => boolean) => void;
}

export interface LoadedConversation {
  readonly messages: readonly MessageView[];
  readonly deleted?: DeletedView;
  readonly carriedOver?: string;
  readonly edits: Edits;
}

export function createConversationView(context: PanelContext, onEdits: (edits: Edits) => void): ConversationView {
  const { announce } = context;
  const list = element('div', { class: 'messages' });
  const focus = messageFocus(list);
  const card = costCard(context, list);
  let questions = new Map<string, QuestionElement>();
  let replies = new Map<string, ReplyElement>();
  let edits: Edits = {};
  let deleted: DeletedLine | undefined;
  let sendKey: Preferences['sendKey'] = 'enter';

  list.addEventListener('click', openLink);
  list.addEventListener('auxclick', openLink);

  /** Links never lead anywhere by themselves: the extension decides. */
  function openLink(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (link === null) return;
    event.preventDefault();
    // VS Code's own handler further up would open it a second time.
    event.stopPropagation();
    const url = link.getAttribute('href');
    if (url !== null && event.button < 2) context.post({ type: 'openLink', url });
  }

  function add(messages: readonly MessageView[]): void {
    for (const message of messages) {
      if (message.kind === 'question') {
        list.append(addQuestion(message).element);
        continue;
      }
      const reply = createReplyElement(context, message);
      replies.set(message.id, reply);
      list.append(reply.element);
    }
    tellRunning();
    focus.refresh();
  }

  function addQuestion(question: QuestionView): QuestionElement {
    const view = createQuestionElement(context, question, (text) => {
      const { [question.id]: _, ...others } = edits;
      edits = text === undefined ? others : { ...others, [question.id]: text };
      onEdits(edits);
    });
    view.setSendKey(sendKey);
    questions.set(question.id, view);
    return view;
  }

  function replace(session: LoadedConversation): void {
    card.close();
    list.replaceChildren();
    questions = new Map();
    replies = new Map();
    edits = {};
    deleted = undefined;
    const carried = session.messages.filter(({ isCarried }) => isCarried === true);
    add(carried);
    if (session.carriedOver !== undefined) list.append(carriedLine(session.carriedOver));
    add(session.messages.slice(carried.length));
    if (session.deleted !== undefined) showDeleted(session.deleted);
    for (const [id, text] of Object.entries(session.edits)) questions.get(id)?.edit(text);
  }

  function carriedLine(sentence: string): HTMLElement {
    const open = textButton(l10n.t('Open earlier session'), 'link-button', () => context.post({ type: 'openEarlierSession' }));
    return element('div', { class: 'quiet-line carried-over' }, icon('history'), element('p', {}, `${sentence} `, open));
  }

  function showDeleted(view: DeletedView): void {
    forgetDeleted();
    const elements = view.ids.map((id) => (questions.get(id) ?? replies.get(id))?.element).filter((each) => each !== undefined);
    if (elements.length === 0) return;
    deleted = createDeletedLine(context, view, elements);
    focus.refresh();
  }

  function restore(): void {
    const toFocus = deleted?.restore();
    if (deleted !== undefined) announce(l10n.t('The exchange is back.'));
    deleted = undefined;
    focus.refresh();
    if (toFocus !== undefined) focus.focus(toFocus);
  }

  function forgetDeleted(): void {
    deleted?.forget();
    deleted = undefined;
  }

  function running(): string | undefined {
    return [...replies].findLast(([, reply]) => isRunning(reply.state()))?.[0];
  }

  function tellRunning(): void {
    const isAnyRunning = running() !== undefined;
    for (const reply of replies.values()) reply.setAnyRunning(isAnyRunning);
    const last = [...questions.values()].at(-1);
    for (const question of questions.values()) question.setRunning(isAnyRunning, isAnyRunning && question === last);
  }

  function say(before: { readonly state: ReplyState; readonly notice: NoticeView | undefined }, change: DidChangeReply): void {
    const { state, notice } = change;
    const sentences: Readonly<Record<ReplyState, string>> = {
      pending: '',
      connecting: '',
      streaming: l10n.t('The reply has begun.'),
      complete: l10n.t('The reply is complete.'),
      stopped: l10n.t('The reply was stopped.'),
      incomplete: '',
      failed: l10n.t('The reply failed.'),
    };
    const isRemarkNew = notice !== undefined && state !== 'stopped' && (before.state !== state || before.notice?.text !== notice.text);
    const said = [before.state === state ? '' : sentences[state], isRemarkNew ? spokenSentence(notice) : ''];
    const sentence = said.filter((part) => part !== '').join(' ');
    if (sentence !== '') announce(sentence);
  }

  return {
    element: focus.element,
    isEmpty: () => list.childElementCount === 0,
    running,
    replace,
    add: (messages) => {
      forgetDeleted();
      add(messages);
    },
    lastQuestion: () => [...questions.values()].at(-1)?.element,
    lastQuestionId: () => [...questions.keys()].at(-1),
    elements: () => new Map([...questions, ...replies].map(([id, { element }]) => [id, element])),
    append: ({ responseId, part, text }) => replies.get(responseId)?.append(part, text),
    change: (change) => {
      const reply = replies.get(change.responseId);
      if (reply === undefined) return;
      const before = { state: reply.state(), notice: reply.notice() };
      reply.change(change);
      tellRunning();
      say(before, change);
    },
    setCostSoFar: ({ responseId, footer }) => replies.get(responseId)?.setCostSoFar(footer),
    delete: showDeleted,
    restore,
    setEditEstimate: ({ questionId, text }) => questions.get(questionId)?.setEstimate(text),
    setSendKey: (value) => {
      sendKey = value;
      for (const question of questions.values()) question.setSendKey(value);
    },
    setReadOnly: (isReadOnly) => {
      list.classList.toggle('read-only', isReadOnly);
    },
    leavePart: focus.leavePart,
    renderClosed: (hasText) => {
      for (const question of questions.values()) question.renderClosed(hasText);
      for (const reply of replies.values()) reply.renderClosed();
    },
  };
}
