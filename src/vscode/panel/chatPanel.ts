import * as vscode from 'vscode';
import { parseFromWebviewMessage } from '../../common/protocol/parseFromWebviewMessage.ts';
import type { Preferences, FromWebviewMessage, ToWebviewMessage } from '../../common/protocol/protocol.ts';
import type { SessionAccessView } from '../../common/protocol/sessionProtocol.ts';
import { assertNever } from '../../common/assertNever.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import type { WorkspaceChatEvent } from '../../chat/conversation/conversationEvent.ts';
import type { SessionLibrary } from '../../chat/sessions/sessionLibrary.ts';
import type { Applying } from '../apply/applying.ts';
import type { CodeActions } from '../code/codeActions.ts';
import type { TargetEditor } from '../code/targetEditor.ts';
import type { Setup } from '../connection/connectionSource.ts';
import type { SetupActions } from '../connection/setupActions.ts';
import { toSetupView } from '../connection/setupView.ts';
import type { ContextAdder } from '../context/contextAdder.ts';
import { connectNotices } from '../notices/connectNotices.ts';
import { escapeActs } from '../notices/editedKept.ts';
import type { OfferedFile } from '../notices/offeredFile.ts';
import type { PanelNotices } from '../notices/panelNotices.ts';
import type { Settings } from '../settings/settings.ts';
import type { Saving } from '../storage/saving.ts';
import type { TokenColors } from '../tokenColors/tokenColors.ts';
import type { BackgroundReplies } from './backgroundReplies.ts';
import { createCodeHandlers } from './codeHandlers.ts';
import { createConversationHandlers } from './conversationHandlers.ts';
import { ConversationPoster } from './conversationPoster.ts';
import type { DraftEstimator } from './estimates/draftEstimator.ts';
import type { SessionHeading } from './sessionHeading.ts';
import { createDraftHandlers } from './draft/draftHandlers.ts';
import { createDraftPoster } from './draft/draftPoster.ts';
import { createEditEstimator } from './estimates/editEstimator.ts';
import { carriedOverSentence, toQueueView } from './messageView.ts';
import { actionsOnMessages, answerSend, typingMessages, type PanelHandlers, type Send } from './panelHandlers.ts';
import type { QuestionFocus } from '../dialogs/questionFocus.ts';
import { createSessionHandlers } from './sessionHandlers.ts';
import { showInformation } from '../dialogs/messages.ts';

/**
 * The state that all panels show, the events for changes of this state, and the functions behind the panels' buttons.
 */
export interface ChatPanelSources {
  readonly chat: WorkspaceChat;
  readonly questionFocus: QuestionFocus;
  readonly onDidChangeChat: vscode.Event<WorkspaceChatEvent>;
  readonly library: SessionLibrary;
  readonly exportSession: (id: string) => Promise<void>;
  readonly backgroundReplies: BackgroundReplies;
  readonly adder: ContextAdder;
  readonly estimator: DraftEstimator;
  readonly heading: SessionHeading;
  readonly codeActions: CodeActions;
  readonly applying: Pick<Applying, 'applyCode' | 'reviewChanges' | 'undoApplied' | 'appliedChanges'>;
  readonly targetEditor: TargetEditor;
  readonly tokenColors: TokenColors;
  readonly setup: () => Promise<Setup>;
  readonly setupActions: SetupActions;
  readonly onDidChangeSetup: vscode.Event<void>;
  readonly settings: () => Settings;
  readonly onDidChangeSettings: vscode.Event<void>;
  readonly saving: Pick<Saving, 'sentence' | 'onDidChange' | 'retry'>;
  /** Returns the id of the last deletion of all data, or undefined if there was none. */
  readonly deletionId: () => string | undefined;
  readonly notices: PanelNotices;
  readonly offeredFile: OfferedFile;
  readonly reportError: (error: unknown) => void;
}

