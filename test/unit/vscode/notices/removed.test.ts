import assert from 'node:assert/strict';
import { ChatDraft } from '../../../../src/chat/draft/chatDraft.ts';
import { emptyDraft } from '../../../../src/chat/draft/draftStore.ts';
import type { Attachment } from '../../../../src/chat/messages/attachment.ts';
import { createPanelNotices } from '../../../../src/vscode/notices/panelNotices.ts';
import {
  tellAttachmentRemoved,
  tellQueuedRemoved,
  tellSessionDeleted,
} from '../../../../src/vscode/notices/removed.ts';
import { attachment as file, queued } from '../../chat/draft/draftSamples.ts';

const openNotices = () => {
  const notices = createPanelNotices(assert.ifError);
  notices.connect(() => true);
  return { notices, sentences: () => notices.views().map(({ sentence }) => sentence) };
};

const attachment = (path: string, isOff = false): Attachment => ({
  id: path,
  path,
  startLine: 1,
  endLine: 2,
  languageId: 'typescript',
  code: `// ${path}`,
  isOff,
});

describe('tellSessionDeleted', () => {
  it('says so until another session is shown', () => {
    const { notices, sentences } = openNotices();
    tellSessionDeleted(notices);
    assert.deepEqual(sentences(), ['This session was deleted in another window.']);
    notices.handleChatEvent({ type: 'sessionChanged' });
    assert.deepEqual(sentences(), []);
  });
});

describe('tellQueuedRemoved', () => {
  const open = () => {
    const restored: string[] = [];
    const { notices, sentences } = openNotices();
    const chat = { draft: { submissionCount: 0 }, session: { id: 's1' } };
    const remove = (text: string, attachments: readonly Attachment[] = []) =>
      tellQueuedRemoved(notices, chat, { id: text, text, attachments }, () => restored.push(text));
    return { notices, chat, restored, remove, sentences };
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
    assert.deepEqual(sentences(), ['The queued message “fourth” was removed.']);
  });

  it('removes the notice when all data is deleted', () => {
    const { notices, remove, sentences } = open();
    remove('first');
    notices.handleChatEvent({ type: 'dataDeleted' });
    assert.deepEqual(sentences(), []);
  });

  it('names the message by its first words on one line, or by its attachment', () => {
    const { notices, remove, sentences } = open();
    const start = 'Explain why the second request is slower than the first one';
    remove(`## ${start}\n${'and more '.repeat(1_000)}`);
    assert.deepEqual(sentences(), [`The queued message “${start}” was removed.`]);
    notices.dismiss('queuedRemoved');
    remove('', [attachment('a.ts')]);
    assert.deepEqual(sentences(), ['The queued message “a.ts:1-2” was removed.']);
  });

  it('keeps the notice while queued messages are sent, until the user sends a message or another session is shown', () => {
    const { notices, chat, remove, sentences } = open();
    const handleEvents = () => {
      for (const type of ['messagesAdded', 'sessionChanged', 'queueChanged', 'draftChanged'] as const)
        notices.handleChatEvent(type === 'messagesAdded' ? { type, messages: [] } : { type });
    };
    for (const name of ['first', 'second']) remove(name);
    handleEvents();
    assert.deepEqual(sentences(), ['2 queued messages were removed.']);
    chat.draft.submissionCount += 1;
    handleEvents();
    assert.deepEqual(sentences(), []);
    remove('third');
    chat.session = { id: 's2' };
    handleEvents();
    assert.deepEqual(sentences(), []);
  });
});

describe('the notices about a removed message and a removed attachment', () => {
  it('stay when an edited queued message is put back, because nothing was sent', () => {
    const { notices, sentences } = openNotices();
    const draft = new ChatDraft(
      {
        drafts: { load: async () => Promise.resolve(emptyDraft), save: async () => Promise.resolve() },
        notify: ({ type }) => notices.handleChatEvent({ type: type === 'editChanged' ? 'draftChanged' : type }),
        origin: () => '',
        reportSaveError: assert.ifError,
      },
      { ...emptyDraft, queue: [queued('1', [file('a')]), queued('2')] },
    );
    tellQueuedRemoved(notices, { draft, session: { id: 's1' } }, queued('2'), draft.removeQueued('2')!);
    draft.editQueued('1');
    draft.removeAttachment('a');
    tellAttachmentRemoved(notices, draft, file('a'));
    draft.putBackQueued();
    assert.deepEqual(sentences(), ['The queued message “Text of 2” was removed.', 'a.ts:1 was removed.']);
    draft.setText('Next');
    draft.beginSubmission('Next')?.accept();
    assert.deepEqual(sentences(), []);
  });
});

describe('tellAttachmentRemoved', () => {
  const open = () => {
    const added: Attachment[] = [];
    const draft = {
      submissionCount: 0,
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
    draft.submissionCount += 1;
    notices.handleChatEvent({ type: 'draftChanged' });
    assert.deepEqual(sentences(), []);
    remove(attachment('a.ts'));
    notices.handleChatEvent({ type: 'dataDeleted' });
    assert.deepEqual(sentences(), []);
  });
});
