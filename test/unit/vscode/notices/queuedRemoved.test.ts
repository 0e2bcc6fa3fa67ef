import assert from 'node:assert/strict';
import { createPanelNotices } from '../../../../src/vscode/notices/panelNotices.ts';
import { tellQueuedRemoved } from '../../../../src/vscode/notices/queuedRemoved.ts';

describe('tellQueuedRemoved', () => {
  const open = () => {
    const notices = createPanelNotices(assert.ifError);
    notices.connect(() => true);
    const restored: string[] = [];
    const remove = (name: string) => tellQueuedRemoved(notices, () => restored.push(name));
    return { notices, restored, remove, sentences: () => notices.views().map(({ sentence }) => sentence) };
  };

  it('restores all messages that were removed while the notice is shown, the last one first', async () => {
    const { notices, restored, remove, sentences } = open();
    remove('dismissed');
    notices.dismiss('queuedRemoved');
    for (const name of ['first', 'second', 'third']) remove(name);
    assert.deepEqual(sentences(), ['The queued messages were removed.']);
    await notices.run('queuedRemoved');
    assert.deepEqual([restored, sentences()], [['third', 'second', 'first'], []]);
    remove('fourth');
    assert.deepEqual(sentences(), ['The queued message was removed.']);
  });

  it('removes the notice when all data is deleted', () => {
    const { notices, remove, sentences } = open();
    remove('first');
    notices.handleChatEvent({ type: 'dataDeleted' });
    assert.deepEqual(sentences(), []);
  });

  it('removes the notice, also of several messages, when a message is sent or another session is shown', () => {
    const { notices, remove, sentences } = open();
    for (const event of [{ type: 'messagesAdded', messages: [] }, { type: 'sessionChanged' }] as const) {
      for (const name of ['first', 'second']) remove(name);
      notices.handleChatEvent({ type: 'queueChanged' });
      assert.deepEqual(sentences(), ['The queued messages were removed.']);
      notices.handleChatEvent(event);
      assert.deepEqual(sentences(), []);
    }
  });
});
