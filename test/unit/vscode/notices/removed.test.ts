import assert from 'node:assert/strict';
import type { Attachment } from '../../../../src/chat/messages/attachment.ts';
import { createPanelNotices } from '../../../../src/vscode/notices/panelNotices.ts';
import { tellAttachmentRemoved, tellQueuedRemoved } from '../../../../src/vscode/notices/removed.ts';

const openNotices = () => {
  const notices = createPanelNotices(assert.ifError);
  notices.connect(() => true);
  return { notices, sentences: () => notices.views().map(({ sentence }) => sentence) };
};

describe('tellQueuedRemoved', () => {
  const open = () => {
    const restored: string[] = [];
    const { notices, sentences } = openNotices();
    return {
      notices,
      restored,
      remove: (name: string) => tellQueuedRemoved(notices, () => restored.push(name)),
      sentences,
    };
  };

  it('restores all messages that were removed while the notice is shown, the last one first', async () => {
    const { notices, restored, remove, sentences } = open();
    remove('dismissed');
    notices.dismiss('queuedRemoved');
    for (const name of ['first', 'second', 'third']) remove(name);
    assert.deepEqual(sentences(), ['3 queued messages were removed.']);
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

  it('keeps the notice when a message is sent or another session is shown', () => {
    const { notices, remove, sentences } = open();
    for (const name of ['first', 'second']) remove(name);
    for (const type of ['messagesAdded', 'sessionChanged', 'queueChanged', 'draftChanged'] as const)
      notices.handleChatEvent(type === 'messagesAdded' ? { type, messages: [] } : { type });
    assert.deepEqual(sentences(), ['2 queued messages were removed.']);
  });
});

describe('tellAttachmentRemoved', () => {
  const attachment = (path: string, isOff = false): Attachment => ({
    id: path,
    path,
    startLine: 1,
    endLine: 2,
    languageId: 'typescript',
    code: `// ${path}`,
    isOff,
  });

  const open = () => {
    const added: Attachment[] = [];
    const draft = {
      sentTexts: [] as readonly string[],
      addAttachments: (each: readonly Attachment[]) => added.push(...each),
    };
    const { notices, sentences } = openNotices();
    const remove = (each: Attachment) => tellAttachmentRemoved(notices, draft, each);
    return { notices, draft, added, remove, sentences };
  };

  it('restores all attachments that were removed while the notice is shown', async () => {
    const { notices, added, remove, sentences } = open();
    remove(attachment('a.ts', true));
    assert.deepEqual(sentences(), ['a.ts:1-2 was removed.']);
    remove(attachment('b.ts'));
    assert.deepEqual(sentences(), ['2 attachments were removed.']);
    notices.handleChatEvent({ type: 'messagesAdded', messages: [] });
    await notices.run('attachmentRemoved');
    assert.deepEqual([added, sentences()], [[attachment('b.ts'), attachment('a.ts', true)], []]);
  });

  it('removes the notice when the message is sent or all data is deleted', () => {
    const { notices, draft, remove, sentences } = open();
    remove(attachment('a.ts'));
    notices.handleChatEvent({ type: 'draftChanged' });
    assert.equal(sentences().length, 1);
    draft.sentTexts = ['Explain'];
    notices.handleChatEvent({ type: 'draftChanged' });
    assert.deepEqual(sentences(), []);
    remove(attachment('a.ts'));
    notices.handleChatEvent({ type: 'dataDeleted' });
    assert.deepEqual(sentences(), []);
  });
});
