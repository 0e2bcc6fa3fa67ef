import { strict as assert } from 'node:assert';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { StandIn } from '../../../standIn/standIn.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { published } from '../../meter/published.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, noQuestions, openChat, untilFile, type Workspace } from '../openChat.ts';

describe('sendEdited', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = { folder: await temporaryFolder(cleanUp) };
  });
  const open = async (standIn: StandIn) =>
    openChat(cleanUp, workspace, counter(), { connection: () => connectionTo(standIn) });

  it('creates one session if an edited message is sent twice at once', async () => {
    const standIn = await standInService(cleanUp);
    const { chat, sessions } = await open(standIn);
    await chat.submitDraft('First');
    const { id } = chat.session.messages[0]!;
    const sent = await Promise.all([chat.sendEdited(id, 'Edited'), chat.sendEdited(id, 'Edited')]);
    assert.deepEqual(sent, [true, false]);
    assert.deepEqual([standIn.requests.length, (await sessions.list()).length], [2, 2]);
  });

  it('sends no edit without text and attachments, even with instructions', async () => {
    const standIn = await standInService(cleanUp);
    const { chat, sessions } = await openChat(cleanUp, workspace, counter(), {
      connection: () => connectionTo(standIn),
      options: { instructions: 'Answer briefly.' },
    });
    await chat.submitDraft('First');
    const { id } = chat.session.messages[0]!;
    assert.equal(await chat.sendEdited(id, ' \n'), false);
    assert.deepEqual([standIn.requests.length, (await sessions.list()).length], [1, 1]);
  });

  it('keeps an unsent edit across a reload, and removes the edit when its new session is shown', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await open(standIn);
    await chat.submitDraft('First');
    const [sessionId, questionId] = [chat.session.id, chat.session.messages[0]!.id];
    chat.draft.setEdit({ sessionId, questionId }, 'Better');
    chat.draft.setText('typed');
    let again = await open(standIn);
    // The draft is written to disk in the background.
    await untilFile(workspace.folder, async () => {
      again = await open(standIn);
      return again.chat.draft.text === 'typed';
    });
    assert.deepEqual(again.chat.draft.edits, [{ sessionId, questionId, text: 'Better' }]);
    await again.chat.sendEdited(questionId, 'Better');
    assert.notEqual(again.chat.session.id, sessionId);
    assert.deepEqual(again.chat.draft.edits, []);
  });

  it('keeps an edit whose text the user has changed while it was sent, for example in another panel', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await open(standIn);
    await chat.submitDraft('First');
    const [sessionId, questionId] = [chat.session.id, chat.session.messages[0]!.id];
    chat.draft.setEdit({ sessionId, questionId }, 'Better');
    const sent = chat.sendEdited(questionId, 'Better');
    chat.draft.setEdit({ sessionId, questionId }, 'Better, and more');
    await sent;
    assert.deepEqual(chat.draft.edits, [{ sessionId, questionId, text: 'Better, and more' }]);
  });

  it('neither saves nor sends the message if all data was deleted while the user was asked about its price', async () => {
    const standIn = await standInService(cleanUp);
    const asked = Promise.withResolvers<undefined>();
    const answer = Promise.withResolvers<boolean>();
    const { chat, sessions } = await openChat(cleanUp, workspace, counter(), {
      connection: () => connectionTo(standIn),
      prices: () => ({ ...published, input: published.input * 1_000_000 }),
      questions: {
        ...noQuestions,
        confirm: async () => {
          asked.resolve(undefined);
          return answer.promise;
        },
      },
    });
    await chat.submitDraft('Deleted');
    await chat.submitDraft('Second');
    const sending = chat.sendEdited(chat.session.messages[2]!.id, 'Edited', { shownPrice: 0 });
    await asked.promise;
    // The other window deletes the files without waiting for this window, because the question is still open.
    await rm(path.join(workspace.folder, 'sessions'), { recursive: true });
    const releasing = chat.release(async () => Promise.resolve(true));
    // The release closes the session in microtasks.
    await new Promise(setImmediate);
    answer.resolve(true);
    await releasing;
    assert.equal(await sending, false);
    assert.equal(standIn.requests.length, 2);
    assert.deepEqual(await sessions.list(), []);
  });
});
