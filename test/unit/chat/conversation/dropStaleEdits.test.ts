import { strict as assert } from 'node:assert';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dropStaleEdits } from '../../../../src/chat/conversation/dropStaleEdits.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat, sessionFile, type Workspace } from '../openChat.ts';

describe('dropStaleEdits', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  /** Opens a window. `edit` sends a question, and edits its text. */
  const openWindow = async (workspace: Workspace) => {
    const standIn = await standInService(cleanUp);
    const window = await openChat(cleanUp, workspace, counter(), { connection: () => connectionTo(standIn) });
    const { chat } = window;
    const edit = async (text: string) => {
      await chat.submitDraft(text);
      const edited = { sessionId: chat.session.id, questionId: chat.session.messages.at(-2)!.id, text };
      chat.draft.setEdit(edited, text);
      return edited;
    };
    const close = async () => {
      await chat.close();
      await window.windows.close();
    };
    return { ...window, edit, close };
  };

  it('removes the edits of deleted sessions and questions, and keeps those of other and of unreadable sessions', async () => {
    const folder = await temporaryFolder(cleanUp);
    const { chat, sessions, library, edit } = await openWindow({ folder });
    const inDeleted = await edit('In a deleted session');
    await chat.newSession();
    const deleted = await edit('Deleted question');
    await chat.session.deleteExchange(deleted.questionId);
    // The next message ends the undo of the deletion.
    const inOther = await edit('In another session');
    await chat.newSession();
    const inShown = await edit('In the shown session');
    const inUnreadable = { sessionId: 'unreadable', questionId: 'q', text: 'In an unreadable session' };
    await mkdir(path.join(folder, 'sessions', 'unreadable.jsonl'));
    chat.draft.setEdit(inUnreadable, inUnreadable.text);
    await library.delete(inDeleted.sessionId);
    await library.emptyTrash();
    await dropStaleEdits(chat, sessions);
    assert.deepEqual(chat.draft.edits, [inOther, inShown, inUnreadable]);
  });

  it('keeps the edits of sessions and questions whose deletion can still be undone', async () => {
    const folder = await temporaryFolder(cleanUp);
    const first = await openWindow({ folder, windowId: 'first' });
    const inTrash = await first.edit('In a session that another window has deleted');
    await first.chat.newSession();
    const deleted = await first.edit('A question that another window has deleted');
    await first.chat.newSession();
    await first.chat.draft.settle();
    const second = await openWindow({ folder, windowId: 'second' });
    await second.library.delete(inTrash.sessionId);
    await second.chat.openSession(deleted.sessionId);
    await second.chat.session.deleteExchange(deleted.questionId);
    await first.close();

    const { chat, sessions, library } = await openWindow({ folder, windowId: 'first' });
    await library.emptyTrash();
    await dropStaleEdits(chat, sessions);
    assert.deepEqual(chat.draft.edits, [inTrash, deleted]);
    await second.chat.session.restoreDeleted(deleted.questionId);
    assert.ok(await second.library.restore(inTrash.sessionId));
  });

  for (const [kind, [from, to]] of [
    ['was damaged', ['"type":"question"', '"type":"quest']],
    ['was written by a newer version', ['"type":"question"', '"type":"later"']],
  ] as const) {
    it(`keeps the edit of a question whose record ${kind}`, async () => {
      const workspace: Workspace = { folder: await temporaryFolder(cleanUp) };
      const before = await openWindow(workspace);
      const edited = await before.edit('Edited');
      await before.close();
      const file = sessionFile(workspace);
      await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));

      const { chat, sessions } = await openWindow(workspace);
      await dropStaleEdits(chat, sessions);
      assert.deepEqual(chat.draft.edits, [edited]);
    });
  }

  it('keeps an edit that the user changes while its session is loaded', async () => {
    const { chat, sessions } = await openWindow({ folder: await temporaryFolder(cleanUp) });
    const edit = { sessionId: 'missing', questionId: 'q', text: 'before' };
    chat.draft.setEdit(edit, edit.text);
    const load = async (id: string) => {
      chat.draft.setEdit(edit, 'after');
      return sessions.load(id);
    };
    await dropStaleEdits(chat, { ...sessions, load });
    assert.deepEqual(chat.draft.edits, [{ ...edit, text: 'after' }]);
  });
});
