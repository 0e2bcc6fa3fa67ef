import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Attachment } from '../../../../src/chat/messages/attachment.ts';
import { createContextAdder } from '../../../../src/vscode/context/contextAdder.ts';
import { createPanelNotices } from '../../../../src/vscode/notices/panelNotices.ts';
import { createDraftHandlers, type DraftPanel } from '../../../../src/vscode/panel/draft/draftHandlers.ts';
import { answerSend } from '../../../../src/vscode/panel/panelHandlers.ts';
import { connectionTo, openChat } from '../../chat/openChat.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';

const fail = () => assert.fail('Unexpected call.');

const attachment: Attachment = {
  id: 'a',
  path: '',
  startLine: 1,
  endLine: 1,
  languageId: 'typescript',
  code: 'const a = 1;',
};

describe('The handler of `submit`, while an attachment is read', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  /** Opens a chat with two panels, and starts to read an attachment, which `reading` ends. */
  const open = async (answered = async () => Promise.resolve()) => {
    const standIn = await standInService(cleanUp);
    const folder = await temporaryFolder(cleanUp);
    const { chat } = await openChat(cleanUp, { folder }, counter(), { connection: () => connectionTo(standIn) });
    const adder = createContextAdder(chat, async (attachments) => Promise.resolve(attachments), answered);
    const reading = Promise.withResolvers<Attachment | string>();
    const added = adder.addRead(async () => reading.promise);
    const panel: DraftPanel = {
      isCurrent: () => true,
      post: fail,
      answerSend: async (send) => answerSend(send, async () => Promise.resolve(), fail),
    };
    const createSubmit = () => {
      const { submit } = createDraftHandlers(
        {
          chat,
          adder,
          estimator: { shownPrices: () => ({ draft: 0, queue: {} }) },
          settings: fail,
          notices: { tell: fail },
          targetEditor: { current: fail, withSelection: fail },
        },
        panel,
      );
      return async (text: string) => submit({ type: 'submit', requestId: '1', text, revision: 0 });
    };
    return { chat, standIn, adder, reading, added, submit: createSubmit(), submitInNextPanel: createSubmit() };
  };

  it('sends the message with the attachment', async () => {
    const { standIn, reading, added, submit } = await open();
    const answer = submit('Explain');
    reading.resolve(attachment);
    await added;
    assert.equal(await answer, 'accepted');
    assert.match((await standIn.nextRequest()).body, /Explain.*const a = 1;/);
  });

  it('sends the message once, even if the user presses Send again in a panel that VS Code has created again', async () => {
    const { chat, standIn, reading, submit, submitInNextPanel } = await open();
    const answers = [submit('Explain'), submitInNextPanel('Explain')];
    reading.resolve(attachment);
    assert.deepEqual(await Promise.all(answers), ['accepted', 'refused']);
    await standIn.nextRequest();
    await chat.close();
    assert.deepEqual([standIn.requests.length, chat.draft.queue.length], [1, 0]);
  });

  it('sends nothing if the user replaces the text', async () => {
    const { chat, standIn, reading, submit } = await open();
    const answer = submit('Explain');
    chat.draft.setText('Fix');
    reading.resolve(attachment);
    assert.equal(await answer, 'refused');
    assert.deepEqual([standIn.requests.length, chat.draft.text, chat.draft.attachments.length], [0, 'Fix', 1]);
  });

  it('sends nothing if another session is shown', async () => {
    const { chat, standIn, reading, submit } = await open();
    const answer = submit('Explain');
    await chat.newSession();
    reading.resolve(attachment);
    assert.equal(await answer, 'refused');
    assert.deepEqual([standIn.requests.length, chat.draft.text], [0, 'Explain']);
  });

  it('waits for the check of files that are attached again, and sends nothing if one of them is refused', async () => {
    const { standIn, adder, reading, added, submit } = await open();
    reading.resolve(attachment);
    await added;
    const checking = Promise.withResolvers<boolean>();
    const filter = { isRefused: async () => checking.promise, isWanted: () => true };
    const adding = adder.addFiles([vscode.Uri.file('/a.ts')], filter);
    const answer = submit('Explain');
    assert.equal(await Promise.race([answer, setTimeout(50, 'waits')]), 'waits');
    checking.resolve(true);
    await adding;
    assert.equal(await answer, 'refused');
    assert.equal(standIn.requests.length, 0);
  });

  it('waits for files that the user has chosen in a dialog, from the moment when the message box has the focus', async () => {
    const { showOpenDialog } = vscode.window;
    cleanUp(() => Object.assign(vscode.window, { showOpenDialog }));
    Object.assign(vscode.window, { showOpenDialog: async () => Promise.resolve(Array.from({ length: 21 })) });
    let answer: unknown;
    const { adder, reading, added, standIn, submit } = await open(async () => {
      answer = submit('Explain');
      return Promise.resolve();
    });
    reading.resolve(attachment);
    await added;
    await adder.addChosen();
    assert.equal(await answer, 'refused');
    assert.equal(standIn.requests.length, 0);
  });

  it('sends nothing if the attachment is refused or cannot be read', async () => {
    for (const end of ['refuse', 'fail']) {
      const { chat, standIn, reading, added, submit } = await open();
      const answer = submit('Explain');
      if (end === 'refuse') reading.resolve('a.ts is larger than 1 MB and wasn’t added.');
      else reading.reject(new Error('Failed'));
      await added.catch(() => undefined);
      assert.equal(await answer, 'refused');
      assert.deepEqual([standIn.requests.length, chat.draft.text], [0, 'Explain']);
      assert.equal(await submit('Explain'), 'accepted');
      await standIn.nextRequest();
    }
  });
});

