import * as vscode from 'vscode';
import { assertNever } from '../../common/assertNever.ts';
import type { EstimateView } from '../../common/protocol/estimateProtocol.ts';
import { parseFromWebviewMessage } from '../../common/protocol/parseFromWebviewMessage.ts';
import type { MessageView } from '../../common/protocol/conversationProtocol.ts';
import type { QueuedMessageView } from '../../common/protocol/draftProtocol.ts';
import type { EditorView, TokenRule } from '../../common/protocol/editorProtocol.ts';
import type { FromWebviewMessage, ToWebviewMessage } from '../../common/protocol/protocol.ts';
import type { Message } from '../../chat/messages/message.ts';
import type { WorkspaceChatEvent } from '../../chat/conversation/workspaceChatDependencies.ts';
import { chatViewId } from './chatViewId.ts';
import type { Setup } from '../connection/connectionSource.ts';
import type { CodeActions } from '../code/codeActions.ts';
import type { ContextAdder } from '../context/contextAdder.ts';
import type { DraftEstimator } from './draftEstimator.ts';
import { createCostSoFarBatcher } from './costSoFarBatcher.ts';
import { createEditEstimator, type EditEstimator } from './editEstimator.ts';
import { createPanelRequests } from './panelRequests.ts';
import { costSoFarFooter, replyRemarks, type Language } from './replyRemarks.ts';
import { carriedOverSentence, deletedView, draftAttachmentView, messageView, queuedMessageView, setupView } from './sessionView.ts';
import { createSessionRequests, type SessionRequestDependencies } from './sessionRequests.ts';
import type { Settings } from '../settings/settings.ts';
import { createTextBatcher } from './textBatcher.ts';
import type { PanelWatch } from './watchPanel.ts';
import { webviewHtml, webviewRoots } from './webviewHtml.ts';

export interface ChatViewDependencies extends Omit<SessionRequestDependencies, 'post'> {
  readonly extensionUri: vscode.Uri;
  readonly adder: ContextAdder;
  readonly estimator: DraftEstimator;
  readonly codeActions: CodeActions;
  readonly setup: () => Promise<Setup>;
  readonly settings: () => Settings;
  readonly watch: PanelWatch;
  /** The panel has come up: a message may follow soon. */
  readonly onReady: () => void;
}

