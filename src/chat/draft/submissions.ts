import type { Attachment } from '../messages/attachment.ts';

/** A message that is being sent or queued from the message box. */
export interface Submission {
  /** The attachments to send. */
  readonly attachments: readonly Attachment[];
  /** Must be called when the message is saved or queued. Removes the message from the draft, and ends the submission. */
  readonly accept: () => void;
  /** Ends the submission, unless it has already ended. */
  readonly end: () => void;
}

/** A panel that VS Code creates again may have a copy of one of these texts. It is almost always the last one. */
const maxSentTexts = 3;

/** Allows only one submission at a time, counts the submissions, and keeps the texts of the last ones. */
export class Submissions {
  #leaving: ReadonlySet<string> | undefined;
  #sentTexts: readonly string[] = [];
  #count = 0;

  /** The ids of the attachments that the running submission may remove. Undefined if no submission runs. */
  get leaving(): ReadonlySet<string> | undefined {
    return this.#leaving;
  }

  /** The number of accepted submissions. Each is counted before it is removed from the draft. */
  get count(): number {
    return this.#count;
  }

  get sentTexts(): readonly string[] {
    return this.#sentTexts;
  }

  noteSent(text: string): void {
    this.#sentTexts = [...this.#sentTexts, text].slice(-maxSentTexts);
  }

  forgetSent(): void {
    this.#sentTexts = [];
  }

  /** Returns undefined if a submission runs. `remove` removes the message from the draft. */
  begin(attachments: readonly Attachment[], remove: () => void): Submission | undefined {
    if (this.#leaving !== undefined) return undefined;
    const leaving = new Set(attachments.map(({ id }) => id));
    this.#leaving = leaving;
    const end = () => {
      // A later submission may be running.
      if (this.#leaving === leaving) this.#leaving = undefined;
    };
    const accept = () => {
      this.#count += 1;
      remove();
      end();
    };
    return { attachments, accept, end };
  }
}
