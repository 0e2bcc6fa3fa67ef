import { strict as assert } from 'node:assert';
import { appendFile, mkdir, readdir, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { Attachment } from '../../../../src/chat/messages/attachment.ts';
import type { StandIn } from '../../../standIn/standIn.ts';
import { noHistory } from '../../../../src/meter/cost.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, draftOf, openChat, shown, untilFile, type Workspace } from '../openChat.ts';

describe('WorkspaceChat', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = { folder: await temporaryFolder(cleanUp) };
  });

  const open = async (standIn?: StandIn) =>
    openChat(cleanUp, workspace, counter(), standIn === undefined ? {} : { connection: () => connectionTo(standIn) });
  /** Reloads the chat until its draft has the given text, because the draft is written to disk in the background. */
  const reopen = async (text: string, standIn?: StandIn) => {
    let again = await open(standIn);
    await untilFile(workspace.folder, async () => {
      again = await open(standIn);
      return again.chat.draft.text === text;
    });
    return again;
  };

  it('continues the session after a reload', async () => {
    const standIn = await standInService(cleanUp);
    const first = await open(standIn);
    await first.chat.submitDraft('First');
    const second = await open(standIn);
    await second.chat.submitDraft('Second');
    const ids = standIn.requests.map(({ sessionId }) => sessionId);
    assert.match(ids[0] ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.deepEqual(ids, [workspace.sessionId, workspace.sessionId]);
    assert.equal(standIn.conversation(ids[0]!).length, 4);
    assert.equal(second.chat.session.messages.length, 4);
  });

  it('keeps the session id across a reload even if nothing was sent', async () => {
    const { chat } = await open();
    assert.equal((await open()).chat.session.id, chat.session.id);
  });

  it('uses a new id for each new session, and continues the last of them after a reload', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await open(standIn);
    const ids = [chat.session.id];
    await chat.submitDraft('First');
    for (let count = 0; count < 3; count += 1) {
      await chat.newSession();
      ids.push(chat.session.id);
      assert.deepEqual(chat.session.messages, []);
      assert.deepEqual(chat.session.history, noHistory);
    }
    assert.equal(new Set(ids).size, 4);
    const again = await open(standIn);
    await again.chat.submitDraft('Second');
    assert.equal(standIn.requests[1]?.sessionId, ids[3]);
  });

  it('sends nothing, and keeps the draft, if a message is submitted while another session opens', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await open(standIn);
    await chat.submitDraft('First');
    chat.draft.setText('Second');
    const beginning = chat.newSession();
    const sent = [chat.submitDraft('Second'), chat.ask('Third', [])];
    await beginning;
    assert.deepEqual(await Promise.all(sent), [false, false]);
    assert.deepEqual([chat.session.messages, chat.draft.text, standIn.requests.length], [[], 'Second', 1]);
  });

  it('starts a new session and reports the error when the last session cannot be read', async () => {
    const { chat } = await open();
    const id = chat.session.id;
    await mkdir(path.join(workspace.folder, 'sessions', `${id}.jsonl`), { recursive: true });
    const again = await open();
    assert.notEqual(again.chat.session.id, id);
    assert.equal(again.errors.length, 1);
  });

  it('starts with an empty draft and reports the error when the draft cannot be read', async () => {
    const standIn = await standInService(cleanUp);
    const file = path.join(workspace.folder, 'draft.json');
    await mkdir(file);
    const { chat, errors } = await open(standIn);
    await rmdir(file);
    assert.deepEqual(draftOf(chat), { text: '', attachments: [], queue: [] });
    assert.equal(errors.length, 1);
    assert.equal(await chat.submitDraft('Hello'), true);
    assert.equal(standIn.requests.length, 1);
  });

  it('keeps the lease of a new session when a listener throws', async () => {
    let isFailing = false;
    const { chat, leases } = await openChat(cleanUp, workspace, counter(), {
      onEvent: ({ type }) => {
        if (isFailing && type === 'sessionChanged') throw new Error('Listener failed');
      },
    });
    const { id } = chat.session;
    isFailing = true;
    await assert.rejects(chat.newSession(), /Listener failed/);
    isFailing = false;
    assert.notEqual(chat.session.id, id);
    assert.deepEqual([chat.isReadOnly, (await leases.holder(chat.session.id)).who], [false, 'this']);
  });

  it('keeps the shown session, and only its lease, when the id of a new session cannot be stored', async () => {
    let isFailing = false;
    let sessionId: string | undefined;
    const failing: Workspace = {
      folder: workspace.folder,
      get sessionId() {
        return sessionId ?? '';
      },
      set sessionId(id) {
        if (isFailing) throw new Error('Storage failed');
        sessionId = id;
      },
    };
    sessionId = 'shown';
    const { chat } = await openChat(cleanUp, failing, counter());
    isFailing = true;
    await assert.rejects(chat.newSession(), /Storage failed/);
    assert.equal(chat.session.id, 'shown');
    assert.deepEqual(await readdir(path.join(workspace.folder, 'sessions')), ['shown.lease']);
  });

  it('can send messages in the first session even if the id of that session cannot be stored', async () => {
    const standIn = await standInService(cleanUp);
    const failing: Workspace = {
      folder: workspace.folder,
      get sessionId() {
        return undefined as unknown as string;
      },
      set sessionId(_) {
        throw new Error('Storage failed');
      },
    };
    const { chat, saveErrors } = await openChat(cleanUp, failing, counter(), {
      connection: () => connectionTo(standIn),
    });
    assert.equal(saveErrors.length, 1);
    assert.equal(await chat.submitDraft('Hello'), true);
    assert.equal(standIn.requests.length, 1);
  });

  it('sends nothing if another session opens while the shown session’s lease is being marked busy', async () => {
    const standIn = await standInService(cleanUp);
    const [begun, resumed] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const { chat, leases } = await openChat(cleanUp, workspace, counter(), {
      connection: () => connectionTo(standIn),
      onOpen: (access) => {
        const begin = access.begin.bind(access);
        access.begin = async () => {
          const isBegun = await begin();
          begun.resolve(undefined);
          await resumed.promise;
          return isBegun;
        };
      },
    });
    const { id } = chat.session;
    const sent = chat.submitDraft('Hello');
    await begun.promise;
    const opened = chat.newSession();
    resumed.resolve(undefined);
    await opened;
    assert.equal(await sent, false);
    assert.notEqual(chat.session.id, id);
    assert.deepEqual(standIn.requests, []);
    assert.equal((await leases.holder(id)).who, 'nobody');
  });

  it('does not recover the shown session, whose reply may be running', async () => {
    const standIn = await standInService(cleanUp, { tokens: 50, hold: 12 });
    const { chat, ledger, leases, lastReply } = await open(standIn);
    const sent = chat.submitDraft('Go on');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await chat.recover(ledger.pendingRequests());
    assert.equal(ledger.pendingRequests().length, 1);
    assert.deepEqual(await leases.holder(chat.session.id), { who: 'this', isBusy: true });
    exchange.release();
    await sent;
    assert.equal(lastReply().state, 'complete');
    assert.deepEqual(ledger.pendingRequests(), []);
  });

  it('returns true and sends nothing for an unknown queued message, question or reply', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await open(standIn);
    await chat.submitDraft('Hello');
    assert.deepEqual(
      [await chat.sendQueued('unknown'), await chat.retry('unknown'), await chat.sendEdited('unknown', 'Edited')],
      [true, true, true],
    );
    assert.deepEqual([standIn.requests.length, chat.session.messages.length], [1, 2]);
  });

  it('uses different session ids in different workspaces', async () => {
    const other = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter());
    assert.notEqual((await open()).chat.session.id, other.chat.session.id);
  });

  it('lists the sessions that have messages, newest first, and continues an opened session', async () => {
    const standIn = await standInService(cleanUp);
    const { chat, sessions } = await open(standIn);
    const oldest = chat.session.id;
    await chat.submitDraft('\nFirst\nof all');
    await chat.newSession();
    await chat.newSession();
    await chat.submitDraft('Another');
    await appendFile(path.join(workspace.folder, 'sessions', 'notes.txt'), 'not ours');
    assert.deepEqual(
      (await sessions.list()).map(({ title }) => title),
      ['Another', 'First'],
    );
    await chat.openSession(oldest);
    assert.equal(shown(chat.session.messages)[0], 'You: \nFirst\nof all');
    await chat.submitDraft('More');
    assert.equal(standIn.requests.at(-1)?.sessionId, oldest);
  });

  it('keeps the draft across reloads until the draft is sent', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await open(standIn);
    chat.draft.addAttachments([attachment('a')]);
    chat.draft.addAttachments([attachment('b')]);
    for (const text of ['H', 'Ha', 'Half a message']) chat.draft.setText(text);
    const second = await reopen('Half a message', standIn);
    assert.deepEqual(second.chat.draft.attachments, [attachment('a'), attachment('b')]);
    second.chat.draft.removeAttachment('a');
    second.chat.draft.addText('and more');
    const third = await reopen('Half a message\n\nand more', standIn);
    assert.deepEqual(third.chat.draft.attachments, [attachment('b')]);

    await third.chat.submitDraft(third.chat.draft.text);
    assert.deepEqual(draftOf(third.chat), { text: '', attachments: [], queue: [] });
    const body = standIn.requests[0]?.body ?? '';
    assert.deepEqual(
      ['and more', 'code of b', 'code of a'].map((words) => body.includes(words)),
      [true, true, false],
    );
    await reopen('');
  });

  it('keeps an attachment that is added while the message is being saved', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await open(standIn);
    chat.draft.addAttachments([attachment('a')]);
    const sent = chat.submitDraft('Sent');
    while (!chat.session.isRunning) await new Promise((next) => setImmediate(next));
    chat.draft.addAttachments([attachment('b')]);
    await sent;
    assert.deepEqual(draftOf(chat), { text: '', attachments: [attachment('b')], queue: [] });
    assert.doesNotMatch(standIn.requests[0]?.body ?? '', /code of b/);
  });

  it('keeps a switched-off attachment across a reload, and sends it only after it is switched on', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await open(standIn);
    for (const id of ['a', 'b']) chat.draft.addAttachments([attachment(id)]);
    chat.draft.toggleAttachment('a');
    chat.draft.setText('Look');
    const second = await reopen('Look', standIn);
    await second.chat.submitDraft('Look');
    assert.deepEqual(second.chat.draft.attachments, [{ ...attachment('a'), isOff: true }]);
    second.chat.draft.toggleAttachment('a');
    await second.chat.submitDraft('Again');
    const sent = standIn.requests.map(({ body }) => ['code of a', 'code of b'].map((words) => body.includes(words)));
    assert.deepEqual(sent, [
      [false, true],
      [true, false],
    ]);
    assert.deepEqual(second.chat.draft.attachments, []);
  });

  it('lists each prompt once, and the prompts of the shown session first', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await open(standIn);
    for (const text of ['one', 'two']) await chat.submitDraft(text);
    await chat.newSession();
    for (const text of ['three', 'one', 'four']) await chat.submitDraft(text);
    await chat.newSession();
    await chat.submitDraft('five');
    assert.deepEqual(await chat.listAskedPrompts(), ['five', 'four', 'one', 'three', 'two']);
  });

  it('lists no prompt for a request to continue a reply', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await open(standIn);
    await chat.submitDraft('one');
    await chat.continue(chat.session.messages.at(-1)?.id ?? '', 'Continue');
    assert.deepEqual(
      chat.session.messages.map((message) => message.kind === 'question' && message.text).filter(Boolean),
      ['one', 'Continue'],
    );
    assert.deepEqual(await chat.listAskedPrompts(), ['one']);
    await chat.newSession();
    assert.deepEqual(await chat.listAskedPrompts(), ['one'], 'read from the file');
  });

  it('keeps the unsent text while an earlier prompt is shown instead, and restores the text when the prompt is sent', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await open(standIn);
    chat.draft.setAside('half a thought', 'An earlier prompt');
    chat.draft.setText('one');
    const second = await reopen('one', standIn);
    assert.equal(second.chat.draft.aside, 'half a thought');
    await second.chat.submitDraft('one');
    assert.deepEqual(draftOf(second.chat), { text: 'half a thought', attachments: [], queue: [] });
    second.chat.draft.setAside('x', 'An earlier prompt');
    second.chat.draft.setAside('', 'An earlier prompt');
    assert.equal(second.chat.draft.aside, undefined);
  });

  it('returns false and keeps the draft if no connection is configured', async () => {
    const { chat, events } = await open();
    chat.draft.setText('Not yet');
    assert.deepEqual(
      [await chat.submitDraft('Not yet'), await chat.ask('Nor this', []), await chat.retry('any')],
      [false, false, false],
    );
    assert.equal(chat.draft.text, 'Not yet');
    assert.deepEqual([chat.session.messages, chat.draft.queue], [[], []]);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['sessionChanged', 'draftChanged'],
    );
  });

  it('does not stop the running reply when another session cannot be opened', async () => {
    const standIn = await standInService(cleanUp, { tokens: 50, hold: 12 });
    const { chat, lastReply } = await open(standIn);
    const shownBefore = chat.session.id;
    const sent = chat.submitDraft('Go on');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await mkdir(path.join(workspace.folder, 'sessions', 'broken.jsonl'));
    await assert.rejects(chat.openSession('broken'));
    assert.deepEqual([chat.session.id, workspace.sessionId], [shownBefore, shownBefore]);
    exchange.release();
    await sent;
    assert.equal(lastReply().state, 'complete');
  });

  it('reports each change of the draft; the event contains the old and new text if the text changed, and the panel if the user typed there', async () => {
    const { chat, events } = await open();
    const panel = {};
    chat.draft.setText('typing', panel);
    chat.draft.addAttachments([attachment('a')]);
    chat.draft.addText('added');
    assert.deepEqual(
      events.filter((event) => event.type === 'draftChanged'),
      [
        { type: 'draftChanged', text: { before: '', after: 'typing' }, source: panel },
        { type: 'draftChanged' },
        { type: 'draftChanged', text: { before: 'typing', after: 'typing\n\nadded' } },
      ],
    );
  });

  it('keeps the draft when a new session starts', async () => {
    const { chat } = await open();
    chat.draft.setText('Still here');
    await chat.newSession();
    assert.equal(chat.draft.text, 'Still here');
  });
});

function attachment(id: string): Attachment {
  return { id, path: `src/${id}.ts`, startLine: 1, endLine: 2, languageId: 'typescript', code: `code of ${id}\n` };
}
