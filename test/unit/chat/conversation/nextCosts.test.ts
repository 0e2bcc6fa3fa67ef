import { strict as assert } from 'node:assert';
import type { ConversationMode, Reply } from '../../../../src/chat/messages/message.ts';
import type { Cost } from '../../../../src/meter/cost.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
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
      assertPrices(price, standIn.ledger.at(-1));
    });
  }

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
    assert.ok(resend.high < continued.high);
  });
});

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
