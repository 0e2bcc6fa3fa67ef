import * as vscode from 'vscode';
import { assertNever } from '../common/assertNever.ts';
import { parseFromWebviewMessage } from '../common/parseFromWebviewMessage.ts';
import type { ActionId, FromWebviewMessage, MessageView, QueuedMessageView, ToWebviewMessage } from '../common/protocol.ts';
import type { Message } from '../chat/message.ts';
import type { WorkspaceChat, WorkspaceChatEvent } from '../chat/workspaceChat.ts';
import { actionCommands } from './actionCommands.ts';
import type { Setup } from './connectionSource.ts';
import type { DraftEstimator } from './draftEstimator.ts';
import { replyRemarks, type Language } from './replyRemarks.ts';
import { draftAttachmentView, messageView, queuedMessageView, setupView } from './sessionView.ts';
import type { Settings } from './settings.ts';
import { createTextBatcher } from './textBatcher.ts';
import { webviewHtml } from './webviewHtml.ts';

export interface ChatViewDependencies {
  readonly extensionUri: vscode.Uri;
  readonly chat: WorkspaceChat;
  readonly estimator: DraftEstimator;
  readonly setup: () => Promise<Setup>;
  readonly settings: () => Settings;
  /** The panel has come up: a message may follow soon. */
  readonly onReady: () => void;
  readonly reportError: (error: unknown) => void;
}

/** The panel: a view that may die at any time. It says `ready`, gets the whole session, then changes. */
export class ChatViewProvider implements vscode.WebviewViewProvider, vscode.Disposable {
  static readonly viewId = 'tally.chat';

