import { strict as assert } from 'node:assert';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { dropStaleEdits } from '../../../../src/chat/conversation/dropStaleEdits.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat } from '../openChat.ts';

describe('dropStaleEdits', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  it('removes the edits of deleted sessions and questions, and keeps those of other and of unreadable sessions', async () => {
    const standIn = await standInService(cleanUp);
    const folder = await temporaryFolder(cleanUp);
    const { chat, sessions, library } = await openChat(cleanUp, { folder }, counter(), {
      connection: () => connectionTo(standIn),
    });
    const ask = async (text: string) => {
      await chat.submitDraft(text);
      return { sessionId: chat.session.id, questionId: chat.session.messages.at(-2)!.id, text };
    };
    const inDeleted = await ask('In a deleted session');
    await chat.newSession();
    const inOther = await ask('In another session');
    await chat.newSession();
    const deleted = await ask('Deleted question');
    const inShown = await ask('In the shown session');
    const inUnreadable = { sessionId: 'unreadable', questionId: 'q', text: 'In an unreadable session' };
    await mkdir(path.join(folder, 'sessions', 'unreadable.jsonl'));
    for (const edit of [inDeleted, inOther, deleted, inShown, inUnreadable]) chat.draft.setEdit(edit, edit.text);
    await library.delete(inDeleted.sessionId);
    await chat.session.deleteExchange(deleted.questionId);
    await dropStaleEdits(chat, sessions);
    assert.deepEqual(chat.draft.edits, [inOther, inShown, inUnreadable]);
  });
});
