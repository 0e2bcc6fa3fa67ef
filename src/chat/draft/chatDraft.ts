import { rebaseText } from '../../common/rebaseText.ts';
import type { Attachment } from '../messages/attachment.ts';
import type { Draft, DraftStore, QueuedMessage } from './draftStore.ts';

export type DraftEvent =
  | {
      readonly type: 'draftChanged';
      /** Absent when only the attachments may have changed. */
      readonly text?: { readonly before: string; readonly after: string };
      /** The panel in which the person typed, which shows the text already. */
      readonly source?: object;
    }
  | { readonly type: 'queueChanged' };

export interface ChatDraftDependencies {
  readonly drafts: DraftStore;
  readonly notify: (event: DraftEvent) => void;
  readonly reportSaveError: (error: unknown) => void;
}

/**
 * The owner of the draft: the text of the message box, its attachments, and the queue. Each change is saved at once.
 *
 * The message boxes of the panels are views of it. A panel posts what is typed, and applies each change of the owner to
 * its own text, which may be newer (rebaseText). An edit that was made before the panel knew of the owner's last change
 * is dropped (ChatPanel); the panel posts it again on top of that change. The copy in the panel's own storage is read only
 * after a crash, when it continues the owner's text (webview/composer/draftSync.ts).
 */
export class ChatDraft {
  readonly #dependencies: ChatDraftDependencies;
  #value: Draft;

  constructor(dependencies: ChatDraftDependencies, value: Draft) {
    this.#dependencies = dependencies;
    this.#value = value;
  }

  get text(): string {
    return this.#value.text;
  }

  /** The text of the message box before an earlier prompt was put there. */
  get aside(): string | undefined {
    return this.#value.aside;
  }

  get attachments(): readonly Attachment[] {
    return this.#value.attachments;
  }

  get queue(): readonly QueuedMessage[] {
    return this.#value.queue;
  }

  /** Takes what the person typed in `source`; other panels are told. */
  setText(text: string, source?: object): void {
    this.#changeText({ ...this.#value, text }, source);
  }

  /** Keeps the text of the message box while an earlier prompt stands there; it comes back when that is sent. */
  setAside(text: string): void {
    this.#save(withAside(this.#value, text));
  }

  /** Adds a text to the message box, below the one that is there. */
  addText(text: string): void {
    this.#changeText({ ...this.#value, text: joinTexts([this.text, text]) });
  }

  addAttachment(attachment: Attachment): void {
    this.#changeAttachments([...this.attachments, attachment]);
  }

  /** Switches an attachment off or on again: one that is off is kept and not sent. */
  toggleAttachment(id: string): void {
    this.#changeAttachments(
      this.attachments.map((each) => (each.id === id ? { ...each, isOff: each.isOff !== true } : each)),
    );
  }

  removeAttachment(id: string): void {
    this.#changeAttachments(this.attachments.filter((attachment) => attachment.id !== id));
  }

  /**
   * Takes a sent text and its attachments out of the draft. The text that was put aside comes back; text that was typed
   * and attachments that were added since stay.
   */
  removeSent(text: string, sent: readonly Attachment[]): void {
    const attachments = this.attachments.filter(({ id }) => sent.every((each) => each.id !== id));
    const rest = rebaseText(this.text, text, this.aside ?? '');
    this.#changeText({ ...withAside(this.#value, ''), text: rest, attachments });
  }

  enqueue(message: QueuedMessage): void {
    this.#changeQueue([...this.queue, message]);
  }

  unqueue(messages: readonly QueuedMessage[]): void {
    if (messages.length > 0) this.#changeQueue(this.queue.filter((each) => !messages.includes(each)));
  }

  /** Puts a queued message back into the message box, below the text that is there. */
  takeBackQueued(id: string): void {
    this.#takeBack(this.queue.filter((each) => each.id === id));
  }

  /** Puts all queued messages back into the message box. */
  takeBackQueue(): void {
    this.#takeBack(this.queue);
  }

  #takeBack(messages: readonly QueuedMessage[]): void {
    if (messages.length === 0) return;
    this.unqueue(messages);
    const text = joinTexts([this.text, ...messages.map((each) => each.text)]);
    const attachments = [...this.attachments, ...messages.flatMap((each) => each.attachments)];
    this.#changeText({ ...this.#value, text, attachments });
  }

  #changeAttachments(attachments: readonly Attachment[]): void {
    this.#save({ ...this.#value, attachments });
    this.#dependencies.notify({ type: 'draftChanged' });
  }

  #changeText(value: Draft, source?: object): void {
    const before = this.text;
    const after = value.text;
    this.#save(value);
    this.#dependencies.notify({
      type: 'draftChanged',
      ...(before !== after && { text: { before, after } }),
      ...(source && { source }),
    });
  }

  #changeQueue(queue: readonly QueuedMessage[]): void {
    this.#save({ ...this.#value, queue });
    this.#dependencies.notify({ type: 'queueChanged' });
  }

  #save(value: Draft): void {
    this.#value = value;
    const { drafts, reportSaveError } = this.#dependencies;
    drafts.save(value).catch(reportSaveError);
  }
}

function withAside({ aside: _, ...draft }: Draft, text: string): Draft {
  return text === '' ? draft : { ...draft, aside: text };
}

function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}