  readonly #dependencies: ChatViewDependencies;
  readonly #text = createTextBatcher((responseId, part, text) =>
    this.#post({ type: 'didAppendText', responseId, part, text }),
  );
  #view: vscode.WebviewView | undefined;
  #isReady = false;
  #isFocusWanted = false;

  constructor(dependencies: ChatViewDependencies) {
    this.#dependencies = dependencies;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { extensionUri, reportError } = this.#dependencies;
    this.#view = view;
    this.#isReady = false;
    view.webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist', 'webview'), vscode.Uri.joinPath(extensionUri, 'media')],
    };
    view.webview.onDidReceiveMessage((value: unknown) => {
      const message = parseFromWebviewMessage(value);
      if (message !== undefined) this.#handle(message).catch(reportError);
    });
    view.onDidDispose(() => {
      if (this.#view !== view) return;
      this.#view = undefined;
      this.#isReady = false;
    });
    view.webview.html = webviewHtml(view.webview, extensionUri);
  }

  /** Brings the panel to the front, with the cursor in the message box. */
  async focusMessage(): Promise<void> {
    this.#isFocusWanted = true;
    await vscode.commands.executeCommand(`${ChatViewProvider.viewId}.focus`);
    this.#requestFocus();
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
      case 'replyChanged': {
        const { reply } = event;
        this.#text.flush();
        this.#post({ type: 'didChangeReply', responseId: reply.id, state: reply.state, ...replyRemarks(reply, Date.now(), language()) });
        if (reply.cost !== undefined) this.#dependencies.estimator.refresh();
        break;
      }
      case 'sessionChanged':
        this.#dependencies.estimator.refresh();
        this.#load().catch(this.#dependencies.reportError);
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

  postEstimate(text: string): void {
    this.#post({ type: 'didChangeEstimate', text });
  }

  async postSetup(): Promise<void> {
    this.#post({ type: 'didChangeSetup', setup: setupView(await this.#dependencies.setup()) });
  }

  postPreferences(): void {
    this.#post({ type: 'didChangePreferences', preferences: this.#preferences() });
  }

  dispose(): void {
    this.#text.dispose();
  }

  async #handle(message: FromWebviewMessage): Promise<void> {
    const { chat } = this.#dependencies;
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        await this.#load();
        this.#dependencies.onReady();
        // A draft that was kept over a reload has not been counted yet.
        this.#dependencies.estimator.refresh();
        if (this.#isFocusWanted) this.#requestFocus();
        break;
      case 'submit':
        chat.setDraftText(message.text);
        await this.#send(async () => chat.submitDraft(message.text));
        break;
      case 'stop':
        if (this.#isLast(message.responseId)) chat.session.stop();
        break;
      case 'sendQueued':
        await this.#send(async () => chat.sendQueued(message.id));
        break;
      case 'takeBackQueued':
        chat.takeBackQueued(message.id);
        break;
      case 'setDraft':
        chat.setDraftText(message.text);
        this.#dependencies.estimator.refresh();
        break;
      case 'removeAttachment':
        chat.removeAttachment(message.id);
        break;
      case 'copyText':
        await vscode.env.clipboard.writeText(message.text);
        break;
      case 'openLink':
        await openLink(message.url);
        break;
      case 'runAction':
        await this.#runAction(message.action, message.responseId);
        break;
      case 'newSession':
        await vscode.commands.executeCommand('tally.newSession');
        break;
      case 'showSessions':
        await vscode.commands.executeCommand('tally.showSessions');
        break;
      case 'returnFocus':
        await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
        break;
      default:
        assertNever(message);
    }
  }

  /** The panel waits with what sends a request until it is answered: when nothing was sent, by the setup. */
  async #send(send: () => Promise<boolean>): Promise<void> {
    try {
      if (await send()) return;
    } catch (error) {
      this.#dependencies.reportError(error);
    }
    await this.postSetup();
  }

  async #runAction(action: ActionId, responseId: string | undefined): Promise<void> {
    const { chat } = this.#dependencies;
    switch (action) {
      case 'retry':
      case 'resend':
        if (responseId !== undefined) await this.#send(async () => chat.retry(responseId));
        break;
      case 'continue':
        if (responseId !== undefined) await this.#send(async () => chat.continue(responseId, vscode.l10n.t('Continue')));
        break;
      case 'sendNow':
        if (this.#isLast(responseId)) chat.session.sendNow();
        break;
      case 'keepWaiting':
        if (this.#isLast(responseId)) chat.session.keepWaiting();
        break;
      case 'stop':
        if (this.#isLast(responseId)) chat.session.stop();
        break;
      case 'showDetails':
        break;
      default:
        await vscode.commands.executeCommand(...actionCommands[action]);
    }
  }

  /** Whether a reply is still the last one: what was meant for it must not befall the next. */
  #isLast(responseId: string | undefined): boolean {
    return this.#dependencies.chat.session.messages.at(-1)?.id === responseId;
  }

  async #load(): Promise<void> {
    const setup = setupView(await this.#dependencies.setup());
    // All of the rest is read in one go, so that no change slips in between.
    this.#text.flush();
    const { chat, estimator } = this.#dependencies;
    this.#post({
      type: 'didLoadSession',
      sessionId: chat.session.id,
      messages: this.#messageViews(chat.session.messages),
      draft: { text: chat.draft.text, attachments: this.#attachments() },
      queue: this.#queue(),
      setup,
      estimate: estimator.text,
      preferences: this.#preferences(),
    });
    chat.session.priceNext().catch(this.#dependencies.reportError);
  }

  #messageViews(messages: readonly Message[]): readonly MessageView[] {
    return messages.map((message) => messageView(message, Date.now(), language()));
  }

  #queue(): readonly QueuedMessageView[] {
    return this.#dependencies.chat.draft.queue.map(queuedMessageView);
  }

  #attachments() {
    const { chat, estimator } = this.#dependencies;
    return chat.draft.attachments.map((each) => draftAttachmentView(each, estimator.tokensOf(each)));
  }

  #preferences() {
    return { sendKey: this.#dependencies.settings().sendKey };
  }

  #requestFocus(): void {
    if (!this.#isReady) return;
    this.#isFocusWanted = false;
    this.#post({ type: 'didRequestFocus' });
  }

  #post(message: ToWebviewMessage): void {
    if (this.#isReady) void this.#view?.webview.postMessage(message);
  }
}

function language(): Language {
  return { l10n: vscode.l10n, locale: vscode.env.language };
}

/** Links in replies are hostile: nothing but these leads anywhere, and VS Code asks for hosts that it does not know. */
async function openLink(url: string): Promise<void> {
  const uri = vscode.Uri.parse(url);
  // A user name before the host makes one host look like another.
  const isPage = ['http', 'https'].includes(uri.scheme) && uri.authority !== '' && !uri.authority.includes('@');
  if (isPage || uri.scheme === 'mailto') await vscode.env.openExternal(uri);
}
