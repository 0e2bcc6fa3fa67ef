import * as vscode from 'vscode';
import { ChatPanel, type ChatPanelSources } from './chatPanel.ts';
import { chatViewId } from '../viewIds.ts';
import type { PanelWatch } from './watchPanel.ts';
import { webviewHtml, webviewRoots } from './webviewHtml.ts';

type RevealMessage = 'didRequestFocus' | 'didRequestSessions';

/** Provides the panel in the side bar. VS Code may dispose of the view at any time, and resolve another view later. */
export class ChatViewProvider implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #sources: ChatPanelSources;
  readonly #watch: PanelWatch;
  readonly #panelLoaded = new vscode.EventEmitter<void>();
  #panel: ChatPanel | undefined;
  #view: vscode.WebviewView | undefined;
  /** The message to post as soon as the panel is ready. */
  #pendingReveal: RevealMessage | undefined;

  /**
   * Fires when the session has been posted to a panel that became ready. Listeners should prepare for sending, because
   * the user may send a message soon.
   */
  readonly onDidLoad = this.#panelLoaded.event;

  constructor(extensionUri: vscode.Uri, sources: ChatPanelSources, watch: PanelWatch) {
    this.#extensionUri = extensionUri;
    this.#sources = sources;
    this.#watch = watch;
  }

  get isVisible(): boolean {
    return this.#view?.visible === true;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#closePanel();
    this.#view = view;
    this.#watch.revealed();
    view.webview.options = { enableScripts: true, localResourceRoots: webviewRoots(this.#extensionUri) };
    const panel = new ChatPanel(view.webview, this.#sources, {
      onReady: this.#watch.ready,
      onLoaded: () => {
        this.#panelLoaded.fire();
        this.#postPendingReveal();
      },
    });
    this.#panel = panel;
    view.onDidDispose(() => {
      if (this.#panel === panel) this.#closePanel();
    });
    view.onDidChangeVisibility(() => (view.visible ? this.#watch.revealed() : this.#watch.hidden()));
    view.webview.html = webviewHtml(view.webview, this.#extensionUri, {
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

  /** The panel that is shown, for commands of its context menu. */
  get panel(): Pick<ChatPanel, 'post' | 'perform'> | undefined {
    return this.#panel;
  }

  dispose(): void {
    this.#closePanel();
    this.#panelLoaded.dispose();
  }

  #closePanel(): void {
    this.#panel?.dispose();
    this.#panel = undefined;
    this.#view = undefined;
    this.#watch.hidden();
  }

  async #reveal(message: RevealMessage): Promise<void> {
    this.#pendingReveal = message;
    await vscode.commands.executeCommand(`${chatViewId}.focus`);
    this.#postPendingReveal();
  }

  #postPendingReveal(): void {
    if (this.#panel?.isReady !== true || this.#pendingReveal === undefined) return;
    this.#panel.post({ type: this.#pendingReveal });
    this.#pendingReveal = undefined;
  }
}
