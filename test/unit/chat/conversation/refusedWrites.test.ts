import { strict as assert } from 'node:assert';
import { readFile } from 'node:fs/promises';
import type { FileStore } from '../../../../src/common/fileStore.ts';
import type { SpendQuestions } from '../../../../src/meter/spendGuard.ts';
import { WriteBuffer, type RefusalAnswer } from '../../../../src/node/writeBuffer.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { createFaultyStore, writes } from '../../faultyStore.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { mountSmallDisk } from '../../smallDisk.ts';
import {
  connectionTo,
  copyAsKilled,
  openChat,
  sessionFile,
  shown,
  type ChatSettings,
  type Workspace,
} from '../openChat.ts';
import { parseTranscript } from '../messages/runSteps.ts';

type Fault = Parameters<typeof createFaultyStore>[1];

describe('a conversation whose files the disk refuses to write', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let workspace: Workspace;
  let fault: Fault;
  /** The user's next answers to the question whether to send unsaved messages. */
  let answers: RefusalAnswer[];
  let buffer: WriteBuffer | undefined;

  beforeEach(async () => {
    workspace = { folder: await temporaryFolder(cleanUp) };
    fault = () => undefined;
    answers = [];
  });

  const open = async (settings: ChatSettings = {}) =>
    openChat(cleanUp, workspace, counter(), {
      ...settings,
      wrapFiles: (files: FileStore) => {
        buffer = new WriteBuffer({
          files: createFaultyStore(files, (...operation) => fault(...operation)),
          onDidChange: () => undefined,
          ask: async () => Promise.resolve(answers.shift() ?? assert.fail('Unexpected question.')),
        });
        cleanUp(() => buffer?.dispose());
        return buffer.files;
      },
    });

  const refuseWrites =
    (code: string): Fault =>
    (operation) =>
      writes.has(operation) ? code : undefined;
  const readSession = async (at = workspace) => parseTranscript(await readFile(sessionFile(at), 'utf8'));

  it('saves a reply without a gap if the disk first refuses parts of its text and later accepts them', async () => {
    const standIn = await standInService(cleanUp, { tokens: 60 });
    const { chat, saveErrors } = await open();
    let refused = 0;
    fault = (operation, _, text) => {
      if (operation !== 'append' || !String(text).includes('"type":"text"') || refused === 3) return undefined;
      refused += 1;
      return 'ENOSPC';
    };
    await chat.session.submit('Go on', [], connectionTo(standIn));
    await buffer?.retry();
    const text = standIn.requests[0]?.textSent ?? '';
    assert.equal(refused, 3);
    assert.deepEqual(shown((await readSession()).messages), ['You: Go on', `complete: ${text}`]);
    assert.deepEqual(saveErrors, []);
  });

  it('shows a reply as incomplete after a crash if the disk had refused the text of the reply', async () => {
    const standIn = await standInService(cleanUp, { tokens: 60 });
    const { chat } = await open();
    fault = (operation, _, text) =>
      operation === 'append' && String(text).includes('"type":"text"') ? 'ENOSPC' : undefined;
    await chat.session.submit('Go on', [], connectionTo(standIn));
    workspace = await copyAsKilled(workspace, cleanUp);
    fault = () => undefined;
    const after = await open();
    assert.deepEqual(shown(after.chat.session.messages), ['You: Go on', 'incomplete: ']);
  });

  for (const code of ['ENOSPC', 'EROFS', 'EACCES', 'EIO']) {
    it(`continues in memory if the user agrees, and is saved once the disk accepts writes: ${code}`, async () => {
      const standIn = await standInService(cleanUp, { tokens: 20 });
      fault = refuseWrites(code);
      const { chat, ledger, errors, saveErrors } = await open({ connection: () => connectionTo(standIn) });
      assert.equal(chat.isReadOnly, false);
      chat.draft.setText('Hello');
      answers = ['decline'];
      assert.equal(await chat.submitDraft('Hello'), false);
      assert.deepEqual([standIn.requests.length, chat.draft.text, chat.session.messages], [0, 'Hello', []]);
      answers = ['keep'];
      assert.equal(await chat.submitDraft('Hello'), true);
      assert.equal(await chat.submitDraft('And now?'), true);
      chat.draft.setText('Not sent yet');
      const messages = shown(chat.session.messages);
      const texts = standIn.requests.map(({ textSent }) => textSent);
      assert.deepEqual(messages, [
        'You: Hello',
        `complete: ${texts[0] ?? ''}`,
        'You: And now?',
        `complete: ${texts[1] ?? ''}`,
      ]);
      const total = ledger.total();
      assert.ok(total.low > 0);
      await assert.rejects(readSession(), { code: 'ENOENT' });
      fault = () => undefined;
      await buffer?.retry();
      assert.deepEqual([errors, saveErrors], [[], []]);
      workspace = await copyAsKilled(workspace, cleanUp);
      const after = await open();
      assert.deepEqual(shown(after.chat.session.messages), messages);
      assert.equal(after.chat.draft.text, 'Not sent yet');
      await after.ledger.refresh();
      assert.deepEqual(after.ledger.total(), total);
    });
  }

  it('counts unsaved requests against the limits', async () => {
    const standIn = await standInService(cleanUp, { tokens: 20 });
    fault = refuseWrites('ENOSPC');
    answers = ['keep'];
    let asked = 0;
    const questions: SpendQuestions = {
      confirm: async () => Promise.resolve(true),
      sendAnyway: async () => {
        asked += 1;
        return Promise.resolve(false);
      },
      sendWithUnknown: async () => Promise.resolve(false),
      warn: () => undefined,
      tellHeld: () => undefined,
      tellUnsent: () => undefined,
    };
    const limits = { daily: 0, session: 0, confirmAbove: 0 };
    const { chat, ledger } = await open({
      connection: () => connectionTo(standIn),
      limits: () => limits,
      questions,
    });
    await chat.submitDraft('Hello');
    limits.daily = ledger.total().high;
    assert.equal(await chat.submitDraft('Hello again'), false);
    assert.deepEqual([asked, standIn.requests.length], [1, 1]);
  });

  it('shows an unsaved session again after another session was shown', async () => {
    const standIn = await standInService(cleanUp, { tokens: 20 });
    fault = refuseWrites('EROFS');
    answers = ['keep'];
    const { chat, library } = await open({ connection: () => connectionTo(standIn) });
    await chat.submitDraft('Hello');
    const { id } = chat.session;
    const messages = shown(chat.session.messages);
    await chat.newSession();
    assert.deepEqual(
      (await library.list(() => undefined)).map((session) => [session.id, session.title]),
      [[id, 'Hello']],
    );
    await chat.openSession(id);
    assert.deepEqual(shown(chat.session.messages), messages);
  });

  it('loses no text if the disk is full while a part of the reply arrives', async function () {
    const disk = await mountSmallDisk(cleanUp);
    if (disk === undefined) return this.skip();
    workspace = { folder: disk.folder };
    const standIn = await standInService(cleanUp, { tokens: 4_000, hold: 100 });
    const { chat, saveErrors } = await open();
    const sent = chat.session.submit('Go on', [], connectionTo(standIn));
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await disk.fill();
    exchange.release();
    await sent;
    await disk.free();
    await buffer?.retry();
    assert.deepEqual(shown((await readSession()).messages), ['You: Go on', `complete: ${exchange.textSent}`]);
    assert.deepEqual(saveErrors, []);
    return undefined;
  });

  it('does not stop the running reply of a session that cannot be deleted', async () => {
    const standIn = await standInService(cleanUp, { tokens: 50, hold: 12 });
    const { chat, library, until, lastReply } = await open({ connection: () => connectionTo(standIn) });
    const sent = chat.submitDraft('Go on');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await until(() => lastReply().text === exchange.textSent);
    const { id } = chat.session;
    fault = refuseWrites('ENOSPC');
    await assert.rejects(library.delete(id), { code: 'ENOSPC' });
    assert.deepEqual([chat.session.id, chat.session.isRunning, exchange.aborted], [id, true, false]);
    fault = () => undefined;
    assert.equal(await library.delete(id), 'done');
    await sent;
    assert.equal(exchange.aborted, true);
  });
});
