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
  readonly insertAtCursor: string;
  readonly applyToEditor: string;
  readonly newFile: string;
  /** Why half a block of code can only be copied. */
  readonly whenCodeIsComplete: string;
  readonly copied: string;
  readonly jumpToLatest: string;
  readonly setApiKey: string;
  readonly estimatedCost: string;
  /** A new session in the place of an expensive one. */
  readonly startNewOne: string;
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
  /** The list of files, symbols or prompts above the message box. */
  readonly completions: string;
  /** Said when that list opens. */
  readonly completionsShown: string;
  readonly addContext: string;
  /** What that button says at length. */
  readonly addContextHint: string;
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
  /** The name of the row of buttons under each message. */
  readonly messageActions: string;
  readonly retry: string;
  readonly editMessage: string;
  readonly copyMessage: string;
  readonly deleteExchange: string;
  readonly undo: string;
  /** Said when a deleted exchange is back. */
  readonly restored: string;
  /** The name of the field in which a message is written anew. */
  readonly editedText: string;
  readonly sendInNewSession: string;
  readonly cancel: string;
  readonly openEarlierSession: string;
  /** What became of a reply, for screen readers. */
  readonly stateRunning: string;
  readonly stateStopped: string;
  readonly stateIncomplete: string;
  readonly stateFailed: string;
  readonly find: string;
  readonly previousMatch: string;
  readonly nextMatch: string;
  readonly closeFind: string;
  /** `{0} of {1}`: which match is shown, of how many. */
  readonly matchCount: string;
  readonly noMatches: string;
  readonly task: string;
  readonly searchSessions: string;
  readonly searchPlaceholder: string;
  readonly searchingSessions: string;
  readonly backToConversation: string;
  readonly noSessions: string;
  readonly nothingFound: string;
  /** `{0}` is how many. */
  readonly sessionsFound: string;
  readonly pinned: string;
  readonly today: string;
  readonly yesterday: string;
  readonly thisWeek: string;
  readonly earlierThisMonth: string;
  readonly pin: string;
  readonly unpin: string;
  readonly sessionPinned: string;
  readonly sessionUnpinned: string;
  readonly rename: string;
  readonly sessionTitle: string;
  readonly exportSession: string;
  readonly deleteSession: string;
  /** `{0}` is the title. */
  readonly sessionDeleted: string;
  readonly sessionRestored: string;
  /** Stands in the list beside a session in which a reply runs. */
  readonly sessionEdited: string;
  readonly sessionRunning: string;
  readonly sessionElsewhere: string;
  readonly readOnlyPlaceholder: string;
  readonly readOnly: string;
  readonly readOnlyBusy: string;
  readonly takeOver: string;
  readonly startAnother: string;
}
