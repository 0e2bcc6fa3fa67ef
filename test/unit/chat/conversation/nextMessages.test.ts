import { strict as assert } from 'node:assert';
import { messageOverheadTokens, replyOverheadTokens } from '../../../../src/meter/cost.ts';
import { defaultMargin } from '../../../../src/meter/tokenRatio.ts';
import type { Message } from '../../../standIn/conversation.ts';
import { countTokens } from '../../../standIn/tokens.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { published } from '../../meter/published.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, estimateOf, openChat } from '../openChat.ts';

const question = 'Tell me about tallies, please. '.repeat(20);

describe('ChatSession.estimateNext', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  for (const mode of ['session', 'messages'] as const) {
    it(`includes a running exchange in mode '${mode}', so that the range narrows around the price after its end`, async () => {
      const standIn = await standInService(cleanUp, { usage: 'withheld' });
      const opened = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
        connection: () => connectionTo(standIn),
        options: { mode },
      });
      const { chat, until, lastReply } = opened;
      const alone = await estimateOf(chat, 'And then?');
      standIn.script({ tokens: 2_000, hold: 500 });
      const asked = chat.submitDraft(question);
      const exchange = await standIn.nextRequest();
      const ranges = [];
      for (const next of [1_000, undefined]) {
        await exchange.held;
        await until(() => lastReply().text === exchange.textSent && (lastReply().costSoFar?.outputTokens ?? 0) > 0);
        const sent = exchange.textSent;
        const hasCounted = () => (lastReply().costSoFar?.outputTokens ?? 0) >= sent.split(' ').length * 0.9;
        await until(hasCounted);
        ranges.push(await estimateOf(chat, 'And then?'));
        exchange.release(next);
      }
      await Promise.all([asked, exchange.closed]);
      const exact = await estimateOf(chat, 'And then?');
      const [early, late] = ranges as [typeof exact, typeof exact];
      assert.ok(alone.high < early.low, 'the price of the message alone is too low');
      assert.ok(early.low <= late.low && late.low <= exact.low);
      assert.ok(late.high >= exact.high, `${late.high} < ${exact.high}`);
      const questionCost = 100 * published.cachedInput;
      assert.ok(early.low > questionCost);
    });
  }

  it('expects a reply as long as the longest of the session', async () => {
    const standIn = await standInService(cleanUp, { usage: 'withheld' });
    const { chat, lastReply } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
    });
    standIn.script({ tokens: 3_000 });
    await Promise.all([chat.submitDraft('First'), standIn.nextRequest()]);
    const longest = lastReply().cost!.outputTokens;
    const [next, after] = await chat.session.estimateNext(['Second', 'Third']);
    assert.ok(after!.inputTokens - next!.inputTokens >= longest);
    standIn.script({ tokens: 50, hold: 20 });
    const asked = chat.submitDraft('Second');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    const whileRunning = await estimateOf(chat, 'Third');
    assert.equal(whileRunning.inputTokens, after!.inputTokens);
    exchange.release();
    await asked;
    assert.ok((await estimateOf(chat, 'Third')).inputTokens < whileRunning.inputTokens - 2_000);
  });

  it('does not expect a reply as long as a stopped one, whose tokens include output that did not arrive', async () => {
    const standIn = await standInService(cleanUp);
    const { chat, until, lastReply } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
    });
    standIn.script({ tokens: 3_000, hold: 1_000 });
    const asked = chat.submitDraft('First');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await until(() => lastReply().text === exchange.textSent);
    chat.stop();
    await asked;
    const [next, after] = await chat.session.estimateNext(['Second', 'Third']);
    assert.ok(after!.inputTokens - next!.inputTokens < lastReply().cost!.outputTokens);
  });

  it('prices each of several messages with the conversation that its request would quote for another service', async () => {
    const [first, second] = [await standInService(cleanUp), await standInService(cleanUp)];
    let service = first;
    const { chat } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(service),
      options: { instructions: 'Answer in one sentence.' },
    });
    await chat.submitDraft(question);
    service = second;
    const costs = await chat.session.estimateNext([], ['Why?', 'And then?']);
    await chat.submitDraft('And then?');
    const { messages } = JSON.parse(second.requests[0]!.body) as { readonly messages: readonly Message[] };
    const sent = messages.at(-1)!.content;
    assert.match(sent, /^Answer in one sentence\..*Tell me about tallies.*And then\?$/s);
    const overhead = messageOverheadTokens + replyOverheadTokens;
    assert.deepEqual(
      costs.map(({ inputTokens }) => inputTokens - overhead),
      [sent.replace(/And then\?$/, 'Why?'), sent].map((text) => Math.ceil(countTokens(text) * defaultMargin)),
    );
  });
});
