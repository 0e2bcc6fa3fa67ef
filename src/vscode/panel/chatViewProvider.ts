import * as vscode from 'vscode';
import { ChatPanel, type ChatPanelSources } from './chatPanel.ts';
import { chatViewId } from '../viewIds.ts';
import type { PanelWatch } from './watchPanel.ts';
import { webviewHtml, webviewRoots } from './webviewHtml.ts';

type Wanted = 'didRequestFocus' | 'didRequestSessions';

/** The panel in the side bar: a view that VS Code may resolve again and dispose of at any time. */
export class ChatViewProvider implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #sources: ChatPanelSources;
  readonly #watch: PanelWatch;
  readonly #panelLoaded = new vscode.EventEmitter<void>();
  #panel: ChatPanel | undefined;
  /** Shown or focused as soon as the panel is ready. */
  #wanted: Wanted | undefined;

  /** The panel shows the session: a message may follow soon. */
  readonly onDidLoad = this.#panelLoaded.event;

  constructor(extensionUri: vscode.Uri, sources: ChatPanelSources, watch: PanelWatch) {
    this.#extensionUri = extensionUri;
    this.#sources = sources;
    this.#watch = watch;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#closePanel();
    this.#watch.revealed();
    view.webview.options = { enableScripts: true, localResourceRoots: webviewRoots(this.#extensionUri) };
    const panel = new ChatPanel(view.webview, this.#sources, {
      onReady: this.#watch.ready,
      onLoaded: () => {
        this.#panelLoaded.fire();
        this.#requestWanted();
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

  dispose(): void {
    this.#closePanel();
    this.#panelLoaded.dispose();
  }

  #closePanel(): void {
    this.#panel?.dispose();
    this.#panel = undefined;
    this.#watch.hidden();
  }

  async #reveal(wanted: Wanted): Promise<void> {
    this.#wanted = wanted;
    await vscode.commands.executeCommand(`${chatViewId}.focus`);
    this.#requestWanted();
  }

  #requestWanted(): void {
    if (this.#panel?.isReady !== true || this.#wanted === undefined) return;
    this.#panel.post({ type: this.#wanted });
    this.#wanted = undefined;
  }
}