/** The panel: a view that may die at any time. It says `ready`, gets the whole session, then changes. */
export class ChatViewProvider implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #dependencies: ChatViewDependencies;
  readonly #text = createTextBatcher((responseId, part, text) => {
    this.#post({ type: 'didAppendText', responseId, part, text });
    this.#costSoFar.flush();
  });
  readonly #costSoFar = createCostSoFarBatcher((responseId, footer) => this.#post({ type: 'didChangeCostSoFar', responseId, footer }));
  readonly #editEstimator: EditEstimator;
  readonly #perform: (request: FromWebviewMessage) => Promise<void>;
  #view: vscode.WebviewView | undefined;
  #isReady = false;
  /** What the panel is to show or focus when it comes up. */
  #wanted: 'didRequestFocus' | 'didRequestSessions' | undefined;

  constructor(dependencies: ChatViewDependencies) {
    this.#dependencies = dependencies;
    const { chat, adder, estimator, codeActions, reportError } = dependencies;
    this.#editEstimator = createEditEstimator(chat, (estimate) => this.#post(estimate));
    this.#perform = createPanelRequests({
      chat,
      adder,
      estimator,
      editEstimator: this.#editEstimator,
      codeActions,
      onReady: async () => this.#becomeReady(),
      postSetup: async () => this.postSetup(),
      performInSessions: createSessionRequests({ ...dependencies, post: (message) => this.#post(message) }),
      post: (message) => this.#post(message),
      reportError,
    });
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { extensionUri, watch, reportError } = this.#dependencies;
    this.#view = view;
    this.#isReady = false;
    watch.hidden();
    watch.revealed();
    view.webview.options = { enableScripts: true, localResourceRoots: webviewRoots(extensionUri) };
    view.webview.onDidReceiveMessage((value: unknown) => {
      const message = parseFromWebviewMessage(value);
      if (message !== undefined) this.#perform(message).catch(reportError);
    });
    view.onDidDispose(() => {
      if (this.#view !== view) return;
      this.#view = undefined;
      this.#isReady = false;
      watch.hidden();
    });
    view.onDidChangeVisibility(() => (view.visible ? watch.revealed() : watch.hidden()));
    view.webview.html = webviewHtml(view.webview, extensionUri, {
      title: 'Tally Chat',
      script: 'main.js',
      styles: ['dist/webview/codicon.css', 'media/chat.css'],
    });
  }

  /** Brings the panel to the front, with the cursor in the message box. */
  async focusMessage(): Promise<void> {
    await this.#reveal('didRequestFocus');
  }

  /** Brings the panel to the front with the list of sessions. */
  async showSessions(): Promise<void> {
    await this.#reveal('didRequestSessions');
  }

  /** Tells the panel what happened in the chat. */
  handleChatEvent(event: WorkspaceChatEvent): void {
    switch (event.type) {
      case 'messagesAdded':
        this.#post({ type: 'didAddMessages', messages: this.#messageViews(event.messages) });
        break;
      case 'textAppended':
        this.#text.add(event.replyId, event.part, event.text);
        break;
      case 'costSoFarChanged':
        this.#costSoFar.set(event.replyId, costSoFarFooter(event.cost, language()));
        break;
      case 'replyChanged': {
        const { reply } = event;
        this.#text.flush();
        this.#costSoFar.flush();
        this.#post({ type: 'didChangeReply', responseId: reply.id, state: reply.state, ...replyRemarks(reply, Date.now(), language()) });
        if (reply.cost !== undefined) this.#dependencies.estimator.refresh();
        break;
      }
      case 'exchangeDeleted':
        this.#post({ type: 'didDeleteExchange', ...this.#deletedView(event.ids) });
        this.#dependencies.estimator.refresh();
        break;
      case 'exchangeRestored':
        this.#post({ type: 'didRestoreExchange' });
        this.#dependencies.estimator.refresh();
        break;
      case 'sessionChanged':
        this.#dependencies.estimator.refresh();
        this.#load().catch(this.#dependencies.reportError);
        break;
      case 'accessChanged':
        this.#post({ type: 'didChangeAccess', access: this.#access() });
        break;
      case 'queueChanged':
        this.#post({ type: 'didChangeQueue', queue: this.#queue() });
        break;
      case 'draftChanged':
        this.postDraft(event.isTextChanged);
        this.#dependencies.estimator.refresh();
        break;
      default:
        assertNever(event);
    }
  }

  /** Shows the draft's chips, and its text when it changed elsewhere than in the message box. */
  postDraft(isTextChanged: boolean): void {
    const { text } = this.#dependencies.chat.draft;
    this.#post({ type: 'didChangeDraft', attachments: this.#attachments(), ...(isTextChanged ? { text } : {}) });
  }

  postEstimate(estimate: EstimateView): void {
    this.#post({ type: 'didChangeEstimate', ...estimate });
  }

  async postSetup(): Promise<void> {
    this.#post({ type: 'didChangeSetup', setup: setupView(await this.#dependencies.setup()) });
  }

  postEditor(editor: EditorView): void {
    this.#post({ type: 'didChangeEditor', ...editor });
  }

  postTokenColors(rules: readonly TokenRule[] | undefined): void {
    this.#post({ type: 'didChangeTokenColors', ...(rules && { rules }) });
  }

  postPreferences(): void {
    this.#post({ type: 'didChangePreferences', preferences: this.#preferences() });
  }

  dispose(): void {
    this.#text.dispose();
    this.#costSoFar.dispose();
    this.#editEstimator.dispose();
  }

  async #becomeReady(): Promise<void> {
    this.#isReady = true;
    this.#dependencies.watch.ready();
    await this.#load();
    this.#dependencies.onReady();
    // A draft that was kept over a reload has not been counted yet.
    this.#dependencies.estimator.refresh();
    this.#requestWanted();
  }

  async #load(): Promise<void> {
    const setup = setupView(await this.#dependencies.setup());
    // All of the rest is read in one go, so that no change slips in between.
    this.#text.flush();
    const { chat, estimator } = this.#dependencies;
    this.#post({
      type: 'didLoadSession',
      sessionId: chat.session.id,
      messages: this.#messageViews(chat.session.messagesWithDeleted),
      ...(chat.session.deleted.length === 0 ? {} : { deleted: this.#deletedView(chat.session.deleted) }),
      ...(chat.session.carriedFrom === undefined ? {} : { carriedOver: carriedOverSentence() }),
      draft: { text: chat.draft.text, attachments: this.#attachments(), ...(chat.draft.aside === undefined ? {} : { aside: chat.draft.aside }) },
      queue: this.#queue(),
      setup,
      estimate: estimator.estimate,
      preferences: this.#preferences(),
      access: this.#access(),
    });
    chat.session.priceNext().catch(this.#dependencies.reportError);
  }

  #messageViews(messages: readonly Message[]): readonly MessageView[] {
    return messages.map((message) => messageView(message, Date.now(), language()));
  }

  #deletedView(ids: readonly string[]) {
    return deletedView(ids, this.#dependencies.settings().request.mode);
  }

  #access() {
    const { isReadOnly, isBusyElsewhere } = this.#dependencies.chat;
    return { isReadOnly, isBusy: isBusyElsewhere };
  }

  #queue(): readonly QueuedMessageView[] {
    return this.#dependencies.chat.draft.queue.map(queuedMessageView);
  }

  #attachments() {
    const { chat, estimator } = this.#dependencies;
    return chat.draft.attachments.map((each) => draftAttachmentView(each, estimator.tokensOf(each)));
  }

  #preferences() {
    const { sendKey, scroll } = this.#dependencies.settings();
    return { sendKey, scroll };
  }

  async #reveal(wanted: 'didRequestFocus' | 'didRequestSessions'): Promise<void> {
    this.#wanted = wanted;
    await vscode.commands.executeCommand(`${chatViewId}.focus`);
    this.#requestWanted();
  }

  #requestWanted(): void {
    if (!this.#isReady || this.#wanted === undefined) return;
    this.#post({ type: this.#wanted });
    this.#wanted = undefined;
  }

  #post(message: ToWebviewMessage): void {
    if (this.#isReady) void this.#view?.webview.postMessage(message);
  }
}

function language(): Language {
  return { l10n: vscode.l10n, locale: vscode.env.language };
}
