import { strict as assert } from 'node:assert';
import type { WorkspaceChat } from '../../../../src/chat/conversation/workspaceChat.ts';
import { joinContinuations } from '../../../../src/chat/messages/joinedReplies.ts';
import type { TranscriptRecord } from '../../../../src/chat/messages/transcript.ts';
import type { ConversationMode, Reply } from '../../../../src/chat/messages/message.ts';
import type { Cost } from '../../../../src/meter/cost.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { countTurns } from '../../eventLoopTurns.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat, type OpenChat } from '../openChat.ts';
import { mayNeedFollowUp } from '../../../../src/chat/conversation/nextCosts.ts';
import { exchangeRecords } from './exchangeRecords.ts';

describe('prices of the requests that can follow a reply', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  /** Opens a conversation of two questions. All questions and replies have different lengths. */
  const converse = async (mode: ConversationMode) => {
    const standIn = await standInService(cleanUp, { usage: 'withheld' });
    const opened = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      options: { mode },
      connection: () => connectionTo(standIn),
    });
    for (const [text, tokens] of [
      ['First question. '.repeat(100), 600],
      ['Second question', 1_500],
    ] as const) {
      standIn.script({ tokens });
      await opened.chat.submitDraft(text);
    }
    const [first, second] = opened.chat.session.messages.filter((message) => message.kind === 'reply');
    return { ...opened, standIn, first: first!, second: second! };
  };
  const nextCosts = async ({ chat }: OpenChat, { id }: Reply) => {
    await chat.session.priceReply(id);
    const reply = chat.session.messages.find((message) => message.id === id);
    assert.ok(reply?.kind === 'reply' && reply.nextCosts !== undefined);
    return reply.nextCosts;
  };
  const assertPrices = (cost: Cost, bill: { readonly prompt: number; readonly cost: number } | undefined) => {
    assert.ok(bill);
    assert.ok(cost.low <= bill.cost && bill.cost <= cost.high, `${bill.cost} is not in ${cost.low}…${cost.high}`);
    const { inputTokens } = cost;
    assert.ok(inputTokens >= bill.prompt && inputTokens < bill.prompt * 1.06 + 60, `${inputTokens}, ${bill.prompt}`);
  };

  for (const mode of ['session', 'messages'] as const) {
    it(`are ranges that include the billed cost of a retry, for the last and an earlier question, in mode "${mode}"`, async () => {
      const opened = await converse(mode);
      const { chat, standIn, first, second } = opened;
      for (const reply of [second, first]) {
        const { resend } = await nextCosts(opened, reply);
        standIn.script({ tokens: 0 });
        await chat.retry(reply.id);
        assertPrices(resend, standIn.ledger.at(-1));
      }
    });

    it(`are ranges that include the billed cost of a request to continue the reply, in mode "${mode}"`, async () => {
      const opened = await converse(mode);
      const { chat, standIn, second } = opened;
      const { continue: price } = await nextCosts(opened, second);
      standIn.script({ tokens: 0 });
      await chat.continue(second.id, 'Continue');
      assertPrices(price!, standIn.ledger.at(-1));
    });
  }

  for (const mode of ['session', 'messages'] as const) {
    it(`include the billed cost of a retry of a complete reply that was continued, in mode "${mode}"`, async () => {
      const { chat, standIn, second } = await converse(mode);
      await chat.continue(second.id, 'Continue');
      await chat.session.priceReply(second.id);
      const { nextCosts: costs } = shownReply(chat, second.id);
      assert.ok(costs);
      standIn.script({ tokens: 0 });
      await chat.retry(second.id);
      assert.equal(chat.session.messages.findLast(({ kind }) => kind === 'question')?.text, 'Second question');
      assertPrices(costs.resend, standIn.ledger.at(-1));
    });

    it(`include the billed cost of a second attempt after a failed continuation, in mode "${mode}"`, async () => {
      const { chat, standIn, second } = await converse(mode);
      standIn.script({ tokens: 20, fault: { kind: 'error', afterTokens: 0, body: 'openai' } });
      await chat.continue(second.id, 'Continue');
      const failed = shownReply(chat, second.id);
      assert.deepEqual([failed.state, failed.text], ['failed', second.text]);
      standIn.script({ reply: ' The end.' });
      await chat.retry(second.id);
      const [first, again] = standIn.requests.slice(-2).map(({ body }) => body);
      assert.equal(again, first);
      const whole = shownReply(chat, second.id);
      assert.deepEqual([whole.state, whole.text], ['complete', `${second.text} The end.`]);
      assertPrices(failed.nextCosts!.resend, standIn.ledger.at(-1));
      const costs = chat.session.messages.slice(3).map((each) => (each.kind === 'reply' ? (each.cost?.high ?? 0) : 0));
      assert.equal(
        whole.cost?.high,
        costs.reduce((sum, each) => sum + each),
      );
    });
  }

  it('of a second attempt are for the question of the reply if the failed continuation has text', async () => {
    const { chat, standIn, second } = await converse('session');
    standIn.script({ reply: ' The middle of the text.', fault: { kind: 'error', afterTokens: 3, body: 'openai' } });
    await chat.continue(second.id, 'Continue');
    const { text, nextCosts: costs } = shownReply(chat, second.id);
    assert.ok(text.length > second.text.length);
    standIn.script({ tokens: 0 });
    await chat.retry(second.id);
    assert.equal(shownReply(chat, second.id).text, text);
    assert.equal(chat.session.messages.findLast(({ kind }) => kind === 'question')?.text, 'Second question');
    assertPrices(costs!.resend, standIn.ledger.at(-1));
  });

  it('are estimated for the request to continue only under the last reply, also after a deletion', async () => {
    const { chat, standIn } = await converse('session');
    const fault = { kind: 'cut', afterBytes: 2_000, how: 'fin' } as const;
    for (const text of ['One', 'Two']) {
      standIn.script({ tokens: 100, fault });
      await chat.submitDraft(text);
    }
    const [one, two] = chat.session.messages.filter(({ kind }) => kind === 'reply').slice(-2);
    const canContinue = (id: string) => shownReply(chat, id).nextCosts?.continue !== undefined;
    assert.deepEqual([canContinue(one!.id), canContinue(two!.id)], [false, true]);
    await chat.session.deleteExchange(two!.id);
    assert.equal(canContinue(one!.id), true);
    await chat.session.restoreDeleted(two!.id);
    assert.deepEqual([canContinue(one!.id), canContinue(two!.id)], [false, true]);
  });

  it('are estimated once for a reply with all its continuations, and let other tasks run after each reply', async () => {
    const opened = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter());
    await opened.sessions.append('stopped', [
      ...continuedRecords('long', 50),
      ...Array.from({ length: 50 }, (_, index) => continuedRecords(`${index}`, 0)).flat(),
    ]);
    await opened.chat.openSession('stopped');
    const { length } = opened.events;
    const [, turns] = await countTurns(async () => opened.chat.session.priceNext());
    const changed = opened.events.slice(length).map((event) => (event.type === 'replyChanged' ? event.reply.id : ''));
    assert.deepEqual(changed, ['r-long-50', ...Array.from({ length: 50 }, (_, index) => `r-${index}-0`)]);
    assert.ok(turns >= 50, `The event loop turned ${turns} times.`);
  });

  it('are not estimated automatically for a complete reply', async () => {
    const { first, second } = await converse('session');
    assert.deepEqual([first.nextCosts, second.nextCosts], [undefined, undefined]);
  });

  it('are estimated automatically for an empty reply, a broken-off reply and a stopped reply', async () => {
    const { chat, standIn, until, lastReply } = await converse('session');
    standIn.script({ tokens: 0 });
    await chat.submitDraft('Say nothing');
    assert.ok(lastReply().nextCosts);
    standIn.script({ tokens: 100, fault: { kind: 'cut', afterBytes: 2_000, how: 'fin' } });
    await chat.submitDraft('Break off');
    assert.ok(lastReply().nextCosts);
    for (let count = 0; count < 4; count += 1) await standIn.nextRequest();
    standIn.script({ tokens: 100, hold: 10 });
    const sent = chat.submitDraft('Wait');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await until(() => lastReply().text === exchange.textSent);
    await chat.session.priceReply(lastReply().id);
    assert.equal(lastReply().nextCosts, undefined, 'no prices while the reply runs');
    chat.session.stop();
    await sent;
    assert.ok(lastReply().nextCosts);
  });

  it('are estimated for a reply whose question is missing from a damaged file', async () => {
    const opened = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter());
    await opened.sessions.append('damaged', exchangeRecords('Lost').slice(1));
    await opened.chat.openSession('damaged');
    const { resend, continue: continued } = await nextCosts(opened, opened.lastReply());
    assert.ok(resend.high < continued!.high);
  });
});

