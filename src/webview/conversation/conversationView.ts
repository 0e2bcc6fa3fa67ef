import type { DidAppendText, DidChangeReply, MessageView, NoticeView, ReplyState } from '../../common/protocol.ts';
import { spokenSentence } from './clockSentence.ts';
import { element } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { questionView } from './questionView.ts';
import { isRunning, replyView, type ReplyElement } from './replyView.ts';

/** The messages of the session on the page. */
export interface ConversationView {
  readonly element: HTMLElement;
  readonly isEmpty: () => boolean;
  /** The id of the reply that is under way, if any. */
  readonly running: () => string | undefined;
  readonly replace: (messages: readonly MessageView[]) => void;
  readonly add: (messages: readonly MessageView[]) => void;
  readonly append: (addition: DidAppendText) => void;
  readonly change: (change: DidChangeReply) => void;
  /** Allows actions to be taken again: the last one was answered. */
  readonly unlock: () => void;
}

export function conversationView(context: PanelContext): ConversationView {
  const { strings, announce } = context;
  const list = element('div', { class: 'messages' });
  let replies = new Map<string, ReplyElement>();

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
        list.append(questionView(context, message));
        continue;
      }
      const reply = replyView(context, message);
      replies.set(message.id, reply);
      list.append(reply.element);
    }
    tellRunning();
  }

  function running(): string | undefined {
    return [...replies].findLast(([, reply]) => isRunning(reply.state()))?.[0];
  }

  function tellRunning(): void {
    const isAnyRunning = running() !== undefined;
    for (const reply of replies.values()) reply.setAnyRunning(isAnyRunning);
  }

  function say(before: { readonly state: ReplyState; readonly notice: NoticeView | undefined }, change: DidChangeReply): void {
    const { state, notice } = change;
    const sentences: Readonly<Record<ReplyState, string>> = {
      pending: '',
      connecting: '',
      streaming: strings.replyStarted,
      complete: strings.replyEnded,
      stopped: strings.replyStopped,
      incomplete: '',
      failed: strings.replyFailed,
    };
    const isRemarkNew = notice !== undefined && state !== 'stopped' && (before.state !== state || before.notice?.text !== notice.text);
    const said = [before.state === state ? '' : sentences[state], isRemarkNew ? spokenSentence(notice) : ''];
    const sentence = said.filter((part) => part !== '').join(' ');
    if (sentence !== '') announce(sentence);
  }

  return {
    element: list,
    isEmpty: () => list.childElementCount === 0,
    running,
    replace: (messages) => {
      list.replaceChildren();
      replies = new Map();
      add(messages);
    },
    add,
    append: ({ responseId, part, text }) => replies.get(responseId)?.append(part, text),
    change: (change) => {
      const reply = replies.get(change.responseId);
      if (reply === undefined) return;
      const before = { state: reply.state(), notice: reply.notice() };
      reply.change(change);
      tellRunning();
      say(before, change);
    },
    unlock: () => {
      for (const reply of replies.values()) reply.unlock();
    },
  };
}
