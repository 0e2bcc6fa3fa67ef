import type { DidChangeReply, MessageView, ReplyState } from '../common/protocol.ts';
import { element } from './dom.ts';
import type { PanelContext } from './panelContext.ts';
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
  readonly append: (responseId: string, text: string) => void;
  readonly change: (change: DidChangeReply) => void;
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
  }

  function say(before: ReplyState, change: DidChangeReply): void {
    if (before === change.state) return;
    const sentences: Readonly<Record<ReplyState, string>> = {
      pending: '',
      connecting: '',
      streaming: strings.replyStarted,
      complete: strings.replyEnded,
      stopped: strings.replyStopped,
      incomplete: '',
      failed: strings.replyFailed,
    };
    const remark = change.state === 'stopped' ? undefined : change.notice?.text;
    const sentence = [sentences[change.state], remark ?? ''].filter((part) => part !== '').join(' ');
    if (sentence !== '') announce(sentence);
  }

  return {
    element: list,
    isEmpty: () => list.childElementCount === 0,
    running: () => [...replies].findLast(([, reply]) => isRunning(reply.state()))?.[0],
    replace: (messages) => {
      list.replaceChildren();
      replies = new Map();
      add(messages);
    },
    add,
    append: (responseId, text) => replies.get(responseId)?.append(text),
    change: (change) => {
      const reply = replies.get(change.responseId);
      if (reply === undefined) return;
      const before = reply.state();
      reply.change(change);
      say(before, change);
    },
  };
}