describe('createDraftHandlers', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  it('passes on the shown prices of the draft and of a queued message, 0 if none is shown', async () => {
    const options: unknown[] = [];
    const record = async (...args: readonly unknown[]) => Promise.resolve(options.push(args.at(-1)) > 0);
    const chat = { draft: { text: 'Hi', setText: () => undefined }, submitDraft: record, sendQueued: record };
    const panel = { isCurrent: () => true, answerSend: async (send: () => Promise<unknown>) => send() };
    const adder = { settled: async () => Promise.resolve(true) };
    const estimator = { shownPrices: () => ({ draft: 5, queue: { queued: 7 } }) };
    const handlers = createDraftHandlers({ chat, adder, estimator } as never, panel as never);
    await handlers.submit({ type: 'submit', requestId: '1', text: 'Hi', revision: 0 });
    for (const id of ['queued', 'other']) await handlers.sendQueued({ type: 'sendQueued', requestId: '2', id });
    assert.deepEqual(options, [{ shownPrice: 5 }, { shownPrice: 7 }, { shownPrice: 0 }]);
  });

  it('offers to undo the removal of an attachment, unless its text was inserted into the message box', async () => {
    const { chat } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter());
    const attachments = ['pasted', 'inserted'].map((id) => ({ ...attachment, id, code: `const ${id} = 1;` }));
    chat.draft.addAttachments(attachments);
    const notices = createPanelNotices(assert.ifError);
    notices.connect(() => true);
    const { removeAttachment } = createDraftHandlers({ chat, notices } as never, {} as never);
    await removeAttachment({ type: 'removeAttachment', id: 'inserted', isInserted: true });
    await removeAttachment({ type: 'removeAttachment', id: 'none' });
    assert.deepEqual(notices.views(), []);
    await removeAttachment({ type: 'removeAttachment', id: 'pasted' });
    assert.deepEqual([chat.draft.attachments, notices.views().map(({ id }) => id)], [[], ['attachmentRemoved']]);
    await notices.run('attachmentRemoved');
    assert.deepEqual(chat.draft.attachments, attachments.slice(0, 1));
  });
});
