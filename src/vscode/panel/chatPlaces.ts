import * as vscode from 'vscode';
import { isJsonObject } from '../../common/json.ts';
import type { ToWebviewMessage } from '../../common/protocol/protocol.ts';
import { chatEditorType, chatViewId } from '../viewIds.ts';
import { ChatPanel, type ChatPanelSources } from './chatPanel.ts';
import type { PanelWatch } from './watchPanel.ts';
import { webviewHtml, webviewRoots } from './webviewHtml.ts';

type RevealMessage = Extract<ToWebviewMessage, { type: 'didRequestFocus' | 'didRequestSessions' }>;

/** A place that shows the chat: the view in the side bar, or the editor tab, which may be in a window of its own. */
interface ChatPlace {
  readonly panel: ChatPanel;
  readonly host: vscode.WebviewView | vscode.WebviewPanel;
  /** Brings the place to the front. The view in the side bar always takes the focus. */
  readonly show: (preserveFocus: boolean) => PromiseLike<void> | void;
}

/**
 * All places that show the chat: the view in the side bar, and at most one editor tab. VS Code may dispose of each place
 * at any time, and create it again later.
 */
export class ChatPlaces implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #sources: ChatPanelSources;
  readonly #watch: PanelWatch;
  readonly #loaded = new vscode.EventEmitter<void>();
  /** The open places. The place that was used last comes first. */
  #places: readonly ChatPlace[] = [];
  /** The message to post as soon as the panel of `place` has loaded; without a `place`, the next view in the side bar. */
  #pendingReveal: { readonly message: RevealMessage; readonly place: ChatPlace | undefined } | undefined;

  /**
   * Fires when the session has been posted to a panel that became ready. Listeners should prepare for sending, because
   * the user may send a message soon.
   */
  readonly onDidLoad = this.#loaded.event;

  constructor(extensionUri: vscode.Uri, sources: ChatPanelSources, watch: PanelWatch) {
    this.#extensionUri = extensionUri;
    this.#sources = sources;
    this.#watch = watch;
  }

  get isVisible(): boolean {
    return this.#places.some(({ host }) => host.visible);
  }

  /** The panel that commands of a context menu use: in the visible place that was used last. */
  get panel(): Pick<ChatPanel, 'post' | 'perform' | 'send'> | undefined {
    return this.#lastUsed()?.panel;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#close(this.#places.find(({ host }) => !isEditor(host)));
    const pending = this.#pendingReveal;
    const isForView = pending?.place === undefined || !this.#places.includes(pending.place);
    const place = this.#open(view, showView);
    if (pending !== undefined && isForView) this.#pendingReveal = { ...pending, place };
    view.onDidChangeVisibility(() => this.#changeVisibility(place, view.visible));
  }

  /** Opens the chat in an editor tab, or brings this tab to the front. The cursor is then in the message box. */
  async openEditor(): Promise<void> {
    await this.#showEditor(columnBesideCode());
  }

  /** Opens the chat in an editor tab, and moves this tab to a window of its own. The cursor is then in the message box. */
  async openWindow(): Promise<void> {
    const place = await this.#showEditor(vscode.ViewColumn.Active);
    await vscode.commands.executeCommand('workbench.action.moveEditorToNewWindow');
    // VS Code now loads the panel again in the new window. The earlier message may have gone to the panel before.
    this.#pendingReveal = { message: { type: 'didRequestFocus' }, place };
  }

  /** Shows the chat in a tab that VS Code has restored after a restart or after a reload of the window. */
  restoreEditor(panel: vscode.WebviewPanel): void {
    // The chat may already be open in a tab when VS Code restores one. Keep only the restored tab.
    for (const { host } of this.#places) if (isEditor(host)) host.dispose();
    this.#openEditor(panel);
  }

  /** Brings the place that was used last to the front, with the cursor in the message box. */
  async focusMessage(): Promise<void> {
    await this.#reveal({ type: 'didRequestFocus' }, this.#lastUsed());
  }

  /**
   * Moves the focus from the chat to the active editor, of any kind. If the chat's tab is active, shows and focuses
   * `editor` instead, which the tab may cover.
   */
  async returnFocus(editor: vscode.TextEditor | undefined): Promise<void> {
    const host = this.#lastUsed()?.host;
    await focusEditor(host !== undefined && isEditor(host) && host.active ? editor : undefined);
  }

  /** Brings the place that was used last to the front, with the list of sessions. */
  async showSessions(): Promise<void> {
    await this.#reveal({ type: 'didRequestSessions' }, this.#lastUsed());
  }

  /**
   * Brings the place that was used last to the front, to show a reply. The view in the side bar always takes the focus,
   * so the cursor is then in its message box. The editor tab leaves the focus where it is.
   */
  async show(): Promise<void> {
    const place = this.#lastUsed();
    if (place !== undefined && isEditor(place.host)) await place.show(true);
    else await this.#reveal({ type: 'didRequestFocus', isAfterDialog: true }, place);
  }

  dispose(): void {
    for (const place of this.#places) this.#close(place);
    this.#loaded.dispose();
  }

  /** Returns the visible place that was used last. If no place is visible, returns the place that was used last. */
  #lastUsed(): ChatPlace | undefined {
    return this.#places.find(({ host }) => host.visible) ?? this.#places[0];
  }

  /** Brings the chat's tab to the front, and resolves with its place. Opens the tab in `column` if there is none. */
  async #showEditor(column: vscode.ViewColumn): Promise<ChatPlace> {
    const place =
      this.#places.find(({ host }) => isEditor(host)) ??
      this.#openEditor(vscode.window.createWebviewPanel(chatEditorType, vscode.l10n.t('Tally Chat'), column));
    await this.#reveal({ type: 'didRequestFocus' }, place);
    return place;
  }

  #openEditor(host: vscode.WebviewPanel): ChatPlace {
    const icon = (theme: string) => vscode.Uri.joinPath(this.#extensionUri, 'media', `chat-${theme}.svg`);
    host.iconPath = { light: icon('light'), dark: icon('dark') };
    const place = this.#open(host, (preserveFocus) => host.reveal(undefined, preserveFocus));
    let wasVisible = host.visible;
    host.onDidChangeViewState(() => {
      if (host.active) this.#use(place);
      if (host.visible !== wasVisible) this.#changeVisibility(place, host.visible);
      wasVisible = host.visible;
    });
    return place;
  }

  #open(host: ChatPlace['host'], show: ChatPlace['show']): ChatPlace {
    const { webview } = host;
    this.#watch.revealed();
    webview.options = { enableScripts: true, localResourceRoots: webviewRoots(this.#extensionUri) };
    // If the user has closed or left the place before a question was answered, the focus belongs elsewhere.
    const ifShown = async (focus: (place: ChatPlace) => PromiseLike<void> | void) => {
      const place = this.#places.find((each) => each.host === host);
      if (place?.host.visible === true) await focus(place);
    };
    const panel = new ChatPanel(webview, this.#sources, {
      onReady: this.#watch.ready,
      onLoaded: () => {
        this.#loaded.fire();
        this.#postPendingReveal(host);
      },
      returnFocus: async () => this.#returnFocus(host),
      takeFocus: async () =>
        ifShown(async (place) => this.#reveal({ type: 'didRequestFocus', isAfterDialog: true }, place)),
      restoreFocus: async () => ifShown(() => show(false)),
    });
    const place: ChatPlace = { panel, host, show };
    this.#places = [place, ...this.#places];
    webview.onDidReceiveMessage((message: unknown) => {
      // A panel posts `ready` without an action of the user.
      if (isJsonObject(message) && message['type'] !== 'ready') this.#use(place);
    });
    host.onDidDispose(() => this.#close(place));
    webview.html = webviewHtml(webview, this.#extensionUri, {
      title: vscode.l10n.t('Tally Chat'),
      script: 'main.js',
      styles: ['dist/webview/codicon.css', 'media/chat.css'],
    });
    return place;
  }

  /** In an editor tab, the active editor group is the group of the chat itself, so the target editor gets the focus. */
  async #returnFocus(host: ChatPlace['host']): Promise<void> {
    await focusEditor(isEditor(host) ? this.#sources.targetEditor.current() : undefined);
  }

  #use(place: ChatPlace): void {
    if (this.#places[0] !== place && this.#places.includes(place))
      this.#places = [place, ...this.#places.filter((each) => each !== place)];
  }

  #changeVisibility(place: ChatPlace, isVisible: boolean): void {
    if (!isVisible) {
      place.panel.unload();
      this.#noteHidden();
      return;
    }
    this.#use(place);
    this.#watch.revealed();
  }

  #close(place: ChatPlace | undefined): void {
    if (place === undefined || !this.#places.includes(place)) return;
    this.#places = this.#places.filter((each) => each !== place);
    place.panel.dispose();
    this.#noteHidden();
  }

  /** While one place is visible, it shows the replies, even if another place is hidden. */
  #noteHidden(): void {
    if (!this.isVisible) this.#watch.hidden();
  }

  async #reveal(message: RevealMessage, place: ChatPlace | undefined): Promise<void> {
    this.#pendingReveal = { message, place };
    await (place?.show ?? showView)(false);
    // The panel of a hidden place loads again, and posts `ready` then.
    if (place !== undefined) this.#postPendingReveal(place.host);
  }

  #postPendingReveal(host: ChatPlace['host']): void {
    const { message, place } = this.#pendingReveal ?? {};
    if (message === undefined || place?.host !== host || !place.panel.isReady) return;
    place.panel.post(message);
    this.#pendingReveal = undefined;
  }
}

async function showView(): Promise<void> {
  await vscode.commands.executeCommand(`${chatViewId}.focus`);
}

/** Focuses `editor`, or the active editor if `editor` is undefined or is in no editor group. */
async function focusEditor(editor: vscode.TextEditor | undefined): Promise<void> {
  const { document, viewColumn } = editor ?? {};
  if (document !== undefined && viewColumn !== undefined)
    await vscode.window.showTextDocument(document, { viewColumn });
  else await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
}

/** Returns the group beside the active editor, so that its code stays in view, or the active group if it is empty. */
function columnBesideCode(): vscode.ViewColumn {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return activeTab === undefined ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
}

function isEditor(host: ChatPlace['host']): host is vscode.WebviewPanel {
  return 'reveal' in host;
}