export interface ChatPanelEvents {
  /** Called when the webview has posted `ready`. */
  readonly onReady: () => void;
  /** Called when the whole session has been posted in response to `ready`. */
  readonly onLoaded: () => void;
  /** Called when the user leaves the panel. Moves the focus to an editor. */
  readonly returnFocus: () => Promise<void>;
  /**
   * Called when the user has answered or closed a question that a message of the panel had caused, also VS Code's question
   * about a link. If the panel is visible, moves the focus to the message box.
   */
  readonly takeFocus: () => Promise<void>;
  /** Called after a dialog. If the panel is visible, moves the focus to the element that had the focus before. */
  readonly restoreFocus: () => Promise<void>;
}

/**
 * Connects a webview to the chat. The webview posts `ready`, receives the whole session, and from then on receives
 * changes. When another session is shown, or the session is reloaded, the whole session is posted again. Nothing is
 * posted before `ready`.
 */
export class ChatPanel implements vscode.Disposable {
  readonly #webview: vscode.Webview;
  readonly #sources: ChatPanelSources;
  readonly #events: ChatPanelEvents;
  readonly #handlers: PanelHandlers;
  readonly #subscriptions: vscode.Disposable;
  readonly #editEstimator;
  readonly #notices;
  readonly #conversation: ConversationPoster;
  readonly #draft;
  #isReady = false;

  constructor(webview: vscode.Webview, sources: ChatPanelSources, events: ChatPanelEvents) {
    this.#webview = webview;
    this.#sources = sources;
    this.#events = events;
    this.#conversation = new ConversationPoster(sources.chat, () => sources.settings().request.mode, this.post);
    this.#draft = createDraftPoster(sources.chat, sources.estimator, this.post);
    this.#editEstimator = createEditEstimator(sources.chat, (estimate) => this.post(estimate));
    this.#notices = connectNotices(sources.notices, sources.offeredFile, this.post);
    this.#handlers = this.#createHandlers();
    this.#subscriptions = this.#subscribe();
  }

  /** True from `ready` until the page is discarded. */
  get isReady(): boolean {
    return this.#isReady;
  }

