import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ToWebviewMessage } from '../../../../src/common/protocol/protocol.ts';
import type { ChatPanelSources } from '../../../../src/vscode/panel/chatPanel.ts';
import { ChatPlaces } from '../../../../src/vscode/panel/chatPlaces.ts';
import { openChat } from '../../chat/openChat.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { panelSources } from './panelSources.ts';

describe('ChatPlaces', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  it('focuses the message box of a hidden side bar when its page has loaded again', async () => {
    const { chat } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter());
    const { places, loaded } = openPlaces(chat);
    cleanUp(() => places.dispose());
    const view = fakeView();
    places.resolveWebviewView(view.view);
    const load = async () => {
      const isLoaded = loaded();
      view.receive({ type: 'ready' });
      await isLoaded;
    };
    await load();
    view.setVisible(false);
    view.setVisible(true);
    await places.focusMessage();
    assert.deepEqual(view.focusRequests(), []);
    await load();
    assert.deepEqual(view.focusRequests(), [{ type: 'didRequestFocus' }]);
    await places.focusMessage();
    assert.equal(view.focusRequests().length, 2);
  });
});

/** `loaded` returns a promise of the next load of a panel. */
function openPlaces(chat: ChatPanelSources['chat']) {
  const sources = panelSources(chat);
  const nothing = () => undefined;
  const places = new ChatPlaces(vscode.Uri.file('/tally'), sources, {
    revealed: nothing,
    ready: nothing,
    hidden: nothing,
    isReady: () => false,
    isDown: () => false,
    dispose: nothing,
  });
  return { places, loaded: async () => new Promise<void>((resolve) => places.onDidLoad(resolve)) };
}

/** A view in the side bar, whose page only records what it receives. */
function fakeView() {
  const posted: ToWebviewMessage[] = [];
  const received = new vscode.EventEmitter<unknown>();
  const changed = new vscode.EventEmitter<void>();
  const view = {
    visible: true,
    webview: {
      onDidReceiveMessage: received.event,
      postMessage: async (message: ToWebviewMessage) => Promise.resolve(posted.push(message) > 0),
      asWebviewUri: (uri: vscode.Uri) => uri,
      cspSource: '',
    },
    onDidChangeVisibility: changed.event,
    onDidDispose: new vscode.EventEmitter<void>().event,
  };
  return {
    view: view as unknown as vscode.WebviewView,
    receive: (message: unknown) => received.fire(message),
    setVisible: (isVisible: boolean) => {
      view.visible = isVisible;
      changed.fire();
    },
    focusRequests: () => posted.filter(({ type }) => type === 'didRequestFocus'),
  };
}
