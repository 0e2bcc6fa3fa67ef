/**
 * Every text the panel itself shows, in the person's language. The extension fills it in with
 * `vscode.l10n` and hands it over in the page; English names are the contract of screen readers and tests.
 */
export interface WebviewStrings {
  readonly conversation: string;
  readonly you: string;
  readonly reply: string;
  readonly message: string;
  readonly messagePlaceholder: string;
  readonly send: string;
  readonly stop: string;
  readonly newSession: string;
  readonly sessions: string;
  readonly copyReply: string;
  readonly copyCode: string;
  readonly copied: string;
  readonly jumpToLatest: string;
  readonly setApiKey: string;
  readonly estimatedCost: string;
  /** `Remove {0}`, for an attachment's cross. */
  readonly removeAttachment: string;
  /** `Switch off {0}`: its eye, while it would be sent. */
  readonly switchOffAttachment: string;
  readonly switchOnAttachment: string;
  /** `Open {0}`. */
  readonly openAttachment: string;
  /** Stands in place of the size of an attachment that is switched off. */
  readonly notSent: string;
  /** `Insert {0} as text`, for what was pasted. */
  readonly insertAttachment: string;
  /** Stands over the panel while files are dragged there. */
  readonly dropHere: string;
  readonly welcomeTitle: string;
  readonly welcomeText: string;
  readonly tryTitle: string;
  /** Three prompts that a person can start with. */
  readonly suggestions: readonly string[];
  /** The summary of what the model thought before its answer. */
  readonly reasoning: string;
  /** `{0} s`: how long something is awaited. */
  readonly seconds: string;
  readonly copyDetails: string;
  /** Why nothing that sends a request can be pressed. */
  readonly notWhileRunning: string;
  readonly queueMessage: string;
  readonly queuedMessages: string;
  readonly takeBack: string;
  readonly sendQueued: string;
  /** Stands above queued messages while a reply runs, and is said when one is added. */
  readonly queued: string;
  /** Stands above queued messages while no reply runs. */
  readonly queueWaits: string;
  readonly replyStarted: string;
  readonly replyEnded: string;
  readonly replyStopped: string;
  readonly replyFailed: string;
  readonly imageLink: string;
  readonly task: string;
}
