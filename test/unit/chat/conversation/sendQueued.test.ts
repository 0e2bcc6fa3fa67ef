import { strict as assert } from 'node:assert';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TokenCounter } from '../../../../src/meter/tokenCounter.ts';
import type { Script } from '../../../standIn/script.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat, type OpenChat } from '../openChat.ts';

describe('WorkspaceChat.sendQueued', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  /**
   * Opens a chat with a stopped reply and these messages in the queue, which the stop has held. `onCount` is awaited before
   * tokens are counted.
   */
  const openHeld = async (...texts: readonly string[]) => {
    const standIn = await standInService(cleanUp, { tokens: 5 });
    const hooks = { onCount: async () => {} };
    const hookedCounter: TokenCounter = {
      ...counter(),
      count: async (text) => hooks.onCount().then(async () => counter().count(text)),
    };
    const { chat, until } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, hookedCounter, {
      connection: () => connectionTo(standIn),
    });
    /** Calls `send`, and resolves when the middle of the reply has arrived. */
    const paused = async (send: () => Promise<boolean>, script: Script = {}) => {
      standIn.script({ tokens: 20, hold: 3, ...script });
      const sending = send();
      const exchange = await standIn.nextRequest();
      await exchange.held;
      return { sending, release: () => exchange.release() };
    };
    const first = await paused(async () => chat.submitDraft('first'));
    for (const text of texts) await chat.submitDraft(text);
    chat.stop();
    await first.sending;
    return { chat, standIn, paused, until, hooks };
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

  for (const end of ['stopped', 'failed'] as const)
    for (const [sent, send] of [
      ['second', async (chat: OpenChat['chat']) => chat.sendQueued(chat.draft.queue[0]!.id)],
      ['new', async (chat: OpenChat['chat']) => chat.ask('new', [])],
    ] as const)
      it(`sends the ${sent} message while a ${end} reply is being booked, and holds the messages behind it`, async () => {
        const { chat, paused, until, hooks } = await openHeld();
        const fault = { kind: 'error', afterTokens: 5, body: 'openai' } as const;
        const { sending, release } = await paused(async () => chat.ask('question', []), { fault });
        for (const text of ['second', 'third']) await chat.submitDraft(text);
        const counted = Promise.withResolvers<undefined>();
        hooks.onCount = async () => {
          await counted.promise;
        };
        if (end === 'stopped') chat.stop();
        else release();
        await until(() => !chat.session.isRunning);
        const answer = { isGiven: false };
        const sendingNext = send(chat).finally(() => (answer.isGiven = true));
        while (!chat.session.isRunning && !answer.isGiven) await nextTurn();
        counted.resolve(undefined);
        assert.deepEqual([await sendingNext, await sending], [true, true]);
        assert.deepEqual(askedIn(chat), ['first', 'question', sent]);
        assert.equal(queueOf(chat).at(-1), 'third*');
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
