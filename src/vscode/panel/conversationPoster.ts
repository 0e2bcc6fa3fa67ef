import type { ConversationMode, Message, Reply } from '../../chat/messages/message.ts';
import { groupParts } from '../../chat/messages/joinedReplies.ts';
import { newInstructions } from '../../chat/messages/newInstructions.ts';
import type { WorkspaceChatEvent } from '../../chat/conversation/conversationEvent.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import { assertNever } from '../../common/assertNever.ts';
import type { MessageView, ReplyPart } from '../../common/protocol/conversationProtocol.ts';
import type { ToWebviewMessage } from '../../common/protocol/protocol.ts';
import { createCostSoFarBatcher } from './estimates/costSoFarBatcher.ts';
import { toDeletedView, toMessageView } from './messageView.ts';
import { remarksOnReply } from './replyRemarks.ts';
import { ShownReplies } from './shownReplies.ts';
import { createTextBatcher } from './textBatcher.ts';

/** A change of the shown session's messages. */
export type ConversationEvent = Extract<
  WorkspaceChatEvent,
  {
    type:
      'messagesAdded' | 'textAppended' | 'costSoFarChanged' | 'replyChanged' | 'exchangeDeleted' | 'exchangeRestored';
  }
>;

type DidLoadSession = Extract<ToWebviewMessage, { type: 'didLoadSession' }>;

/** Posts the messages of the shown session, and their changes, to one webview. */
export class ConversationPoster {
  /** The replies as the webview shows them. */
  readonly replies: ShownReplies;
  /** The instructions that the webview shows with each question, by the id of the question. */
  readonly #instructions = new Map<string, string | undefined>();
  readonly #chat: Pick<WorkspaceChat, 'session'>;
  readonly #mode: () => ConversationMode;
  readonly #post: (message: ToWebviewMessage) => void;
  readonly #text = createTextBatcher((responseId, part, text) => {
    this.#post({ type: 'didAppendText', responseId, part, text });
    this.#costSoFar.flush();
  });
  readonly #costSoFar = createCostSoFarBatcher((responseId, footer) =>
    this.#post({ type: 'didChangeCostSoFar', responseId, footer }),
  );

  constructor(
    chat: Pick<WorkspaceChat, 'session'>,
    mode: () => ConversationMode,
    post: (message: ToWebviewMessage) => void,
  ) {
    this.#chat = chat;
    this.#mode = mode;
    this.#post = post;
    this.replies = new ShownReplies(() => chat.session.messages);
  }

  /** Returns the messages of the shown session. Later events are posted as changes of these messages. */
  load(): Pick<DidLoadSession, 'messages' | 'deleted'> {
    this.#text.flush();
    this.#instructions.clear();
    const { deletions, messagesWithDeleted } = this.#chat.session;
    return {
      messages: this.#views(this.replies.load(messagesWithDeleted)),
      ...(deletions.length === 0 ? {} : { deleted: deletions.map((ids) => this.#deleted(ids)) }),
    };
  }

  /** Posts a change. */
  handle(event: ConversationEvent): void {
    switch (event.type) {
      case 'messagesAdded':
        this.#showAdded(event.messages);
        break;
      case 'textAppended':
        this.#addText(event.replyId, event.part, event.text);
        break;
      case 'costSoFarChanged':
        this.#costSoFar.set(...this.replies.footer(event));
        break;
      case 'replyChanged':
        this.#showReply(event.reply);
        break;
      case 'exchangeDeleted':
        this.#post({ type: 'didDeleteExchange', ...this.#deleted(event.ids) });
        this.#showLastReply();
        break;
      case 'exchangeRestored':
        this.#post({ type: 'didRestoreExchange', ids: event.ids });
        this.#showLastReply();
        break;
      default:
        assertNever(event);
    }
  }

  dispose(): void {
    this.#text.dispose();
    this.#costSoFar.dispose();
  }

  /**
   * Shows added messages. A request to continue a reply and its reply are shown as a part of that reply. Another window
   * may have added several messages, and replies that already have text. Posts a shown question again if a request has
   * now sent instructions with it.
   */
  #showAdded(messages: readonly Message[]): void {
    const parts = messages.filter((each) => each.kind === 'reply' && this.replies.idOf(each.id) !== each.id) as Reply[];
    const asked = new Set(parts.map(({ questionId }) => questionId));
    const others = messages.filter((each) => (each.kind === 'reply' ? !parts.includes(each) : !asked.has(each.id)));
    if (others.length > 0) {
      this.#showLastReply();
      const changed = this.#questionsWithNewInstructions(others);
      this.#post({ type: 'didAddMessages', messages: this.#views([...changed, ...others]) });
    }
    for (const reply of parts) {
      for (const part of ['reasoning', 'text'] as const) this.#addText(reply.id, part, reply[part]);
      this.#showReply(reply);
    }
  }

  #addText(replyId: string, part: ReplyPart, text: string): void {
    if (text !== '') this.#text.add(...this.replies.append({ type: 'textAppended', replyId, part, text }));
  }

  /** Shows Continue only under the last reply. */
  #showLastReply(): void {
    for (const reply of this.replies.updateLast()) this.#showReply(reply);
  }

  #showReply(changed: Reply): void {
    const rest = this.replies.end(changed);
    if (rest !== undefined) this.#text.add(...rest);
    this.#text.flush();
    this.#costSoFar.flush();
    const reply = this.replies.whole(changed.id) ?? changed;
    this.#post({
      type: 'didChangeReply',
      responseId: reply.id,
      state: reply.state,
      ...remarksOnReply(reply, Date.now(), this.replies.places()(reply)),
    });
  }

  /** Returns the questions of added replies that the webview shows without the instructions that they were sent with. */
  #questionsWithNewInstructions(added: readonly Message[]): readonly Message[] {
    const { messages } = this.#chat.session;
    const instructions = newInstructions(messages);
    const asked = new Set(added.flatMap((each) => (each.kind === 'reply' ? [each.questionId] : [])));
    const isShown = (id: string) => asked.has(id) && this.#instructions.has(id);
    return messages.filter(({ id }) => isShown(id) && this.#instructions.get(id) !== instructions.get(id));
  }

  #views(messages: readonly Message[]): readonly MessageView[] {
    const instructions = newInstructions(this.#chat.session.messages);
    for (const { kind, id } of messages) if (kind === 'question') this.#instructions.set(id, instructions.get(id));
    const placeOf = this.replies.places();
    return messages.map((message) =>
      toMessageView(message, {
        now: Date.now(),
        placeOf,
        instructions: instructions.get(message.id),
      }),
    );
  }

  #deleted(ids: readonly string[]) {
    const deleted = this.#chat.session.messagesWithDeleted.filter(({ id }) => ids.includes(id));
    return toDeletedView(ids, groupParts(deleted), this.#mode());
  }
}
