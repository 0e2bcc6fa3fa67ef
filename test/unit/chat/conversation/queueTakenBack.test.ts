import { strict as assert } from 'node:assert';
import type { TokenCounter } from '../../../../src/meter/tokenCounter.ts';
import type { SpendQuestions } from '../../../../src/meter/spendGuard.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { createFaultyStore } from '../../faultyStore.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, draftOf, openChat, shown } from '../openChat.ts';

describe('a queued message that the user takes back while it is being sent', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  /**
   * Opens a chat with a queued message and a reply that pauses in the middle. `sendAnyway` is the question whether to
   * exceed the limit, which is set by `setLimit`. `onCount` and `onWrite` are called before the queued message is counted and written.
   */
  const openQueued = async () => {
    const standIn = await standInService(cleanUp, { tokens: 5 });
    standIn.script({ tokens: 20, hold: 3 });
    const asked = Promise.withResolvers<undefined>();
    const answer = Promise.withResolvers<boolean>();
    const hooks = {
      onPermit: () => {},
      onCount: undefined as ((text: string) => Promise<void>) | undefined,
      onWrite: (): string | undefined => undefined,
    };
    let daily = 0;
    const questions: SpendQuestions = {
      confirm: notAsked,
      sendAnyway: async () => {
        asked.resolve(undefined);
        return answer.promise;
      },
      sendWithUnknown: notAsked,
      warn: notAsked,
      tellHeld: notAsked,
      tellUnsent: notAsked,
    };
    const slowCounter: TokenCounter = {
      ...counter(),
      count: async (text) => {
        await hooks.onCount?.(text);
        return counter().count(text);
      },
    };
    const opened = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, slowCounter, {
      connection: () => connectionTo(standIn),
      limits: () => {
        hooks.onPermit();
        return { daily, session: 0, confirmAbove: 0 };
      },
      questions,
      wrapFiles: (files) =>
        createFaultyStore(files, (operation, name, text) =>
          operation === 'append' && name.startsWith('sessions/') && String(text).includes('second')
            ? hooks.onWrite()
            : undefined,
        ),
    });
    const first = opened.chat.submitDraft('first');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await opened.chat.submitDraft('second');
    const setLimit = (amount = 1) => {
      daily = amount;
    };
    return { ...opened, standIn, first, exchange, hooks, setLimit, asked: asked.promise, answer: answer.resolve };
  };
  type Opened = Awaited<ReturnType<typeof openQueued>>;

  /** Sends the queued message by the user's command, and resolves while the user is asked about the limit. */
  const askAboutLimit = async ({ chat, first, setLimit, asked }: Opened) => {
    chat.session.stop();
    await first;
    setLimit();
    const sending = chat.sendQueued(chat.draft.queue[0]!.id);
    await asked;
    return sending;
  };
  const assertOnlyInBox = async ({ chat, standIn, sessions }: Opened, sessionId: string) => {
    assert.deepEqual(draftOf(chat), { text: 'second', attachments: [], queue: [] });
    assert.equal(standIn.requests.length, 1);
    const { messages } = await sessions.load(sessionId);
    assert.deepEqual(shown(messages)[0], 'You: first');
    assert.equal(messages.length, 2);
  };

  const assertHeld = ({ chat: { draft } }: Opened) => {
    assert.deepEqual(
      draft.queue.map((message) => [message.text, draft.isHeld(message, message.sessionId!)]),
      [['second', true]],
    );
    assert.equal(draft.text, '');
  };

  /** The texts of the sent messages. */
  const askedIn = ({ chat: { session } }: Opened) =>
    session.messages.flatMap((each) => (each.kind === 'question' ? [each.text] : []));
  /** The texts and states of the queued messages. */
  const queueOf = ({ chat: { draft } }: Opened) =>
    draft.queue.map((message) => {
      const state = draft.isWaiting(message)
        ? 'waits'
        : draft.isHeld(message, message.sessionId!)
          ? 'held'
          : 'automatic';
      return `${message.text}: ${state}`;
    });

  it('is not overtaken by the messages behind it, which are sent after it if the user sends it before the reply ends', async () => {
    const opened = await openQueued();
    const { chat, first, exchange } = opened;
    await chat.submitDraft('third');
    chat.draft.editQueued(chat.draft.queue[0]!.id);
    assert.deepEqual(queueOf(opened), ['third: waits']);
    await chat.submitDraft('second');
    assert.deepEqual(queueOf(opened), ['second: automatic', 'third: automatic']);
    exchange.release();
    await first;
    assert.deepEqual(askedIn(opened), ['first', 'second', 'third']);
  });

  for (const [action, act, sent] of [
    ['sends it', async ({ chat }) => chat.submitDraft('second'), ['second']],
    [
      'sends it in another session',
      async ({ chat }) => {
        await chat.newSession();
        await chat.submitDraft('second');
      },
      [],
    ],
    ['removes its text', ({ chat }) => chat.draft.setText(''), []],
    ['puts it back', async ({ chat }) => chat.putBackQueued(), []],
    ['stops', ({ chat }) => chat.stop(), []],
    ['asks something else', async ({ chat }) => chat.ask('fifth', []), ['fifth']],
    ['removes the next message', ({ chat }) => void chat.draft.removeQueued(chat.draft.queue[0]!.id), []],
    ['edits the next message, too', ({ chat }) => chat.draft.editQueued(chat.draft.queue[0]!.id), []],
    ['sends the next message', async ({ chat }) => chat.sendQueued(chat.draft.queue[0]!.id), ['third']],
  ] as readonly (readonly [string, (opened: Opened) => unknown, readonly string[]])[]) {
    it(`is followed by no message without the user’s act if the reply has ended, and the user then ${action}`, async () => {
      const opened = await openQueued();
      const { chat, first, exchange } = opened;
      const { id } = chat.session;
      await chat.submitDraft('third');
      chat.draft.editQueued(chat.draft.queue[0]!.id);
      await chat.ask('fourth', []);
      exchange.release();
      await first;
      assert.deepEqual(queueOf(opened), ['third: held', 'fourth: held']);
      await act(opened);
      await chat.openSession(id);
      await chat.ask('another question', []);
      assert.deepEqual(askedIn(opened), ['first', ...sent, 'another question']);
      assert.ok(queueOf(opened).every((each) => each.endsWith(': held')));
    });
  }

  it('is not sent if the user edits it before it is written', async () => {
    const opened = await openQueued();
    const { chat, first, exchange, hooks } = opened;
    hooks.onPermit = () => {
      if (chat.session.messages.length === 2) for (const { id } of chat.draft.queue) chat.draft.editQueued(id);
    };
    exchange.release();
    await first;
    await assertOnlyInBox(opened, chat.session.id);
  });

  it('is not sent if the user edits it while the question about a limit is open', async () => {
    const opened = await openQueued();
    const { chat, answer } = opened;
    const sending = askAboutLimit(opened);
    await opened.asked;
    chat.draft.editQueued(chat.draft.queue[0]!.id);
    answer(true);
    assert.equal(await sending, false);
    await assertOnlyInBox(opened, chat.session.id);
  });

  for (const [action, leave] of [
    ['shows a new session', async ({ chat }: Opened) => chat.newSession()],
    ['deletes its session', async ({ chat, library }: Opened) => library.delete(chat.session.id)],
  ] as const) {
    it(`is not sent, and stays in the queue, if the user ${action} while the question about a limit is open`, async () => {
      const opened = await openQueued();
      const { chat, answer, standIn, until } = opened;
      const { id } = chat.session;
      const sending = askAboutLimit(opened);
      await opened.asked;
      const leaving = leave(opened);
      await until(() => chat.session.id !== id);
      answer(true);
      assert.equal(await sending, false);
      await leaving;
      assertHeld(opened);
      assert.equal(standIn.requests.length, 1);
    });
  }

  for (const [action, hold] of [
    ['shows a new session', async ({ chat }: Opened) => chat.newSession()],
    ['stops the conversation', ({ chat }: Opened) => chat.stop()],
  ] as const) {
    it(`is not sent automatically, and stays in the queue, if the user ${action} while it is checked`, async () => {
      const opened = await openQueued();
      const { chat, standIn, first, exchange, hooks, setLimit } = opened;
      const { session } = chat;
      const [counting, counted] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
      hooks.onCount = async (text) => {
        if (!text.includes('second')) return;
        counting.resolve(undefined);
        await counted.promise;
      };
      // A high limit, so that the message is counted before it is sent, and no question is asked.
      setLimit(1e12);
      exchange.release();
      await counting.promise;
      await hold(opened);
      counted.resolve(undefined);
      await first;
      assertHeld(opened);
      assert.deepEqual(
        [standIn.requests.length, shown(session.messages).filter((each) => each.startsWith('You'))],
        [1, ['You: first']],
      );
    });
  }

  it('is not saved in a session that is being released', async () => {
    const opened = await openQueued();
    const { chat, asked, answer } = opened;
    const { id } = chat.session;
    const sending = askAboutLimit(opened);
    await asked;
    const releasing = chat.release(async () => Promise.resolve(false));
    answer(true);
    await Promise.all([sending, releasing]);
    await assertOnlyInBox(opened, id);
  });

  it('is sent and leaves the queue if the write has begun', async () => {
    const { chat, standIn, first, exchange, hooks } = await openQueued();
    hooks.onWrite = () => {
      chat.draft.editQueued(chat.draft.queue[0]!.id);
      chat.draft.editQueue();
      return undefined;
    };
    exchange.release();
    await first;
    assert.deepEqual(draftOf(chat), { text: '', attachments: [], queue: [] });
    assert.equal(standIn.requests.length, 2);
    assert.equal(chat.session.messages.length, 4);
  });

  it('moves to the message box when its write has failed', async () => {
    const opened = await openQueued();
    const { chat, first, exchange, hooks, errors } = opened;
    hooks.onWrite = () => {
      chat.draft.editQueue();
      return 'ENOSPC';
    };
    exchange.release();
    await first;
    assert.equal(errors.length, 1);
    await assertOnlyInBox(opened, chat.session.id);
  });
});

function notAsked(): never {
  throw new Error('Unexpected question to the user.');
}
