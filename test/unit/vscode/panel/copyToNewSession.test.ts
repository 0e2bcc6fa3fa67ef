import { strict as assert } from 'node:assert';
import { copyToNewSession } from '../../../../src/vscode/panel/copyToNewSession.ts';
import { connectionTo, openChat } from '../../chat/openChat.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';

const attachment = { id: 'a', path: 'a.ts', startLine: 1, endLine: 1, languageId: 'typescript', code: 'a();' };

describe('copyToNewSession', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  const openRefused = async () => {
    const standIn = await standInService(cleanUp, { fault: { kind: 'status', status: 413 } });
    const opened = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
    });
    opened.chat.draft.addAttachments([attachment]);
    await opened.chat.submitDraft('Explain');
    return opened;
  };

  it('shows a new session with the question and its attachments in the message box', async () => {
    const { chat, lastReply } = await openRefused();
    const { id } = chat.session;
    await copyToNewSession(chat, lastReply().questionId);
    assert.notEqual(chat.session.id, id);
    assert.deepEqual([chat.draft.text, chat.draft.attachments], ['Explain', [attachment]]);
  });

  it('keeps what the message box contains, and adds nothing twice', async () => {
    const { chat, lastReply } = await openRefused();
    const { id } = chat.session;
    const { questionId } = lastReply();
    chat.draft.setText('Typed');
    for (let count = 0; count < 2; count += 1) {
      await copyToNewSession(chat, questionId);
      assert.deepEqual([chat.draft.text, chat.draft.attachments], ['Typed\n\nExplain', [attachment]]);
      await chat.openSession(id);
    }
  });
});
