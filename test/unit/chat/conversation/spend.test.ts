import { strict as assert } from 'node:assert';
import { noHistory, type Cost } from '../../../../src/meter/cost.ts';
import { priceOf } from '../../../standIn/billing.ts';
import { countMessages, replyOverhead, type Message } from '../../../standIn/conversation.ts';
import type { Script } from '../../../standIn/script.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat } from '../openChat.ts';

/** A question, and the script of its reply. */
interface Turn {
  readonly text: string;
  readonly code?: string;
  readonly script?: Script;
}

const code = 'export function sum(numbers: number[]): number {\n\treturn numbers.reduce((a, b) => a + b, 0);\n}\n';
/** Conversations whose tokens are hard to count. twentyConversations.test.ts has common conversations. */
const conversations: Readonly<Record<string, readonly Turn[]>> = {
  'much code and many backticks': [
    { text: 'Rewrite it.', code: code.repeat(40) },
    { text: '`````', code: '```\n````\n' },
  ],
  'scripts other than Latin': [
    { text: 'これはどういう意味ですか。', script: { reply: '日本語の答えです。'.repeat(30) } },
    { text: 'Что это значит? 👩‍👩‍👧', script: { reply: 'Это семья 👩‍👩‍👧 и флаг 🇺🇦.'.repeat(10) } },
    { text: 'ما معنى هذا؟', script: { reply: 'هذا يعني شيئًا.'.repeat(10) } },
  ],
};

describe('range of the booked cost if the service reports no usage', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  for (const [name, turns] of Object.entries(conversations)) {
    it(`contains the bill of each request in a conversation with ${name}`, async () => {
      const standIn = await standInService(cleanUp, { usage: 'withheld' });
      const { chat, lastReply } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
        connection: () => connectionTo(standIn),
      });
      for (const { text, code: attached, script = {} } of turns) {
        standIn.script(script);
        const attachments = attached === undefined ? [] : [attachment(attached)];
        await chat.session.submit(text, attachments, connectionTo(standIn));
        assertCovers(lastReply().cost, standIn.ledger.at(-1)?.cost);
        assert.ok(chat.session.history.most >= countMessages(standIn.conversation(chat.session.id)));
      }
    });
  }

  it('contains the bill in mode "messages", whether the service caches no tokens or as many as possible', async () => {
    const standIn = await standInService(cleanUp, { usage: 'withheld' });
    const { chat, until, lastReply } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      options: { mode: 'messages' },
      connection: () => connectionTo(standIn),
    });
    const assertBill = () => {
      const { completion } = standIn.ledger.at(-1)!;
      const bodies = standIn.requests.map(
        ({ body }) => (JSON.parse(body) as { messages: readonly Message[] }).messages,
      );
      const sent = bodies.at(-1)!;
      // A service can cache the longest prefix that the request shares with an earlier request.
      const firstDifferences = bodies
        .slice(0, -1)
        .map((earlier) => sent.findIndex((each, index) => each.content !== earlier[index]?.content));
      const prefix = Math.max(0, ...firstDifferences.map((index) => (index < 0 ? sent.length : index)));
      const prompt = countMessages(sent) + replyOverhead;
      for (const cached of [0, countMessages(sent.slice(0, prefix))])
        assertCovers(lastReply().cost, priceOf({ prompt, cached, completion }));
    };
    standIn.script({ tokens: 900, reasoning: 'Let me think about that. '.repeat(50) });
    await chat.submitDraft('First, and more. '.repeat(200));
    assertBill();
    standIn.script({ tokens: 900 });
    await chat.retry(lastReply().id);
    assertBill();
    for (let count = 0; count < 2; count += 1) await standIn.nextRequest();
    standIn.script({ tokens: 300, hold: 100 });
    const stopped = chat.submitDraft('Second');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await until(() => lastReply().text === exchange.textSent);
    chat.session.stop();
    await Promise.all([stopped, exchange.closed]);
    assertBill();
    await chat.retry(lastReply().id);
    assertBill();
    await chat.session.deleteExchange(chat.session.messages[0]!.id);
    await chat.submitDraft('Third');
    assertBill();
  });

  it('contains the bill of the request after an interrupted reply, whether or not the service keeps the interrupted exchange', async () => {
    const standIn = await standInService(cleanUp, { usage: 'withheld' });
    const { chat, lastReply } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter());
    standIn.script({ tokens: 3_000, fault: { kind: 'cut', afterBytes: 9_000, how: 'fin' } });
    await chat.session.submit('Go on', [], connectionTo(standIn));
    await chat.session.submit('Hi', [], connectionTo(standIn));
    const { completion } = standIn.ledger.at(-1)!;
    const withoutHistory = {
      prompt: countMessages([{ role: 'user', content: 'Hi' }]) + replyOverhead,
      cached: 0,
      completion,
    };
    assertCovers(lastReply().cost, priceOf(withoutHistory));
    assertCovers(lastReply().cost, standIn.ledger.at(-1)?.cost);
  });

  it('contains the bill of each message when the session is reloaded between messages', async () => {
    const standIn = await standInService(cleanUp, { usage: 'withheld', tokens: 400 });
    const workspace = { folder: await temporaryFolder(cleanUp) };
    for (let count = 0; count < 4; count += 1) {
      const { chat, lastReply } = await openChat(cleanUp, workspace, counter());
      await chat.session.submit('Go on', [], connectionTo(standIn));
      assertCovers(lastReply().cost, standIn.ledger.at(-1)?.cost);
    }
  });

  it('is zero for a request that the service rejected', async () => {
    const standIn = await standInService(cleanUp, { fault: { kind: 'status', status: 401 } });
    const { chat, lastReply, ledger } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter());
    await chat.session.submit('Hello', [], connectionTo(standIn));
    assert.equal(lastReply().cost?.high, 0);
    assert.deepEqual(chat.session.history, noHistory);
    assert.equal(ledger.summarize(chat.session.id, new Date()).today.high, 0);
  });

  it('has an upper bound of at least the bill when the token counter fails', async () => {
    const standIn = await standInService(cleanUp, { usage: 'withheld', reply: '日本語の答えです。👩‍👩‍👧' });
    const broken = { count: async () => Promise.reject(new Error('gone')), dispose: () => undefined };
    const { chat, lastReply } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, broken);
    await chat.session.submit('これはどういう意味ですか。', [], connectionTo(standIn));
    assert.ok(lastReply().cost!.high >= standIn.ledger[0]!.cost);
  });
});

function assertCovers(cost: Cost | undefined, bill = 0): void {
  assert.ok(cost);
  assert.ok(cost.low <= bill && bill <= cost.high, `${bill} is not in ${cost.low}…${cost.high}`);
}

function attachment(text: string) {
  return { id: 'a', path: 'src/sum.ts', startLine: 1, endLine: 3, languageId: 'typescript', code: text };
}
