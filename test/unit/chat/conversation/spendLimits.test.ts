import { strict as assert } from 'node:assert';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { WorkspaceChat } from '../../../../src/chat/conversation/workspaceChat.ts';
import type { Reply } from '../../../../src/chat/messages/message.ts';
import type { ReachedLimit, SpendLimits } from '../../../../src/meter/budget.ts';
import type { SpendQuestions } from '../../../../src/meter/spendGuard.ts';
import type { StandIn } from '../../../standIn/standIn.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, estimateOf, openChat, shown, type OpenChat } from '../openChat.ts';

describe('spend limits', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  let standIn: StandIn;
  let limits: SpendLimits;
  let asked: string[];
  let answer: boolean;
  /** Answers the confirmation of an expensive message, instead of `answer`. */
  let onConfirm: (() => Promise<boolean>) | undefined;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
    standIn = await standInService(cleanUp);
    limits = { daily: 0, session: 0, confirmAbove: 0 };
    asked = [];
    answer = false;
    onConfirm = undefined;
  });

  const ask = (question: string) => {
    asked.push(question);
    return answer;
  };
  const questions: SpendQuestions = {
    confirm: async (price) => {
      const agrees = ask(price.high > 0 ? 'confirm' : 'confirm nothing');
      return onConfirm?.() ?? agrees;
    },
    sendAnyway: async ({ limit }) => Promise.resolve(ask(`${limit} is reached`)),
    sendWithUnknown: async (limit) => Promise.resolve(ask(`${limit} is unknown`)),
    warn: ({ limit }: ReachedLimit) => void asked.push(`${limit} is near`),
    tellHeld: () => void asked.push('held'),
    tellUnsent: () => void asked.push('unsent'),
  };
  const settings = () => ({
    connection: () => connectionTo(standIn),
    questions,
    limits: () => limits,
  });
  /** Opens a window. All windows store their spend in one folder, so that each window sees the spend of the others. */
  const openWindow = async (windowId = 'window'): Promise<OpenChat> =>
    openChat(cleanUp, { folder, windowId, sessionId: windowId }, counter(), settings());
  const block = () => {
    limits = { daily: 1, session: 0, confirmAbove: 0 };
  };

  it('block messages, retries, continuations and edits without changing the draft, until the user agrees', async () => {
    const { chat } = await openWindow();
    await chat.submitDraft('First');
    const before = shown(chat.session.messages);
    const id = chat.session.id;
    const reply = chat.session.messages[1]!.id;
    block();
    chat.draft.setText('Second');
    const ways: readonly (() => Promise<boolean>)[] = [
      async () => chat.submitDraft('Second'),
      async () => chat.ask('Explain this code.', []),
      async () => chat.retry(reply),
      async () => chat.continue(chat.session.messages.at(-1)!.id, 'Continue'),
      async () => chat.sendEdited(chat.session.messages[0]!.id, 'First, edited'),
    ];
    for (const [index, send] of ways.entries()) {
      assert.equal(await send(), false, String(index));
      assert.equal(asked.length, index + 1);
    }
    assert.equal(standIn.requests.length, 1);
    assert.deepEqual(
      [shown(chat.session.messages), chat.session.id, chat.draft.text, chat.draft.queue],
      [before, id, 'Second', []],
    );
    answer = true;
    for (const send of ways) assert.equal(await send(), true);
    assert.equal(standIn.requests.length, 6);
  });

  it('ask about a question and a retry whose price the user has not seen, although no limit is set', async () => {
    const { chat } = await openWindow();
    await chat.submitDraft('Expensive text. '.repeat(10_000));
    const reply = chat.session.messages[1]!.id;
    assert.deepEqual(asked, []);
    const sent = standIn.requests.length;
    assert.equal(await chat.ask('Explain this code.', [], { shownPrice: 0 }), false);
    assert.equal(await chat.retry(reply, { shownPrice: 0 }), false);
    assert.deepEqual([asked, standIn.requests.length], [['confirm', 'confirm'], sent]);
    assert.equal(await chat.ask('Explain this code.', []), true);
    assert.equal(await chat.retry(reply), true);
    assert.deepEqual([asked.length, standIn.requests.length], [2, sent + 2]);
  });

  it('hold back a queued question whose price the user has not seen, although no limit is set', async () => {
    standIn.script({ hold: 3 });
    const { chat } = await openWindow();
    const first = chat.submitDraft('First');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    const code = 'const value = 1234567;\n'.repeat(10_000);
    const attachment = { id: 'a', path: 'a.ts', startLine: 1, endLine: 10_000, languageId: 'typescript', code };
    await chat.ask('Explain this code.', [attachment], { shownPrice: 0 });
    assert.equal(chat.draft.isHeld(chat.draft.queue[0]!, chat.session.id), false);
    exchange.release();
    await first;
    assert.deepEqual([asked, chat.draft.queue.length, standIn.requests.length], [['held'], 1, 1]);
    assert.equal(await chat.sendQueued(chat.draft.queue[0]!.id, { shownPrice: 0 }), false);
    assert.deepEqual(asked, ['held', 'confirm']);
    assert.equal(await chat.sendQueued(chat.draft.queue[0]!.id, { shownPrice: 1e9 }), true);
    assert.deepEqual([asked.length, chat.draft.queue], [2, []]);
  });

  it('hold back queued messages without asking, until the user sends one and agrees to exceed the limit', async () => {
    standIn.script({ hold: 3 });
    const { chat } = await openWindow();
    const first = chat.submitDraft('First');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await chat.submitDraft('Second');
    block();
    exchange.release();
    await first;
    assert.deepEqual(
      [asked, chat.draft.queue.map(({ text }) => text), standIn.requests.length],
      [['held'], ['Second'], 1],
    );
    const [queued] = chat.draft.queue;
    assert.equal(await chat.sendQueued(queued!.id), false);
    assert.equal(chat.draft.queue.length, 1);
    answer = true;
    assert.equal(await chat.sendQueued(queued!.id), true);
    assert.deepEqual([chat.draft.queue, standIn.requests.length], [[], 2]);
  });

  it('count the spend of other windows, including running requests', async () => {
    const [a, b] = [(await openWindow('a')).chat, (await openWindow('b')).chat];
    /** Sets the daily limit to the spend so far plus the high end of the estimated cost of one message. */
    const allowOne = async (chat: WorkspaceChat, text: string) => {
      const spent = standIn.ledger.reduce((sum, { cost }) => sum + cost, 0);
      limits = { daily: spent + (await estimateOf(chat, text)).high, session: 0, confirmAbove: 0 };
    };
    await a.submitDraft('First');
    await allowOne(b, 'Second');
    assert.equal(await b.submitDraft('Second'), true);
    assert.deepEqual(asked, ['daily is near']);
    assert.equal(await a.submitDraft('Third'), false);
    assert.deepEqual(asked, ['daily is near', 'daily is reached']);
    await allowOne(a, 'Fourth');
    standIn.script({ hold: 'before-headers' });
    const running = a.submitDraft('Fourth');
    await standIn.nextRequest();
    await standIn.nextRequest();
    const held = await standIn.nextRequest();
    assert.equal(await b.submitDraft('Fifth'), false);
    assert.equal(asked.at(-1), 'daily is reached');
    held.release();
    await running;
  });

  it('allow at most one of two messages that two windows send at the same time', async () => {
    const chats = [(await openWindow('a')).chat, (await openWindow('b')).chat];
    const price = (await estimateOf(chats[0]!, 'Hello')).high;
    limits = { daily: Math.round(price * 1.5), session: 0, confirmAbove: 0 };
    await Promise.all(chats.map(async (chat) => chat.submitDraft('Hello')));
    assert.ok(asked.includes('daily is reached'));
    assert.ok(standIn.requests.length <= 1);
    const replies = chats.map(({ session }) => session.messages.at(-1) as Reply);
    const unsent = replies.filter(({ ending }) => ending?.error?.name === 'NotSentError');
    assert.equal(unsent.length, 2 - standIn.requests.length);
    for (const { ending, cost } of unsent) {
      assert.deepEqual([ending?.charged, ending?.error?.code, cost?.high], ['no', 'daily_limit', 0]);
    }
  });

  it('ask about a message if the running reply of another session of the window leaves too little of the daily limit', async () => {
    const { chat } = await openWindow();
    const price = (await estimateOf(chat, 'First')).high;
    limits = { daily: Math.round(price * 1.5), session: 0, confirmAbove: 0 };
    standIn.script({ hold: 'before-headers' });
    const first = chat.submitDraft('First');
    const running = await standIn.nextRequest();
    await chat.newSession();
    assert.equal(await chat.submitDraft('Second'), false);
    assert.deepEqual([asked, standIn.requests.length, chat.background.length], [['daily is reached'], 1, 1]);
    answer = true;
    standIn.script({ hold: 'before-headers' });
    const second = chat.submitDraft('Second');
    const beside = await standIn.nextRequest();
    assert.deepEqual([asked.length, running.status, chat.background.length], [2, undefined, 1]);
    for (const exchange of [running, beside]) exchange.release();
    assert.deepEqual(await Promise.all([first, second]), [true, true]);
  });

  it('block a message if another window has reached the limit before the user confirms', async () => {
    const [a, b] = [(await openWindow('a')).chat, (await openWindow('b')).chat];
    const long = 'Look at this. '.repeat(100);
    const price = (await estimateOf(a, long)).high;
    limits = { daily: Math.round(price * 1.5), session: 0, confirmAbove: 100_000 };
    onConfirm = async () => {
      limits = { ...limits, daily: 0 };
      standIn.script({ tokens: 400 });
      await b.submitDraft('Hi');
      limits = { ...limits, daily: standIn.ledger[0]!.cost + 1 };
      return true;
    };
    await a.submitDraft(long);
    assert.deepEqual(asked, ['confirm', 'daily is reached']);
    assert.equal(standIn.requests.length, 1);
  });

  it('ask before a retry that the user started if another window has reached the limit during the wait', async () => {
    const [a, b] = [await openWindow('a'), (await openWindow('b')).chat];
    limits = { daily: 10 * (await estimateOf(b, 'Hello')).high, session: 0, confirmAbove: 0 };
    standIn.script({ fault: { kind: 'status', status: 429, retryAfter: '60' } });
    standIn.script({ tokens: 400 });
    const sent = a.chat.submitDraft('Hello');
    await a.until(() =>
      a.events.some((event) => event.type === 'replyChanged' && event.reply.progress?.kind === 'repeating'),
    );
    await b.submitDraft('Hello');
    a.chat.session.sendNow();
    await sent;
    assert.equal(asked.at(-1), 'daily is reached');
    assert.equal(standIn.requests.length, 2);
    assert.deepEqual([a.lastReply().state, a.lastReply().cost?.high], ['failed', 0]);
    assert.equal(a.lastReply().ending?.error?.code, 'daily_limit');
  });

  for (const limit of ['daily', 'session'] as const) {
    it(`block an automatic retry over the ${limit} limit without a question, and end the reply with the reason`, async () => {
      const { chat, until, events, lastReply } = await openWindow();
      standIn.script({ fault: { kind: 'status', status: 429, retryAfter: '0.3' } });
      const sent = chat.submitDraft('Hello');
      await until(() =>
        events.some((event) => event.type === 'replyChanged' && event.reply.progress?.kind === 'repeating'),
      );
      limits = { daily: 0, session: 0, confirmAbove: 0, [limit]: 1 };
      await sent;
      assert.deepEqual([asked, standIn.requests.length], [[], 1]);
      const { state, cost, ending } = lastReply();
      assert.deepEqual([state, cost?.high], ['failed', 0]);
      assert.deepEqual([ending?.error?.name, ending?.error?.code], ['NotSentError', `${limit}_limit`]);
    });
  }

  it('warn only once for two messages near the daily limit', async () => {
    const { chat } = await openWindow();
    standIn.script({ tokens: 400 });
    await chat.submitDraft('First');
    limits = { daily: Math.round(standIn.ledger[0]!.cost * 1.2), session: 0, confirmAbove: 0 };
    for (const text of ['Second', 'Third']) {
      await chat.newSession();
      standIn.script({ tokens: 0 });
      assert.equal(await chat.submitDraft(text), true);
    }
    assert.deepEqual(asked, ['daily is near']);
  });

  it('block the session whose session limit is reached, but not a new session', async () => {
    const { chat } = await openWindow();
    await chat.submitDraft('First');
    limits = { daily: 0, session: standIn.ledger[0]!.cost, confirmAbove: 0 };
    assert.equal(await chat.submitDraft('Second'), false);
    assert.deepEqual(asked, ['session is reached']);
    await chat.newSession();
    assert.equal(await chat.submitDraft('Second'), true);
  });

  it('ask for confirmation of an expensive message', async () => {
    const { chat } = await openWindow();
    limits = { daily: 0, session: 0, confirmAbove: 100_000 };
    assert.equal(await chat.submitDraft('Hi'), true);
    assert.deepEqual(asked, []);
    assert.equal(await chat.submitDraft('Look at this. '.repeat(100)), false);
    assert.deepEqual([asked, standIn.requests.length], [['confirm'], 1]);
    answer = true;
    assert.equal(await chat.submitDraft('Look at this. '.repeat(100)), true);
    assert.equal(standIn.requests.length, 2);
  });
});