/** Returns the reply with its continuations as the panel shows it. */
function shownReply({ session }: WorkspaceChat, id: string): Reply {
  const reply = joinContinuations(session.messages).find((each) => each.id === id);
  assert.ok(reply?.kind === 'reply');
  return reply;
}

/** Returns the records of a stopped reply with continuations, all without a cost. */
function continuedRecords(name: string, count: number): readonly TranscriptRecord[] {
  return Array.from({ length: count + 1 }, (_, index): readonly TranscriptRecord[] => {
    const [questionId, id] = [`q-${name}-${index}`, `r-${name}-${index}`];
    const question = { type: 'question', id: questionId, at: 1, text: 'Q', attachments: [], content: 'Q' } as const;
    return [
      index === 0 ? question : { ...question, isContinuation: true, continues: `r-${name}-0` },
      { type: 'reply', id, questionId, at: 1, mode: 'session', origin: 'http://127.0.0.1', isImported: true },
      { type: 'text', replyId: id, text: `Text ${index}.`, start: 0 },
      { type: 'end', replyId: id, end: 'stopped', charged: 'yes' },
    ];
  }).flat();
}

describe('mayNeedFollowUp', () => {
  const complete: Reply = {
    kind: 'reply',
    id: 'r',
    questionId: 'q',
    at: 1,
    text: 'Text',
    reasoning: '',
    state: 'complete',
  };

  it('returns false for a complete reply with a text, even if nothing more is known about its end', () => {
    assert.equal(mayNeedFollowUp(complete), false);
  });

  it('returns true for a reply that has no text, was stopped, or was cut at a length limit', () => {
    const ending = { end: 'complete', charged: 'yes', finishReason: 'length' } as const;
    for (const reply of [
      { ...complete, text: '' },
      { ...complete, state: 'stopped' as const },
      { ...complete, ending },
    ])
      assert.equal(mayNeedFollowUp(reply), true);
  });
});
