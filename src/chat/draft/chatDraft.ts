import type { Attachment } from '../messages/attachment.ts';
import type { Draft, DraftStore, QueuedMessage } from './draftStore.ts';
import type { WorkspaceChatEvent } from '../conversation/workspaceChatDependencies.ts';

export interface ChatDraftDependencies {
  readonly drafts: DraftStore;
  readonly notify: (event: WorkspaceChatEvent) => void;
  readonly reportSaveError: (error: unknown) => void;
}

/** What the message box holds, and what waits to be sent. Each change is saved at once, and told unless the person typed it. */
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

  /** What the message box held before an earlier prompt was put there. */
  get aside(): string | undefined {
    return this.#value.aside;
  }

  get attachments(): readonly Attachment[] {
    return this.#value.attachments;
  }

  get queue(): readonly QueuedMessage[] {
    return this.#value.queue;
  }

  /** The person typed: kept, and not told back. */
  setText(text: string): void {
    this.#keep({ ...this.#value, text });
  }

  /** What the message box held before an earlier prompt was put there; it comes back when that is sent. */
  setAside(text: string): void {
    this.#keep(withAside(this.#value, text));
  }

  /** Puts a text into the message box, below what stands there. */
  addText(text: string): void {
    this.#change({ ...this.#value, text: joinTexts([this.text, text]) }, true);
  }

  addAttachment(attachment: Attachment): void {
    this.#changeAttachments([...this.attachments, attachment]);
  }

  /** Switches an attachment off or on again: one that is off is kept and not sent. */
  toggleAttachment(id: string): void {
    this.#changeAttachments(this.attachments.map((each) => (each.id === id ? { ...each, isOff: each.isOff !== true } : each)));
  }

  removeAttachment(id: string): void {
    this.#changeAttachments(this.attachments.filter((attachment) => attachment.id !== id));
  }

  /** The text and these attachments were sent: what was put aside comes back, and all other attachments stay. */
  removeSent(sent: readonly Attachment[]): void {
    const attachments = this.attachments.filter(({ id }) => sent.every((each) => each.id !== id));
    this.#change({ ...withAside(this.#value, ''), text: this.aside ?? '', attachments }, true);
  }

  enqueue(message: QueuedMessage): void {
    this.#changeQueue([...this.queue, message]);
  }

  unqueue(messages: readonly QueuedMessage[]): void {
    if (messages.length > 0) this.#changeQueue(this.queue.filter((each) => !messages.includes(each)));
  }

  /** Puts a queued message back into the message box, below what stands there. */
  takeBackQueued(id: string): void {
    this.#takeBack(this.queue.filter((each) => each.id === id));
  }

  /** Puts all that is queued back into the message box. */
  takeBackQueue(): void {
    this.#takeBack(this.queue);
  }

  #takeBack(messages: readonly QueuedMessage[]): void {
    if (messages.length === 0) return;
    this.unqueue(messages);
    const text = joinTexts([this.text, ...messages.map((each) => each.text)]);
    const attachments = [...this.attachments, ...messages.flatMap((each) => each.attachments)];
    this.#change({ ...this.#value, text, attachments }, true);
  }

  #changeAttachments(attachments: readonly Attachment[]): void {
    this.#change({ ...this.#value, attachments }, false);
  }

  #changeQueue(queue: readonly QueuedMessage[]): void {
    this.#keep({ ...this.#value, queue });
    this.#dependencies.notify({ type: 'queueChanged' });
  }

  #change(value: Draft, isTextChanged: boolean): void {
    this.#keep(value);
    this.#dependencies.notify({ type: 'draftChanged', isTextChanged });
  }

  #keep(value: Draft): void {
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
