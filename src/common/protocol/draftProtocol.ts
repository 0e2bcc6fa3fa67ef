/** From the panel, about the message box and the queue. `revision` is the last one that the panel was told of. */
export type DraftMessage =
  /**
   * Sends the content of the message box, or queues it while a reply runs. Answered once the message is on disk or was
   * refused; the text then leaves the box by a `didChangeDraft`.
   */
  | { readonly type: 'submit'; readonly requestId: string; readonly text: string; readonly revision: number }
  | { readonly type: 'sendQueued'; readonly requestId: string; readonly id: string }
  | { readonly type: 'takeBackQueued'; readonly requestId: string; readonly id: string }
  /** The person typed. Dropped when the owner has changed the text since `revision`: the panel posts again. */
  | { readonly type: 'setDraft'; readonly text: string; readonly revision: number }
  /** The text of the message box before an earlier prompt was put there; empty when the box holds it again. */
  | { readonly type: 'setAside'; readonly text: string }
  /** Asks for the earlier prompts of this workspace. */
  | { readonly type: 'listPrompts'; readonly requestId: string }
  | { readonly type: 'removeAttachment'; readonly id: string }
  | { readonly type: 'toggleAttachment'; readonly id: string }
  | { readonly type: 'openAttachment'; readonly id: string }
  /** Asks for the text of an attachment, to put it into the box in its place. */
  | { readonly type: 'readAttachment'; readonly requestId: string; readonly id: string }
  /** Long text was pasted. `languageId` is empty when it is not known. */
  | { readonly type: 'attachPasted'; readonly text: string; readonly languageId: string }
  /** Asks for suggestions; a later request takes the place of this one. */
  | { readonly type: 'complete'; readonly completionId: string; readonly kind: CompletionKind; readonly query: string }
  | { readonly type: 'endCompletion' }
  | { readonly type: 'pickCompletion'; readonly completionId: string; readonly index: number }
  /** Files were dropped, by the addresses that the window has for them. */
  | { readonly type: 'addFiles'; readonly uris: readonly string[] };

/** The messages that wait for the running reply to end, in the order in which they will be sent. */
export interface DidChangeQueue {
  readonly type: 'didChangeQueue';
  readonly queue: readonly QueuedMessageView[];
}

/**
 * The draft changed outside this panel's message box: a command added a selection, the message was sent, or the person
 * typed in another panel.
 */
export interface DidChangeDraft {
  readonly type: 'didChangeDraft';
  /** Absent when only the attachments changed. */
  readonly text?: DraftTextChange;
  readonly attachments: readonly AttachmentView[];
}

/**
 * A change of the draft's text by its owner, the extension. The panel applies it to what its box holds (rebaseText),
 * which may be newer than `before`.
 */
export interface DraftTextChange {
  readonly before: string;
  readonly after: string;
  /** How many changes of the text this panel has been told of since it was loaded, this one included. */
  readonly revision: number;
}

/** Suggestions for a `complete`: the ones found so far, the best first. There may be a second, longer list. */
export interface DidComplete {
  readonly type: 'didComplete';
  readonly completionId: string;
  readonly items: readonly CompletionView[];
}

export interface CompletionView {
  readonly label: string;
  /** Where it is, or what it says; may be empty. */
  readonly detail: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** Replaces the word that was typed. Absent when something is attached instead. */
  readonly text?: string;
}

export const completionKinds = ['context', 'prompt'] as const;
/** Files and symbols of the workspace, or prompts by their names. */
export type CompletionKind = (typeof completionKinds)[number];

/** A message that will be sent when the running reply is complete. */
export interface QueuedMessageView {
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly AttachmentView[];
}

/** The content of the message box. */
export interface DraftView {
  readonly text: string;
  /** How many changes of the text the panel was told of before. */
  readonly revision: number;
  /** The text of the box before an earlier prompt was put there. */
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
  /** `openAttachment` can open it. */
  readonly canOpen?: boolean;
  /** It was pasted, and `readAttachment` brings its text. */
  readonly isPasted?: boolean;
}
