import { strict as assert } from 'node:assert';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat, type OpenChat } from '../openChat.ts';

describe('WorkspaceChat.sendQueued', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  /** Opens a chat with a stopped reply and these messages in the queue, which the stop has held. */
  const openHeld = async (...texts: readonly string[]) => {
    const standIn = await standInService(cleanUp, { tokens: 5 });
    const opened = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
    });
    const { chat } = opened;
    /** Calls `send`, and resolves when the middle of the reply has arrived. */
    const paused = async (send: () => Promise<boolean>) => {
      standIn.script({ tokens: 20, hold: 3 });
      const sending = send();
      const exchange = await standIn.nextRequest();
      await exchange.held;
      return { sending, release: () => exchange.release() };
    };
    const first = await paused(async () => chat.submitDraft('first'));
    for (const text of texts) await chat.submitDraft(text);
    chat.stop();
    await first.sending;
    return { chat, standIn, paused };
  };
  const askedIn = ({ session }: OpenChat['chat']) =>
    session.messages.flatMap((each) => (each.kind === 'question' ? [each.text] : []));
  /** The texts of the queue. An asterisk marks held messages. */
  const queueOf = ({ draft, session }: OpenChat['chat']) =>
    draft.queue.map((each) => `${each.text}${draft.isHeld(each, session.id) ? '*' : ''}`);

  it('lets a held message follow the running reply, in its place, and leaves the others held', async () => {
    const { chat, standIn, paused } = await openHeld('second', 'third', 'fourth');
    const [second, third] = chat.draft.queue;
    const { sending, release } = await paused(async () => chat.sendQueued(second!.id));
    assert.equal(await chat.sendQueued(third!.id), true);
    assert.deepEqual([standIn.requests.length, ...queueOf(chat)], [2, 'third', 'fourth*']);
    release();
    await sending;
    assert.deepEqual(askedIn(chat), ['first', 'second', 'third']);
    assert.deepEqual([standIn.requests.length, ...queueOf(chat)], [3, 'fourth*']);
  });

  it('holds the message again if the running reply is stopped', async () => {
    const { chat, standIn, paused } = await openHeld('second', 'third');
    const [second, third] = chat.draft.queue;
    const { sending } = await paused(async () => chat.sendQueued(second!.id));
    await chat.sendQueued(third!.id);
    chat.stop();
    await sending;
    assert.deepEqual([standIn.requests.length, ...queueOf(chat)], [2, 'third*']);
  });

  it('sends nothing if the running reply is stopped before the message can be sent', async () => {
    const { chat, standIn, paused } = await openHeld('second');
    const { sending } = await paused(async () => chat.ask('question', []));
    const closed = Promise.withResolvers<undefined>();
    const closing = chat.whileClosed('other', async () => closed.promise);
    const sendingQueued = chat.sendQueued(chat.draft.queue[0]!.id);
    chat.stop();
    await sending;
    closed.resolve(undefined);
    await closing;
    assert.equal(await sendingQueued, false);
    assert.deepEqual([standIn.requests.length, ...queueOf(chat)], [2, 'second*']);
  });

  it('sends the message if another session is stopped, or the running reply ends, before the message can be sent', async () => {
    const { chat, standIn, paused } = await openHeld('second');
    const { sending, release } = await paused(async () => chat.ask('question', []));
    const closed = Promise.withResolvers<undefined>();
    const closing = chat.whileClosed('other', async () => closed.promise);
    const sendingQueued = chat.sendQueued(chat.draft.queue[0]!.id);
    chat.stopBackground('another');
    release();
    await sending;
    closed.resolve(undefined);
    await closing;
    assert.equal(await sendingQueued, true);
    assert.deepEqual([standIn.requests.length, ...queueOf(chat)], [3]);
  });

  it('lets a message of another session follow the running reply of the shown session', async () => {
    const { chat, paused } = await openHeld('of another session');
    await chat.newSession();
    const { sending, release } = await paused(async () => chat.ask('question', []));
    assert.equal(await chat.sendQueued(chat.draft.queue[0]!.id), true);
    release();
    await sending;
    assert.deepEqual([askedIn(chat), queueOf(chat)], [['question', 'of another session'], []]);
  });
});