  readonly post = (message: ToWebviewMessage): void => {
    if (this.#isReady) void this.#webview.postMessage(message);
  };

  /** See DraftPanel. */
  readonly isCurrent = (revision: number): boolean => this.#draft.isCurrent(revision);

  readonly answerSend = async (send: Send) =>
    answerSend(send, async () => this.#showRefusal(), this.#sources.reportError);

  /** Handles a message as if the webview had posted it, but posts no answer. Returns the answer or its promise. */
  perform(message: FromWebviewMessage): unknown {
    // TypeScript cannot infer that this handler takes messages of this type.
    const handler = this.#handlers[message.type] as (message: FromWebviewMessage) => unknown;
    return handler(message);
  }

  /** Sends a message for a command. If it is not sent, does the same as for a message that the webview has sent. */
  async send(send: Send): Promise<void> {
    await this.#sources.questionFocus.during(this.#events.takeFocus, async () => this.answerSend(send));
  }

  /** Must be called when the webview is hidden. VS Code then discards the page, and loads it again when it is shown. */
  unload(): void {
    this.#isReady = false;
  }

  dispose(): void {
    this.unload();
    this.#subscriptions.dispose();
    this.#conversation.dispose();
    this.#editEstimator.dispose();
  }

  #createHandlers(): PanelHandlers {
    const { chat, saving, setupActions, notices } = this.#sources;
    return {
      ready: async () => this.#becomeReady(),
      // ChatPlaces notes the place that the user uses, with this and each other message.
      takeFocus: () => undefined,
      returnFocus: async () => {
        if (await escapeActs(chat, notices)) await this.#events.returnFocus();
      },
      retrySaving: saving.retry,
      ...this.#notices.handlers,
      ...createDraftHandlers(this.#sources, this),
      ...createConversationHandlers(
        chat,
        this.#editEstimator,
        this.answerSend,
        () => this.#refuseIfReadOnly(),
        setupActions,
        this.#conversation.replies,
        this.#events.takeFocus,
        notices,
      ),
      ...createSessionHandlers({ ...this.#sources, post: this.post, restoreFocus: this.#events.restoreFocus }),
      ...createCodeHandlers(this.#sources, this.#conversation.replies),
    };
  }

  #subscribe(): vscode.Disposable {
    const {
      onDidChangeChat,
      estimator,
      heading,
      targetEditor,
      applying,
      tokenColors,
      onDidChangeSetup,
      onDidChangeSettings,
      saving,
      backgroundReplies,
      reportError,
    } = this.#sources;
    return vscode.Disposable.from(
      this.#webview.onDidReceiveMessage((value: unknown) => {
        const message = parseFromWebviewMessage(value);
        if (message !== undefined) this.#handle(message).catch(reportError);
      }),
      onDidChangeChat((event) => this.#showChatEvent(event)),
      estimator.onDidChangeEstimate((estimate) => this.post({ type: 'didChangeEstimate', ...estimate })),
      heading.onDidChange(() => this.post(heading.view())),
      estimator.onDidCountAttachment(() => this.#draft.post()),
      targetEditor.onDidChangeView(() => this.#showEditor()),
      applying.appliedChanges.onDidChange(() => this.#showEditor()),
      tokenColors.onDidRead((rules) => this.post({ type: 'didChangeTokenColors', ...(rules && { rules }) })),
      onDidChangeSetup(() => {
        this.#showSetup().catch(reportError);
      }),
      saving.onDidChange(() => this.#showSaving()),
      backgroundReplies.onDidChange(() => this.#showBackgroundReplies()),
      this.#notices.subscription,
      onDidChangeSettings(() => {
        this.post({ type: 'didChangePreferences', preferences: this.#preferences() });
        this.#editEstimator.refreshAll();
        // The base URL decides which queued messages are held.
        if (this.#sources.chat.draft.queue.length > 0) this.#showQueue();
      }),
    );
  }

  /**
   * Handles a message from the webview. A message with a request id is answered exactly once, even if its handler
   * fails.
   */
  async #handle(message: FromWebviewMessage): Promise<void> {
    const { takeFocus, restoreFocus } = this.#events;
    const focus = actionsOnMessages.has(message.type) ? restoreFocus : takeFocus;
    if (typingMessages.has(message.type)) this.#sources.questionFocus.noteTyping();
    await this.#sources.questionFocus.during(focus, async () => {
      let answer: unknown;
      try {
        answer = await this.perform(message);
      } finally {
        if ('requestId' in message)
          this.post({
            type: 'didAnswer',
            requestId: message.requestId,
            ...(answer !== undefined && { answer }),
          } as ToWebviewMessage);
      }
    });
  }

  async #becomeReady(): Promise<void> {
    this.#isReady = true;
    this.#events.onReady();
    await this.#showSession();
    this.#showEditor();
    if (this.#sources.saving.sentence() !== undefined) this.#showSaving();
    if (this.#sources.backgroundReplies.views().length > 0) this.#showBackgroundReplies();
    this.#notices.show();
    this.#events.onLoaded();
  }

  #showEditor(): void {
    const { targetEditor, applying } = this.#sources;
    this.post({ type: 'didChangeEditor', ...targetEditor.view(), applied: applying.appliedChanges.keys() });
  }

  #showChatEvent(event: WorkspaceChatEvent): void {
    switch (event.type) {
      case 'messagesAdded':
      case 'replyChanged':
        this.#conversation.handle(event);
        // A request has sent the instructions, or has failed without a reply. The next message then sends them again.
        this.#draft.updateInstructions();
        break;
      case 'textAppended':
      case 'costSoFarChanged':
      case 'exchangeDeleted':
      case 'exchangeRestored':
        this.#conversation.handle(event);
        break;
      case 'sessionChanged':
        this.#showSession().catch(this.#sources.reportError);
        break;
      case 'accessChanged':
        this.post({ type: 'didChangeAccess', access: this.#access() });
        break;
      case 'queueChanged':
        this.#showQueue();
        break;
      case 'draftChanged':
        if (event.source !== this) this.#draft.post(event.text);
        break;
      case 'editChanged':
        if (event.source !== this && event.sessionId === this.#sources.chat.session.id) {
          const { questionId, text } = event;
          this.post({ type: 'didChangeEdit', questionId, ...(text !== undefined && { text }) });
        }
        break;
      case 'instructionsSwitched':
        this.#draft.updateInstructions();
        this.#editEstimator.refreshAll();
        break;
      case 'sessionRenamed':
        // See SessionHeading.
        break;
      case 'backgroundChanged':
      case 'backgroundCostChanged':
      case 'backgroundEnded':
      case 'dataDeleted':
        // See BackgroundReplies.
        break;
      case 'deletedElsewhere':
        // See tellSessionDeleted.
        break;
      default:
        assertNever(event);
    }
  }

  async #showSession(): Promise<void> {
    const setup = toSetupView(await this.#sources.setup());
    // There must be no `await` between here and `this.post`, so that all parts of the posted message belong to the same
    // state.
    const { chat, estimator, heading, reportError } = this.#sources;
    const { session, draft } = chat;
    const deletionId = this.#sources.deletionId();
    const edits = draft.edits.filter(({ sessionId }) => sessionId === session.id);
    this.post({
      type: 'didLoadSession',
      sessionId: session.id,
      ...this.#conversation.load(),
      ...(session.carriedFrom === undefined ? {} : { carriedOver: carriedOverSentence() }),
      draft: this.#draft.load(),
      queue: toQueueView(draft, session.id),
      ...(edits.length > 0 && { edits: edits.map(({ questionId, text }) => ({ questionId, text })) }),
      setup,
      estimate: estimator.estimate,
      preferences: this.#preferences(),
      access: this.#access(),
      ...(deletionId === undefined ? {} : { deletionId }),
    });
    this.post(heading.view());
    session.priceNext().catch(reportError);
  }

  #showQueue(): void {
    const { draft, session } = this.#sources.chat;
    this.post({ type: 'didChangeQueue', queue: toQueueView(draft, session.id) });
  }

  #showSaving(): void {
    const sentence = this.#sources.saving.sentence();
    this.post({ type: 'didChangeSaving', ...(sentence !== undefined && { sentence }) });
  }

  #showBackgroundReplies(): void {
    this.post({ type: 'didChangeBackgroundReplies', replies: this.#sources.backgroundReplies.views() });
  }

  async #showSetup(): Promise<Setup> {
    const setup = await this.#sources.setup();
    this.post({ type: 'didChangeSetup', setup: toSetupView(setup) });
    return setup;
  }

  /**
   * A read-only session or an incomplete setup may be the reason why a message was not sent. Tells the user about the
   * former, and otherwise starts to complete the setup. Resolves before the user has answered, so that the panel can be
   * used meanwhile.
   */
  async #showRefusal(): Promise<void> {
    const { status } = await this.#showSetup();
    if (!this.#refuseIfReadOnly() && status !== 'ready') this.#completeSetup().catch(this.#sources.reportError);
  }

  async #completeSetup(): Promise<void> {
    await this.#sources.questionFocus.untilIdle();
    await this.#sources.setupActions.complete();
    // VS Code does not return the focus from its input boxes to the webview.
    await vscode.commands.executeCommand('tally.focusMessage');
  }

  /**
   * If the session is read-only, because another window has opened it, tells the user and returns true. Otherwise,
   * returns false.
   */
  #refuseIfReadOnly(): boolean {
    const { isReadOnly } = this.#sources.chat;
    if (isReadOnly)
      void showInformation(
        vscode.l10n.t('This session is open in another window. Use the session here, or start another.'),
      );
    return isReadOnly;
  }

  #access(): SessionAccessView {
    const { isReadOnly, isBusyElsewhere } = this.#sources.chat;
    return { isReadOnly, isBusy: isBusyElsewhere };
  }

  #preferences(): Preferences {
    const { sendKey, scroll } = this.#sources.settings();
    return { sendKey, scroll };
  }
}
