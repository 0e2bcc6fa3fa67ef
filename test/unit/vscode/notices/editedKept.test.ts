import assert from 'node:assert/strict';
import type { PutBackOutcome } from '../../../../src/chat/draft/putBackQueued.ts';
import { escapeActs } from '../../../../src/vscode/notices/editedKept.ts';
import { createPanelNotices } from '../../../../src/vscode/notices/panelNotices.ts';

describe('escapeActs', () => {
  const open = (outcome: PutBackOutcome, isReadOnly = false) => {
    const notices = createPanelNotices(assert.ifError);
    notices.connect(() => true);
    let calls = 0;
    const draft = { text: 'Edited', isEditingQueued: true };
    const messages: object[] = [{ kind: 'question' }, { kind: 'reply' }];
    const putBackQueued = async () => {
      calls += 1;
      return Promise.resolve(outcome);
    };
    const chat = { draft, session: { messages }, isReadOnly, putBackQueued } as never;
    const escape = async () => escapeActs(chat, notices);
    return { draft, messages, notices, escape, calls: () => calls };
  };

  it('puts the edited message back instead of stopping the reply', async () => {
    const { notices, escape } = open('putBack');
    assert.deepEqual([await escape(), notices.views()], [false, []]);
  });

  it('stops the reply at once if no queued message is edited', async () => {
    const { notices, escape } = open('notEdited');
    assert.deepEqual([await escape(), notices.views()], [true, []]);
  });

  it('stops the reply only on the second Escape if the message stays in the message box, and says so', async () => {
    const { notices, escape, calls } = open('kept');
    assert.equal(await escape(), false);
    assert.deepEqual(
      notices.views().map(({ sentence }) => sentence),
      ['The queued message stays in the message box. Press Escape again to stop the reply.'],
    );
    assert.deepEqual([await escape(), calls(), notices.views()], [true, 1, []]);
    assert.deepEqual([await escape(), calls()], [false, 2]);
  });

  it('leaves the panel only on the second Escape if no reply runs and the message stays in the message box', async () => {
    const { messages, notices, escape } = open('kept');
    messages[1] = { kind: 'reply', ending: {} };
    assert.equal(await escape(), false);
    const sentence = 'The queued message stays in the message box. Press Escape again to return to the editor.';
    assert.deepEqual(
      notices.views().map((each) => each.sentence),
      [sentence],
    );
    assert.deepEqual([await escape(), notices.views()], [true, []]);
  });

  it('puts nothing back while the session is read-only, because the message box is hidden', async () => {
    const { escape, calls } = open('putBack', true);
    assert.deepEqual([await escape(), calls()], [true, 0]);
  });

  it('says nothing if the message is no longer edited after the question', async () => {
    const { draft, notices, escape } = open('kept');
    draft.isEditingQueued = false;
    assert.deepEqual([await escape(), notices.views()], [false, []]);
  });

  it('says so only until the reply ends, the text changes, or the message is no longer edited', async () => {
    for (const change of [
      ({ messages }) => (messages[1] = { kind: 'reply', ending: {} }),
      ({ draft }) => (draft.text = 'Changed'),
      ({ draft }) => (draft.isEditingQueued = false),
    ] satisfies ((opened: ReturnType<typeof open>) => unknown)[]) {
      const opened = open('kept');
      await opened.escape();
      opened.notices.handleChatEvent({ type: 'replyChanged', reply: {} as never });
      assert.equal(opened.notices.views().length, 1);
      change(opened);
      opened.notices.handleChatEvent({ type: 'replyChanged', reply: {} as never });
      assert.deepEqual(opened.notices.views(), []);
    }
  });
});
