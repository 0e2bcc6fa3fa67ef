/**
 * A message from the panel about the message box or the queue. The draft is the content of the message box. `revision`
 * is the last revision of the draft's text that the panel received. See DraftTextChange.
 */
export type DraftMessage =
  /**
   * Sends the content of the message box, or queues the content while a reply is running. Answered when the message is
   * saved, queued or refused. If the disk refuses the message, but the user agrees to keep it in memory, the message
   * counts as saved. If the message is accepted, a `didChangeDraft` removes the message from the box.
   */
  | { readonly type: 'submit'; readonly requestId: string; readonly text: string; readonly revision: number }
  | { readonly type: 'sendQueued'; readonly requestId: string; readonly id: string }
  /** Moves a queued message back into the message box. */
  | { readonly type: 'editQueued'; readonly requestId: string; readonly id: string }
  /** Removes a queued message. Its text is lost. */
  | { readonly type: 'removeQueued'; readonly requestId: string; readonly id: string }
  /**
   * The user changed the text. Answered when the text is saved or ignored. Ignored if the extension has changed the
   * text since `revision`. When the panel receives the extension's change, the panel merges the two texts with
   * rebaseText. If the merged text contains edits of the user, the panel posts the merged text as another `setDraft`.
   */
  | { readonly type: 'setDraft'; readonly requestId: string; readonly text: string; readonly revision: number }
  /**
   * Stores the text that the user had typed before the message box showed the earlier prompt `prompt`. An empty `text`
   * removes the stored text.
   */
  | { readonly type: 'setAside'; readonly text: string; readonly prompt: string }
  /**
   * Keeps the unsent text of an edited question of any session. Without `text`, the edit was cancelled, and the kept
   * text is removed. Answered when the change is saved.
   */
  | {
      readonly type: 'setEdit';
      readonly requestId: string;
      readonly sessionId: string;
      readonly questionId: string;
      readonly text?: string;
    }
  /** Asks for the prompts sent earlier in this workspace. */
  | { readonly type: 'listPrompts'; readonly requestId: string }
  /** `isInserted` is true if the attachment's text was inserted into the message box. Otherwise, the user can undo. */
  | { readonly type: 'removeAttachment'; readonly id: string; readonly isInserted?: true }
  | { readonly type: 'toggleAttachment'; readonly id: string }
  | { readonly type: 'openAttachment'; readonly id: string }
  /** Asks for the text of a pasted attachment, to move this text back into the message box. */
  | { readonly type: 'readAttachment'; readonly requestId: string; readonly id: string }
  /** Attaches a long pasted text. `languageId` is empty if the language is unknown. */
  | { readonly type: 'attachPasted'; readonly text: string; readonly languageId: string }
  /** Asks for suggestions. Cancels the previous `complete`. */
  | { readonly type: 'complete'; readonly completionId: string; readonly kind: CompletionKind; readonly query: string }
  | { readonly type: 'endCompletion' }
  | { readonly type: 'pickCompletion'; readonly completionId: string; readonly index: number }
  /** Attaches files that were dropped on the panel. */
  | { readonly type: 'addFiles'; readonly uris: readonly string[] };

/** The queue changed. The messages in `queue` are in sending order. */
export interface DidChangeQueue {
  readonly type: 'didChangeQueue';
  readonly queue: readonly QueuedMessageView[];
}

/**
 * The draft changed outside this panel's message box. For example, a command added a selection, the message was sent,
 * or the user typed in another panel. Also posted when the tokens of an attachment were counted.
 */
export interface DidChangeDraft {
  readonly type: 'didChangeDraft';
  /** Undefined if only the attachments changed. */
  readonly text?: DraftTextChange;
  readonly attachments: readonly AttachmentView[];
}

/**
 * The unsent edit of a question in the shown session changed outside this panel, for example because the user edited
 * the question in another panel.
 */
export interface DidChangeEdit {
  readonly type: 'didChangeEdit';
  readonly questionId: string;
  /** Absent if the question has no unsent edit any more. */
  readonly text?: string;
}

