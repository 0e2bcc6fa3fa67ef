import { strict as assert } from 'node:assert';
import { appendFile, readFile } from 'node:fs/promises';
import type { RequestOptions } from '../../../../src/chat/conversation/requestOptions.ts';
import type { StandIn } from '../../../standIn/standIn.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import {
  connectionTo,
  copyAsKilled,
  estimateOf,
  openChat,
  sessionFile,
  shown,
  type OpenChat,
  type Workspace,
} from '../openChat.ts';

describe('ChatSession.deleteExchange', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let workspace: Workspace;
  let standIn: StandIn;
  beforeEach(async () => {
    workspace = { folder: await temporaryFolder(cleanUp) };
    standIn = await standInService(cleanUp, { usage: 'withheld' });
  });

  const open = async (options: Partial<RequestOptions> = {}) =>
    openChat(cleanUp, workspace, counter(), { options, connection: () => connectionTo(standIn) });
  const twoTurns = async (options: Partial<RequestOptions> = {}) => {
    const opened = await open(options);
    for (const text of ['First', 'Second']) {
      standIn.script({ reply: `Reply to ${text}.` });
      await opened.chat.submitDraft(text);
    }
    return opened;
  };
  const second = ['You: Second', 'complete: Reply to Second.'];

  it('removes a question and its reply from the session, even after a reload, and keeps the booked cost', async () => {
    const { chat, events, ledger } = await twoTurns();
    const [asked, answered] = chat.session.messages;
    const spent = ledger.summarize(chat.session.id, new Date()).today;
    await chat.session.deleteExchange(answered!.id);
    assert.deepEqual(events.at(-1), { type: 'exchangeDeleted', ids: [asked!.id, answered!.id] });
    assert.deepEqual(shown(chat.session.messages), second);
    assert.equal(chat.session.messagesWithDeleted.length, 4);
    const again = await open();
    assert.deepEqual(shown(again.chat.session.messages), second);
    assert.deepEqual(again.chat.session.deletions, []);
    await again.ledger.refresh();
    assert.deepEqual(again.ledger.summarize(chat.session.id, new Date()).today, spent);
  });

  it('can be undone: the messages return to their old places, and stay there after a reload', async () => {
    const { chat, events } = await twoTurns();
    const before = shown(chat.session.messages);
    const { id } = chat.session.messages[0]!;
    await chat.session.deleteExchange(id);
    await chat.session.restoreDeleted(id);
    assert.equal(events.at(-1)?.type, 'exchangeRestored');
    assert.deepEqual(shown(chat.session.messages), before);
    assert.deepEqual(shown((await open()).chat.session.messages), before);
  });

  it('is undone only once if `restoreDeleted` is called twice', async () => {
    const { chat, events } = await twoTurns();
    const { id } = chat.session.messages[0]!;
    await chat.session.deleteExchange(id);
    await chat.session.restoreDeleted(id);
    await chat.session.restoreDeleted(id);
    assert.equal(events.filter(({ type }) => type === 'exchangeRestored').length, 1);
  });

  it('cannot be undone after another message was sent', async () => {
    const { chat } = await twoTurns();
    const { id } = chat.session.messages[0]!;
    await chat.session.deleteExchange(id);
    await chat.submitDraft('Third');
    await chat.session.restoreDeleted(id);
    assert.deepEqual(shown(chat.session.messages).slice(0, 2), second);
  });

  it('excludes the exchange from requests and estimates in mode "messages", until the deletion is undone', async () => {
    const { chat, lastReply } = await twoTurns({ mode: 'messages' });
    const before = await estimateOf(chat, 'Third');
    await chat.session.deleteExchange(chat.session.messages[0]!.id);
    const after = await estimateOf(chat, 'Third');
    assert.ok(after.low < before.low && after.high < before.high);
    const again = await open({ mode: 'messages' });
    assert.deepEqual(await estimateOf(again.chat, 'Third'), after);
    await chat.submitDraft('Third');
    assert.doesNotMatch(standIn.requests[2]!.body, /First/);
    const bill = standIn.ledger[2]!.cost;
    const { low, high } = lastReply().cost!;
    assert.ok(low <= bill && bill <= high, `${bill} is not in ${low}…${high}`);
    const { id } = chat.session.messages[0]!;
    await chat.session.deleteExchange(id);
    await chat.session.restoreDeleted(id);
    await chat.submitDraft('Fourth');
    assert.match(standIn.requests[3]!.body, /Second.*Third.*Fourth/s);
  });

  describe('the content of the deleted messages', () => {
    const firstInFile = async () => /First/.test(await readFile(sessionFile(workspace), 'utf8'));
    let opened: OpenChat;
    let firstId: string;
    beforeEach(async () => {
      opened = await twoTurns();
      firstId = opened.chat.session.messages[0]!.id;
      await opened.chat.session.deleteExchange(firstId);
      assert.equal(await firstInFile(), true);
    });

    it('is removed from the file of the session when the next reply has ended', async () => {
      await opened.chat.submitDraft('Third');
      assert.equal(await firstInFile(), false);
      assert.match(await readFile(sessionFile(workspace), 'utf8'), /Second.*Third/s);
      assert.equal((await open()).chat.session.messages.length, 4);
    });

    it('stays when another exchange is deleted, so that both deletions can be undone', async () => {
      const { session } = opened.chat;
      const before = session.messagesWithDeleted.map(({ id }) => id);
      await session.deleteExchange(session.messages[0]!.id);
      assert.deepEqual([session.messages, session.deletions], [[], [before.slice(0, 2), before.slice(2)]]);
      for (const id of [firstId, before.at(-1)!]) await session.restoreDeleted(id);
      assert.deepEqual(
        session.messages.map(({ id }) => id),
        before,
      );
      assert.deepEqual(shown((await open()).chat.session.messages), shown(session.messages));
    });

    it('stays while another session is shown, so that the deletion can be undone later', async () => {
      const { chat } = opened;
      const { id } = chat.session;
      await chat.newSession();
      await chat.openSession(id);
      assert.equal(chat.session.messagesWithDeleted.length, 4);
      await chat.session.restoreDeleted(firstId);
      assert.deepEqual(shown(chat.session.messages), ['You: First', 'complete: Reply to First.', ...second]);
    });

    it('is removed from the file when the window is closed while another session is shown', async () => {
      const file = sessionFile(workspace);
      await opened.chat.newSession();
      assert.match(await readFile(file, 'utf8'), /First/);
      await opened.chat.close();
      assert.doesNotMatch(await readFile(file, 'utf8'), /First/);
    });

    it('is removed from the file when the window is closed', async () => {
      await opened.chat.close();
      assert.equal(await firstInFile(), false);
    });

    it('is removed from the file when the session is loaded after a crash', async () => {
      workspace = await copyAsKilled(workspace, cleanUp);
      assert.equal(await firstInFile(), true);
      await open();
      assert.equal(await firstInFile(), false);
    });

    it('is not removed by a window that can only read the session, so that the deletion can be undone', async () => {
      const other = await openChat(cleanUp, { ...workspace, windowId: 'other' }, counter());
      assert.equal(other.chat.isReadOnly, true);
      await other.chat.newSession();
      assert.equal(await firstInFile(), true);
      await opened.chat.session.restoreDeleted(firstId);
      assert.equal(opened.chat.session.messages.length, 4);
    });
  });

  it('does not change `history` in mode "session", because the service keeps the deleted exchange', async () => {
    const { chat } = await twoTurns();
    const before = chat.session.history;
    await chat.session.deleteExchange(chat.session.messages[0]!.id);
    assert.deepEqual(chat.session.history, before);
  });

  it('excludes the exchange from the earlier messages that are sent with an edited message', async () => {
    const { chat } = await twoTurns();
    await chat.session.deleteExchange(chat.session.messages[0]!.id);
    await chat.sendEdited(chat.session.messages[0]!.id, 'Better');
    assert.doesNotMatch(standIn.requests[2]!.body, /First/);
  });

  it('does not delete a running reply, but deletes another exchange while the reply runs', async () => {
    const { chat } = await twoTurns();
    standIn.script({ tokens: 20, hold: 4 });
    const sent = chat.submitDraft('Third');
    while (standIn.requests.length < 3) await standIn.nextRequest();
    await chat.session.deleteExchange(chat.session.messages.at(-1)!.id);
    assert.equal(chat.session.messages.length, 6);
    await chat.session.deleteExchange(chat.session.messages[0]!.id);
    assert.equal(chat.session.messages.length, 4);
    standIn.requests[2]?.release();
    await sent;
    assert.equal(shown(chat.session.messages).at(-2), 'You: Third');
  });

  it('deletes all replies to a question that was retried', async () => {
    const { chat, lastReply } = await twoTurns();
    await chat.retry(lastReply().id);
    assert.equal(chat.session.messages.length, 5);
    await chat.session.deleteExchange(lastReply().id);
    assert.deepEqual(shown(chat.session.messages), ['You: First', 'complete: Reply to First.']);
  });

  it('loading a session ignores records of unknown types and records with missing fields', async () => {
    const { chat } = await twoTurns();
    await appendFile(sessionFile(workspace), '\n{"type":"deleted"}\n{"type":"carried"}\n{"type":"starred","ids":[]}\n');
    assert.deepEqual(shown((await open()).chat.session.messages), shown(chat.session.messages));
  });
});
