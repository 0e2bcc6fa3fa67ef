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

/** Allows only one submission at a time. */
export class Submissions {
  #leaving: ReadonlySet<string> | undefined;

  /** The ids of the attachments that the running submission may remove. Undefined if no submission runs. */
  get leaving(): ReadonlySet<string> | undefined {
    return this.#leaving;
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
      remove();
      end();
    };
    return { attachments, accept, end };
  }
}
