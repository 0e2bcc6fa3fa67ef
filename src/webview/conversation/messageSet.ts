import type { MessageView } from '../../common/protocol/conversationProtocol.ts';
import type { Preferences } from '../../common/protocol/protocol.ts';
import type { EditSync } from '../editSync.ts';
import type { PanelContext } from '../panelContext.ts';
import type { MessageElements } from '../scrolling/readingPlace.ts';
import { createQuestionElement, type QuestionElement } from './questionElement.ts';
import { createReplyElement, isRunning, type ReplyElement } from './replyElement.ts';

/** The questions and the replies of the open session, by message id. */
export class MessageSet {
  readonly #context: PanelContext;
  readonly #questions = new Map<string, QuestionElement>();
  readonly #replies = new Map<string, ReplyElement>();
  /** Texts of edits that the user closed, by question id. They stay when the messages are cleared. */
  readonly #closedEdits = new Map<string, string>();
  #sendKey: Preferences['sendKey'] = 'enter';

  constructor(context: PanelContext) {
    this.#context = context;
  }

  /**
   * Adds a message. Calls `onEdit` if the user edits it. If there is a question with the same id, only replaces its
   * attachments, which may now contain its instructions.
   */
  add(message: MessageView, onEdit: EditSync['change']): HTMLElement {
    if (message.kind === 'reply') {
      const reply = createReplyElement(this.#context, message);
      this.#replies.set(message.id, reply);
      return reply.element;
    }
    const shown = this.question(message.id);
    if (shown !== undefined) {
      shown.setAttachments(message.attachments);
      return shown.element;
    }
    const question = createQuestionElement(
      this.#context,
      message,
      (...edit) => onEdit(message.id, ...edit),
      this.#closedEdits,
    );
    question.setSendKey(this.#sendKey);
    this.#questions.set(message.id, question);
    return question.element;
  }

  clear(): void {
    this.#context.drawings.clear();
    this.#questions.clear();
    this.#replies.clear();
  }

  question(id: string): QuestionElement | undefined {
    return this.#questions.get(id);
  }

  reply(id: string): ReplyElement | undefined {
    return this.#replies.get(id);
  }

  /** Shows the unsent edits of questions. An edit without `text` closes the editor. */
  showEdits(edits: Iterable<{ readonly questionId: string; readonly text?: string }>): void {
    for (const { questionId, text } of edits) this.question(questionId)?.showEdit(text);
  }

  lastQuestion(): HTMLElement | undefined {
    return [...this.#questions.values()].at(-1)?.element;
  }

  lastQuestionId(): string | undefined {
    return [...this.#questions.keys()].at(-1);
  }

  /**
   * Returns undefined if no question's editor has the focus. Otherwise returns a function that focuses the text field
   * of the editor for the same question, with the same selection. Call the function after the messages were added
   * again.
   */
  focusedEdit(): (() => void) | undefined {
    if (!document.hasFocus()) return undefined;
    for (const [id, question] of this.#questions) {
      const before = question.editor()?.field;
      if (before === undefined || !question.element.contains(document.activeElement)) continue;
      const { selectionStart, selectionEnd } = before;
      return () => {
        const field = this.question(id)?.editor()?.field;
        field?.focus({ preventScroll: true });
        field?.setSelectionRange(selectionStart, selectionEnd);
      };
    }
    return undefined;
  }

  elements(): MessageElements {
    return new Map([...this.#questions, ...this.#replies].map(([id, { element }]) => [id, element]));
  }

  /**
   * Draws replies for a limited time, and the rest in the next frames. If the message with the id `firstId` exists, the
   * replies from this message to the end come first, from top to bottom. Otherwise, the last reply comes first.
   */
  draw(firstId: string | undefined): void {
    if (firstId !== undefined) this.#drawFrom(firstId);
    this.#context.drawings.drawNow();
  }

  runningReplyId(): string | undefined {
    return [...this.#replies].findLast(([, reply]) => isRunning(reply.state()))?.[0];
  }

  /**
   * Must be called after messages were added and after a reply has changed. Tells each message whether any reply is
   * running. Assumes that a running reply belongs to the last question.
   */
  refreshRunning(): void {
    const isAnyRunning = this.runningReplyId() !== undefined;
    for (const reply of this.#replies.values()) reply.setAnyRunning(isAnyRunning);
    const last = this.lastQuestionId();
    for (const [id, question] of this.#questions) question.setRunning(isAnyRunning, isAnyRunning && id === last);
  }

  setSendKey(sendKey: Preferences['sendKey']): void {
    this.#sendKey = sendKey;
    for (const question of this.#questions.values()) question.setSendKey(sendKey);
  }

  /** For the find bar: renders all collapsed reasoning, and the collapsed attachments whose code matches `hasText`. */
  renderClosed(hasText: (source: string) => boolean): void {
    for (const question of this.#questions.values()) question.renderClosed(hasText);
    for (const reply of this.#replies.values()) reply.renderClosed();
    this.#context.drawings.drawNow();
  }

  #drawFrom(id: string): void {
    const first = (this.#questions.get(id) ?? this.#replies.get(id))?.element;
    if (first === undefined) return;
    for (const reply of [...this.#replies.values()].reverse()) {
      const isAbove = (reply.element.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      if (isAbove) return;
      reply.drawFirst();
    }
  }
}
