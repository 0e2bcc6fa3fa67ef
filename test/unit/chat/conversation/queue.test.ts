import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Connection } from '../../../../src/api/serviceAddress.ts';
import type { ChatSession } from '../../../../src/chat/conversation/chatSession.ts';
import type { TokenCounter } from '../../../../src/meter/tokenCounter.ts';
import type { Exchange } from '../../../standIn/exchange.ts';
import type { StandIn } from '../../../standIn/standIn.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, draftOf, openChat, sessionFile, shown, untilFile, type Workspace } from '../openChat.ts';

describe('MessageQueue', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = { folder: await temporaryFolder(cleanUp) };
  });

  const selection = { id: 's', path: 'a.ts', startLine: 1, endLine: 1, languageId: 'typescript', code: 'a' };

  /** Opens a chat whose first reply pauses in the middle. */
  const openHeld = async (tokenCounter = counter(), tellQueueFull?: () => void) => {
    const standIn = await standInService(cleanUp, {
      reply: 'A reply that is long enough to be held.',
      hold: 3,
      usage: 'withheld',
    });
    let connection: Connection | undefined = connectionTo(standIn);
    const opened = await openChat(cleanUp, workspace, tokenCounter, {
      connection: () => connection,
      ...(tellQueueFull === undefined ? {} : { tellQueueFull }),
    });
    const first = opened.chat.submitDraft('first');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    standIn.script({});
    const disconnect = () => {
      connection = undefined;
    };
    const reconnect = () => {
      connection = connectionTo(standIn);
    };
    return { ...opened, standIn, first, exchange, disconnect, reconnect };
  };

  it('sends an edited queued message in its old place', async () => {
    const { chat, first, exchange, standIn } = await openHeld();
    for (const text of ['second', 'third']) await chat.submitDraft(text);
    chat.draft.editQueued(chat.draft.queue[0]?.id ?? '');
    chat.draft.setText('second, edited');
    assert.equal(await chat.submitDraft('second, edited'), true);
    exchange.release();
    for (const index of [1, 2]) (await request(standIn, index)).release();
    await first;
    assert.deepEqual(askedIn(chat.session), ['first', 'second, edited', 'third']);
  });

  it('queues at most 50 messages, and keeps the text of the next message in the message box', async () => {
    let told = 0;
    const { chat, first, exchange } = await openHeld(counter(), () => {
      told += 1;
    });
    for (let number = 0; number < 50; number += 1) assert.equal(await chat.ask(`queued ${number}`, []), true);
    assert.equal(told, 0);
    chat.draft.setText('one too many');
    assert.equal(await chat.submitDraft('one too many'), false);
    assert.deepEqual([chat.draft.queue.length, chat.draft.text, told], [50, 'one too many', 1]);
    chat.draft.editQueue();
    exchange.release();
    await first;
  });

  it('sends the queued messages in order, each after a complete reply', async () => {
    const standIn = await standInService(cleanUp, { hold: 3 });
    const { chat } = await openChat(cleanUp, workspace, counter(), { connection: () => connectionTo(standIn) });
    const first = chat.submitDraft('first');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    chat.draft.addAttachments([selection]);
    await chat.submitDraft('second');
    await chat.ask('third', []);
    assert.deepEqual(
      chat.draft.queue.map(({ text, attachments }) => [text, attachments.length]),
      [
        ['second', 1],
        ['third', 0],
      ],
    );
    assert.deepEqual([chat.draft.text, chat.draft.attachments], ['', []]);
    assert.equal(standIn.requests.length, 1);
    exchange.release();
    for (const index of [1, 2]) {
      const next = await request(standIn, index);
      await next.held;
      assert.equal(chat.draft.queue.length, 2 - index);
      next.release();
    }
    await first;
    assert.deepEqual(askedIn(chat.session), ['first', 'second', 'third']);
    assert.equal(standIn.requests.length, 3);
  });

  it('does not queue a switched-off attachment', async () => {
    const { chat, first } = await openHeld();
    for (const id of ['on', 'off']) chat.draft.addAttachments([{ ...selection, id, code: id }]);
    chat.draft.toggleAttachment('off');
    await chat.submitDraft('second');
    const idsOf = (attachments: readonly { readonly id: string }[]) => attachments.map(({ id }) => id);
    assert.deepEqual(
      chat.draft.queue.map(({ attachments }) => idsOf(attachments)),
      [['on']],
    );
    assert.deepEqual(idsOf(chat.draft.attachments), ['off']);
    chat.session.stop();
    await first;
  });

  it('holds the queued messages as soon as the user stops the reply', async () => {
    const { chat, standIn, exchange, first } = await openHeld();
    await chat.submitDraft('second');
    chat.stop();
    assert.equal(chat.draft.isHeld(chat.draft.queue[0]!, chat.session.id), true);
    exchange.release();
    await first;
    assert.deepEqual([standIn.requests.length, chat.draft.queue.length], [1, 1]);
  });

  it('keeps a queued message after a stopped reply, until the user sends the message', async () => {
    const { chat, standIn, first } = await openHeld();
    await chat.submitDraft('second');
    chat.session.stop();
    await first;
    assert.deepEqual(
      chat.draft.queue.map(({ text }) => text),
      ['second'],
    );
    assert.equal(standIn.requests.length, 1);
    const [queued] = chat.draft.queue;
    const sending = [chat.sendQueued(queued!.id), chat.sendQueued(queued!.id)];
    const next = await standIn.nextRequest();
    await next.held;
    next.release();
    await Promise.all(sending);
    assert.deepEqual(chat.draft.queue, []);
    assert.equal(standIn.requests.length, 2);
  });

  it('sends a held message only when the user sends it, and a message that is queued later after its reply', async () => {
    const { chat, standIn, first } = await openHeld();
    await chat.submitDraft('held');
    assert.equal(chat.draft.isHeld(chat.draft.queue[0]!, chat.session.id), false);
    chat.session.stop();
    await first;
    assert.equal(chat.draft.isHeld(chat.draft.queue[0]!, chat.session.id), true);
    standIn.script({ tokens: 20, hold: 3 });
    const third = chat.submitDraft('third');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await chat.submitDraft('fourth');
    exchange.release();
    (await request(standIn, 2)).release();
    await third;
    const held = chat.draft.queue.map((message) => [message.text, chat.draft.isHeld(message, chat.session.id)]);
    assert.deepEqual([askedIn(chat.session), held], [['first', 'third', 'fourth'], [['held', true]]]);
    const sending = chat.sendQueued(chat.draft.queue[0]!.id);
    (await request(standIn, 3)).release();
    await sending;
    assert.equal(askedIn(chat.session).at(-1), 'held');
  });

  it('keeps a queued message after a failed reply, even if an earlier reply was complete', async () => {
    const standIn = await standInService(cleanUp);
    const { chat } = await openChat(cleanUp, workspace, counter(), { connection: () => connectionTo(standIn) });
    await chat.submitDraft('first');
    await standIn.nextRequest();
    standIn.script({ tokens: 20, hold: 3, fault: { kind: 'error', afterTokens: 5, body: 'openai' } });
    const second = chat.submitDraft('second');
    const failing = await standIn.nextRequest();
    await failing.held;
    await chat.submitDraft('third');
    failing.release();
    await second;
    assert.deepEqual(
      chat.draft.queue.map(({ text }) => text),
      ['third'],
    );
    assert.equal(standIn.requests.length, 2);
  });

  it('moves a queued message back to the message box, below the text that was typed in the meantime', async () => {
    const { chat, first, exchange } = await openHeld();
    chat.draft.addAttachments([selection]);
    await chat.submitDraft('second');
    chat.draft.setText('typed since');
    chat.draft.editQueued(chat.draft.queue[0]!.id);
    assert.deepEqual(draftOf(chat), { text: 'typed since\n\nsecond', attachments: [selection], queue: [] });
    exchange.release();
    await first;
    assert.equal(chat.session.messages.length, 2);
  });

  it('keeps queued messages across a reload, and does not send them automatically afterwards', async () => {
    const { chat } = await openHeld();
    await chat.submitDraft('second');
    const file = path.join(workspace.folder, 'draft.json');
    await untilFile(workspace.folder, async () => (await readFile(file, 'utf8').catch(() => '')).includes('second'));
    await chat.session.close();
    const again = await openChat(cleanUp, workspace, counter());
    assert.deepEqual(
      again.chat.draft.queue.map(({ text }) => text),
      ['second'],
    );
    assert.equal(shown(again.chat.session.messages)[0], 'You: first');
    const standIn = await standInService(cleanUp);
    assert.equal(again.chat.draft.isHeld(again.chat.draft.queue[0]!, again.chat.session.id), true);
    const opened = await openChat(cleanUp, workspace, counter(), { connection: () => connectionTo(standIn) });
    await opened.chat.submitDraft('third');
    assert.equal(standIn.requests.length, 1);
    assert.equal(opened.chat.draft.queue.length, 1);
  });

  it('holds queued messages, each for itself, while another session is shown', async () => {
    const { chat, standIn, first, exchange } = await openHeld();
    const { id } = chat.session;
    await chat.submitDraft('second');
    await chat.submitDraft('third');
    await chat.newSession();
    exchange.release();
    await first;
    await chat.openSession(id);
    assert.equal(chat.draft.text, '');
    assert.deepEqual(
      chat.draft.queue.map((message) => [message.text, chat.draft.isHeld(message, chat.session.id)]),
      [
        ['second', true],
        ['third', true],
      ],
    );
    assert.equal(standIn.requests.length, 1);
  });

  it('keeps queued messages while there is no connection', async () => {
    const { chat, standIn, first, exchange, disconnect } = await openHeld();
    await chat.submitDraft('second');
    disconnect();
    exchange.release();
    await first;
    assert.equal(await chat.sendQueued(chat.draft.queue[0]!.id), false);
    assert.deepEqual(
      chat.draft.queue.map(({ text }) => text),
      ['second'],
    );
    assert.equal(standIn.requests.length, 1);
  });

  it('does not queue a message that is submitted when the connection is back, and holds the message queued before', async () => {
    const { chat, standIn, first, exchange, disconnect, reconnect } = await openHeld();
    await chat.submitDraft('second');
    disconnect();
    exchange.release();
    await first;
    reconnect();
    const third = chat.submitDraft('third');
    (await request(standIn, 1)).release();
    await third;
    assert.deepEqual(askedIn(chat.session), ['first', 'third']);
    assert.deepEqual(
      chat.draft.queue.map(({ text }) => text),
      ['second'],
    );
    assert.equal(standIn.requests.length, 2);
  });

  it('does not queue a message behind queued messages that nothing sends, even if a reply runs in another session', async () => {
    const { chat, standIn, first, exchange, disconnect, reconnect } = await openHeld();
    await chat.newSession();
    const second = chat.submitDraft('second');
    const inNew = await standIn.nextRequest();
    await inNew.held;
    await chat.submitDraft('third');
    disconnect();
    inNew.release();
    await second;
    reconnect();
    const fourth = chat.submitDraft('fourth');
    (await request(standIn, 2)).release();
    await fourth;
    assert.deepEqual(
      chat.draft.queue.map(({ text }) => text),
      ['third'],
    );
    assert.deepEqual(askedIn(chat.session), ['second', 'fourth']);
    exchange.release();
    await first;
  });

  it('keeps the order of the messages if one is submitted while a reply is being booked', async () => {
    const { slowCounter, resume } = pausedCounter(counter());
    const { chat, standIn, first, exchange, lastReply, until } = await openHeld(slowCounter);
    await chat.submitDraft('second');
    exchange.release();
    await until(() => lastReply().state === 'complete');
    await chat.submitDraft('third');
    resume();
    for (const index of [1, 2]) (await request(standIn, index)).release();
    await first;
    assert.deepEqual(askedIn(chat.session), ['first', 'second', 'third']);
    assert.equal(standIn.requests.length, 3);
  });

  it('sends no queued message after the session is closed', async () => {
    const { slowCounter, resume } = pausedCounter(counter());
    const { chat, standIn, first, exchange, lastReply, until } = await openHeld(slowCounter);
    await chat.submitDraft('second');
    exchange.release();
    await until(() => lastReply().state === 'complete');
    const closing = chat.session.close();
    resume();
    await Promise.all([closing, first]);
    assert.deepEqual(
      chat.draft.queue.map(({ text }) => text),
      ['second'],
    );
    assert.equal(standIn.requests.length, 1);
  });

  it('keeps a queued message that cannot be saved, and still reports the message before it as sent', async () => {
    const { chat, standIn, errors, first, exchange, lastReply, until } = await openHeld();
    await chat.submitDraft('second');
    await rm(sessionFile(workspace));
    await mkdir(sessionFile(workspace));
    exchange.release();
    await until(() => lastReply().state === 'complete');
    assert.equal(await first, true);
    assert.equal(errors.length, 1);
    assert.deepEqual(
      chat.draft.queue.map(({ text }) => text),
      ['second'],
    );
    assert.equal(standIn.requests.length, 1);
  });

  it('removes a message from the saved queue if the message was sent before a crash, even if it was then deleted', async () => {
    const { chat, standIn, first, exchange } = await openHeld();
    await chat.submitDraft('second');
    const file = path.join(workspace.folder, 'draft.json');
    await untilFile(workspace.folder, async () => (await readFile(file, 'utf8').catch(() => '')).includes('second'));
    const draft = await readFile(file, 'utf8');
    exchange.release();
    (await request(standIn, 1)).release();
    await first;
    const openCrashed = async (shownId = chat.session.id) => {
      const crashed = { folder: await temporaryFolder(cleanUp), sessionId: shownId };
      await cp(path.dirname(sessionFile(workspace)), path.dirname(sessionFile(crashed)), { recursive: true });
      await writeFile(path.join(crashed.folder, 'draft.json'), draft);
      const again = await openChat(cleanUp, crashed, counter());
      await again.chat.openSession(chat.session.id);
      assert.deepEqual(again.chat.draft.queue, []);
      return again.chat.session.messages.length;
    };
    assert.equal(await openCrashed(), 4);
    assert.equal(await openCrashed(randomUUID()), 4);
    await chat.session.deleteExchange(chat.session.messages[2]!.id);
    assert.equal(await openCrashed(), 2);
    await chat.close();
    assert.doesNotMatch(await readFile(sessionFile(workspace), 'utf8'), /second/);
    assert.equal(await openCrashed(), 2);
  });
});

function askedIn({ messages }: Pick<ChatSession, 'messages'>): readonly string[] {
  return messages.flatMap((message) => (message.kind === 'question' ? [message.text] : []));
}

async function request(standIn: StandIn, index: number): Promise<Exchange> {
  return standIn.requests[index] ?? standIn.nextRequest();
}

/**
 * Returns a counter that returns no count before `resume` is called. Until then, a reply without reported usage is not
 * booked.
 */
function pausedCounter(counter: TokenCounter) {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const slowCounter: TokenCounter = {
    ...counter,
    count: async (text) => promise.then(async () => counter.count(text)),
  };
  return { slowCounter, resume: () => resolve(undefined) };
}