/** The unsent edited text of a question in the shown session. */
export interface EditView {
  readonly questionId: string;
  readonly text: string;
}

/**
 * The extension changed the text of the draft. The user may have edited the text in the panel's box meanwhile, so the
 * panel applies the change with rebaseText.
 */
export interface DraftTextChange {
  readonly before: string;
  readonly after: string;
  /**
   * True if the box showed an earlier prompt, and text was added: `after` is then the unsent text (see `setAside`) with
   * the added text. The panel keeps the user's changes of the prompt.
   */
  readonly restoresUnsent?: boolean;
  /**
   * The number of changes of the draft's text that did not come from this panel's message box, including this change.
   */
  readonly revision: number;
}

/**
 * Suggestions for a `complete`. Files come before symbols. If the query is not empty, files, symbols and prompts are
 * each sorted, best match first. A later list replaces an earlier list for the same `complete`. An empty list of files
 * and symbols is always followed by another list.
 */
export interface DidComplete {
  readonly type: 'didComplete';
  readonly completionId: string;
  readonly items: readonly CompletionView[];
}

export interface CompletionView {
  readonly label: string;
  /**
   * The folder of a file, the file of a symbol, or the first line of a prompt; may be empty. If a prompt comes from
   * the settings of the workspace, a note about its origin comes before the line.
   */
  readonly detail: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** The text that replaces the typed word. Undefined if the suggestion adds an attachment, whose label replaces it. */
  readonly text?: string;
  /** True for the only suggestion of a list without matches. It is active only after the user has moved to it. */
  readonly isFallback?: boolean;
}

export const completionKinds = ['context', 'prompt'] as const;
/** `context`: files and symbols of the workspace. `prompt`: prompts from the settings, and built-in prompts. */
export type CompletionKind = (typeof completionKinds)[number];

/** A message that the user submitted while a reply ran. */
export interface QueuedMessageView {
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly AttachmentView[];
  /** True if only the user can send the message. Otherwise, it is sent when the running reply is complete. */
  readonly isHeld: boolean;
  /** True if the message was queued in a session that is not shown. */
  readonly isOfOther?: boolean;
  /** True if the message is held only while a message in front of it is edited in the message box. */
  readonly isWaiting?: boolean;
  /** A sentence that says why this message and others are held. Only the first of these messages has it. */
  readonly heldReason?: string;
}

/** The content of the message box. */
export interface DraftView {
  readonly text: string;
  /** See DraftTextChange. */
  readonly revision: number;
  /** The text that the user had typed before the message box showed an earlier prompt. See `setAside`. */
  readonly aside?: string;
  /** The messages that were last sent or queued, in any session. Absent if there are none. See `restoredText`. */
  readonly sent?: readonly { readonly text: string }[];
  readonly attachments: readonly AttachmentView[];
}

/**
 * The id of the attachment view that stands for the user's instructions. In the draft, `toggleAttachment` switches the
 * instructions off or on for the session, and `openAttachment` opens their setting. They cannot be removed.
 */
export const instructionsId = 'instructions';

/**
 * Code or pasted text that is sent with a message. The message box shows an attachment as a chip. Sent questions and
 * queued messages list their attachments, too.
 */
export interface AttachmentView {
  readonly id: string;
  /** The label of the attachment, such as `src/main.ts:10-24`. */
  readonly label: string;
  /** The code, if the attachment belongs to a sent question or a queued message. Undefined in the draft. */
  readonly code?: string;
  readonly languageId?: string;
  /**
   * The size of an attachment of the draft, such as `≈230 tokens`. Empty until the tokens are counted. Always empty in
   * sent questions and queued messages.
   */
  readonly size: string;
  /** True if the user switched the attachment off, so that it is not sent. */
  readonly isOff?: boolean;
  /** True if `openAttachment` can open the attachment. */
  readonly canOpen?: boolean;
  /** True if the attachment is pasted text, which `readAttachment` can return. */
  readonly isPasted?: boolean;
}
