/** The messages that wait for the running reply to end, in the order in which they will be sent. */
export interface DidChangeQueue {
  readonly type: 'didChangeQueue';
  readonly queue: readonly QueuedMessageView[];
}

/**
 * The draft changed outside the message box (a command added a selection, or the message left).
 * `text` is absent when the person's own typing in the box is not to be touched.
 */
export interface DidChangeDraft {
  readonly type: 'didChangeDraft';
  readonly text?: string;
  readonly attachments: readonly AttachmentView[];
}

/** The earlier prompts of this workspace, the latest first: the answer to `listPrompts`. */
export interface DidListPrompts {
  readonly type: 'didListPrompts';
  readonly prompts: readonly string[];
}

/** Suggestions for a request `complete`: what was found so far, the best first. */
export interface DidComplete {
  readonly type: 'didComplete';
  readonly requestId: string;
  readonly items: readonly CompletionView[];
}

export interface CompletionView {
  readonly label: string;
  /** Where it is, or what it says; may be empty. */
  readonly detail: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** What takes the place of the word that was typed; without it something is attached instead. */
  readonly text?: string;
}

export const completionKinds = ['context', 'prompt'] as const;
/** Files and symbols of the workspace, or prompts by their names. */
export type CompletionKind = (typeof completionKinds)[number];

/** The answer to `readAttachment`. */
export interface DidReadAttachment {
  readonly type: 'didReadAttachment';
  readonly id: string;
  readonly text: string;
}

/** A message that will be sent when the running reply is complete. */
export interface QueuedMessageView {
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly AttachmentView[];
}

/** What the message box holds. */
export interface DraftView {
  readonly text: string;
  /** What it held before an earlier prompt was put there. */
  readonly aside?: string;
  readonly attachments: readonly AttachmentView[];
}

/** A piece of code that goes with a message, shown as a chip. */
export interface AttachmentView {
  readonly id: string;
  /** Such as `src/main.ts:10-24`. */
  readonly label: string;
  /** The code itself, shown on demand in a sent question; absent in the draft. */
  readonly code?: string;
  readonly languageId?: string;
  /** Such as `≈ 230 tokens`; empty while it is being counted. */
  readonly size: string;
  /** It is shown struck out, and is not sent. */
  readonly isOff?: boolean;
  /** What `openAttachment` opens. */
  readonly canOpen?: boolean;
  /** It was pasted, and `readAttachment` brings its text. */
  readonly isPasted?: boolean;
}