describe('SpendPermit', () => {
  it('is created only by the spend guard, and requests are sent only by createMeteredSend', async () => {
    const source = path.join(import.meta.dirname, '../../../../src');
    const names = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.ts'));
    const files = await Promise.all(
      names.map(async (name) => [name, await readFile(path.join(source, name), 'utf8')] as const),
    );
    const using = (pattern: RegExp) =>
      files
        .filter(([, code]) => pattern.test(code))
        .map(([name]) => name)
        .toSorted();
    const meteredSend = 'chat/conversation/meteredSend.ts';
    assert.deepEqual(using(/as SpendPermit/), ['meter/spendGuard.ts']);
    assert.deepEqual(using(/\bguard\.permit\(/), [meteredSend]);
    assert.deepEqual(using(/\bmeter\.begin\(/), [meteredSend]);
    // recoverReplies calls `meter.end` too. It books replies that a crash left without a cost, and sends nothing.
    assert.deepEqual(using(/\bmeter\.end\(/), [meteredSend, 'chat/conversation/recoverReplies.ts']);
    // These files are the client and its wrappers. Wrappers pass on each request with the permit that it already has.
    const wrappers = ['api/client.ts', 'api/repeatRequests.ts', 'vscode/errors/logRequests.ts'];
    assert.deepEqual(using(/\bstreamChat\(/), [...wrappers, meteredSend].toSorted());
  });
});
