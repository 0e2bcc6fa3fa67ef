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
  readonly welcomeTitle: string;
  readonly welcomeText: string;
  readonly tryTitle: string;
  /** Three prompts that a person can start with. */
  readonly suggestions: readonly string[];
  readonly connecting: string;
  readonly waiting: string;
  readonly replyStarted: string;
  readonly replyEnded: string;
  readonly replyStopped: string;
  readonly replyFailed: string;
  readonly imageLink: string;
}
