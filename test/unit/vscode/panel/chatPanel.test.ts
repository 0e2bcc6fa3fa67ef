import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { WorkspaceChatEvent } from '../../../../src/chat/conversation/conversationEvent.ts';
import type { ToWebviewMessage } from '../../../../src/common/protocol/protocol.ts';
import { ChatPanel, type ChatPanelSources } from '../../../../src/vscode/panel/chatPanel.ts';
import { createInstructionsChip } from '../../../../src/vscode/panel/estimates/instructionsChip.ts';
import { connectionTo, openChat } from '../../chat/openChat.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { panelSources } from './panelSources.ts';

describe('ChatPanel', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  /** Opens a panel. `chips` returns the labels of the chips that the panel's message box shows. */
  const open = async (instructions = '', given: Partial<ChatPanelSources> = {}) => {
    const standIn = await standInService(cleanUp);
    const changed = new vscode.EventEmitter<WorkspaceChatEvent>();
    const { chat } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      options: { instructions },
      connection: () => connectionTo(standIn),
      onEvent: (event) => changed.fire(event),
    });
    const received = new vscode.EventEmitter<unknown>();
    const posted: ToWebviewMessage[] = [];
    const returns: string[] = [];
    const webview = {
      onDidReceiveMessage: received.event,
      postMessage: async (message: ToWebviewMessage) => Promise.resolve(posted.push(message) > 0),
    } as unknown as vscode.Webview;
    const { promise: isLoaded, resolve: onLoaded } = Promise.withResolvers<undefined>();
    const nothing = async () => Promise.resolve();
    const { view } = createInstructionsChip(chat, counter(), { estimate: () => assert.fail('Unexpected estimate.') });
    const panel = new ChatPanel(
      webview,
      panelSources(
        chat,
        { onDidChangeChat: changed.event, ...given },
        { instructions: view, tokensOf: () => undefined },
      ),
      {
        onReady: () => undefined,
        onLoaded: () => onLoaded(undefined),
        returnFocus: async () => Promise.resolve(void returns.push('editor')),
        takeFocus: nothing,
        restoreFocus: nothing,
      },
    );
    cleanUp(() => panel.dispose());
    received.fire({ type: 'ready' });
    await isLoaded;
    const chips = () => {
      const last = posted.findLast((each) => each.type === 'didLoadSession' || each.type === 'didChangeDraft');
      const attachments = last?.type === 'didLoadSession' ? last.draft.attachments : last?.attachments;
      return attachments?.map(({ label }) => label);
    };
    return { chat, standIn, chips, received, posted, returns, panel };
  };

  it('posts the queue again when a setting changes, because the base URL decides which messages are held', async () => {
    const settingsChanged = new vscode.EventEmitter<void>();
    const { chat, posted } = await open('', { onDidChangeSettings: settingsChanged.event });
    const queues = () => posted.filter(({ type }) => type === 'didChangeQueue').length;
    settingsChanged.fire();
    assert.equal(queues(), 0);
    chat.draft.enqueue({ id: 'queued', text: 'queued', attachments: [], sessionId: chat.session.id }, false);
    settingsChanged.fire();
    assert.equal(queues(), 2);
  });

  it('puts an edited queued message back on Escape if no reply runs, and moves the focus only on the next Escape', async () => {
    const { chat, panel, returns } = await open();
    const { id } = chat.session;
    for (const text of ['first', 'second'])
      chat.draft.enqueue({ id: text, text, attachments: [], sessionId: id }, false);
    chat.draft.editQueued('first');
    await panel.perform({ type: 'returnFocus' });
    const texts = chat.draft.queue.map(({ text }) => text);
    assert.deepEqual([texts, chat.draft.text, returns], [['first', 'second'], '', []]);
    await panel.perform({ type: 'returnFocus' });
    assert.deepEqual(returns, ['editor']);
  });

  it('removes the chip of the instructions when an edited message has sent them in a new session', async () => {
    const { chat, chips } = await open('Answer briefly.');
    assert.deepEqual(chips(), ['Instructions']);
    await chat.submitDraft('One');
    assert.deepEqual(chips(), []);
    await chat.sendEdited(chat.session.messages[0]!.id, 'Other');
    assert.deepEqual(chips(), []);
  });

  it('notes that the user types, but not that the panel gets the focus', async () => {
    const notes: string[] = [];
    const { chat, received } = await open('', {
      questionFocus: {
        during: async (_: unknown, action: () => Promise<void>) => action(),
        noteTyping: () => notes.push('typing'),
      } as never,
    });
    received.fire({ type: 'takeFocus' });
    assert.deepEqual(notes, []);
    received.fire({ type: 'setDraft', requestId: '1', text: 'Why', revision: 0 });
    assert.deepEqual([notes, chat.draft.text], [['typing'], 'Why']);
  });

  for (const status of [402, 500]) {
    it(`shows the chip of the instructions again when the message that sent them has failed with ${status}`, async () => {
      const { chat, chips, standIn } = await open('Answer briefly.');
      standIn.script({ fault: { kind: 'status', status } });
      await chat.submitDraft('One');
      assert.deepEqual(chips(), ['Instructions']);
      await chat.submitDraft('Two');
      assert.deepEqual(chips(), []);
    });
  }
});
