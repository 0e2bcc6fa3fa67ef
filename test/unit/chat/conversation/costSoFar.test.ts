import { strict as assert } from 'node:assert';
import { readFile } from 'node:fs/promises';
import type { Cost } from '../../../../src/meter/cost.ts';
import type { Script } from '../../../standIn/script.ts';
import type { StandIn } from '../../../standIn/standIn.ts';
import { countTokens } from '../../../standIn/tokens.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { published } from '../../meter/published.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat, sessionFile, type OpenChat, type Workspace } from '../openChat.ts';

describe('cost so far of a running reply', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  /**
   * Returns the costs that `costSoFarChanged` events reported for a reply, in order. `isReportedLate` is true if a cost
   * came after the reply's end.
   */
  const costsSoFar = ({ events }: OpenChat, id: string) => {
    const isCost = (event: OpenChat['events'][number]) => event.type === 'costSoFarChanged' && event.replyId === id;
    const end = events.findIndex(
      (event) => event.type === 'replyChanged' && event.reply.id === id && event.reply.ending !== undefined,
    );
    const costs = events.flatMap((event) =>
      event.type === 'costSoFarChanged' && event.replyId === id ? [event.cost] : [],
    );
    return { costs, isReportedLate: end !== -1 && events.slice(end).some(isCost) };
  };

  /**
   * Calls `ask`, whose reply pauses twice. Checks the costs so far at each pause and after the end. Returns all
   * reported costs so far.
   */
  const follow = async (
    open: OpenChat,
    standIn: StandIn,
    ask: () => Promise<unknown>,
    script: Script = {},
  ): Promise<readonly Cost[]> => {
    const { until, lastReply } = open;
    standIn.script({ tokens: 600, hold: 200, ...script });
    const asked = ask();
    const exchange = await standIn.nextRequest();
    for (const next of [200, undefined]) {
      await exchange.held;
      await until(() => lastReply().text === exchange.textSent && lastReply().reasoning === exchange.reasoningSent);
      const received = countTokens(exchange.textSent) + countTokens(exchange.reasoningSent);
      // The last word of the text, and that of the reasoning, is not counted until the next word begins.
      const coversReceived = ({ outputTokens }: Cost) =>
        outputTokens >= (received - 10) * 1.05 && outputTokens <= (received + 2) * 1.05 + 1;
      await until(() => costsSoFar(open, lastReply().id).costs.some(coversReceived));
      exchange.release(next);
    }
    await Promise.all([asked, exchange.closed]);
    const { cost, id } = lastReply();
    assert.ok(cost);
    const { costs, isReportedLate } = costsSoFar(open, id);
    assert.equal(isReportedLate, false);
    for (const [index, costSoFar] of costs.entries()) {
      const { low, high, isReported, outputTokens } = costSoFar;
      assert.equal(isReported, false);
      // After a short silence, the upper end is lower again.
      const earlier = costs[index - 1] ?? { low: 0, outputTokens: 0 };
      assert.ok(low >= earlier.low && high >= low && outputTokens >= earlier.outputTokens);
      assert.ok(low <= cost.low, 'the low end is never above that of the final cost');
    }
    return costs;
  };
  const open = async (standIn: StandIn, settings = {}, workspace?: Workspace) =>
    openChat(cleanUp, workspace ?? { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
      ...settings,
    });

  it('grows towards the final cost of a message, a retry and a continuation if no usage is reported', async () => {
    const standIn = await standInService(cleanUp, { usage: 'withheld' });
    const opened = await open(standIn);
    const { chat, lastReply } = opened;
    const asks: Readonly<Record<string, () => Promise<unknown>>> = {
      'first message': async () => chat.submitDraft('Tell me about tallies, please.'),
      'second message': async () => chat.submitDraft('And more.'),
      retry: async () => chat.retry(lastReply().id),
      continue: async () => chat.continue(lastReply().id, 'Continue'),
    };
    for (const [name, ask] of Object.entries(asks)) {
      const last = (await follow(opened, standIn, ask)).at(-1)!;
      const { cost } = lastReply();
      // After the last pause, 200 tokens arrived. A few earlier tokens may not have been counted at the pause.
      const added = 205 * 1.05 * published.output;
      assert.ok(last.high <= cost!.high && cost!.high - last.high < added, `${name}: ${last.high} … ${cost!.high}`);
      assert.equal(last.inputTokens, cost!.inputTokens, name);
    }
  });

  it('is not reported after the end of the reply, even if text arrived since the last report', async () => {
    const standIn = await standInService(cleanUp, { usage: 'withheld' });
    const opened = await open(standIn);
    const { chat, until, lastReply } = opened;
    standIn.script({ tokens: 300, hold: 20 });
    const asked = chat.submitDraft('Hello');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await until(() => costsSoFar(opened, lastReply().id).costs.length === 1);
    exchange.release();
    await asked;
    const ended = lastReply();
    // The next reply takes longer than the interval between two reports, so a late report would arrive during it.
    await follow(opened, standIn, async () => chat.submitDraft('And more.'));
    assert.equal(costsSoFar(opened, ended.id).isReportedLate, false);
    assert.deepEqual(chat.session.messages[1], ended);
  });

  it('includes the earlier messages as input in mode "messages"', async () => {
    const standIn = await standInService(cleanUp, { usage: 'withheld' });
    const opened = await open(standIn, { options: { mode: 'messages' } });
    const { chat, lastReply } = opened;
    await follow(opened, standIn, async () => chat.submitDraft('Tell me about tallies, please.'));
    const [first] = await follow(opened, standIn, async () => chat.submitDraft('And more.'));
    assert.ok(first!.inputTokens > 600);
    assert.equal(first!.inputTokens, lastReply().cost?.inputTokens);
  });

  it('includes the reasoning', async () => {
    const standIn = await standInService(cleanUp, { usage: 'withheld' });
    const opened = await open(standIn);
    const reasoning = 'Let me think about that. '.repeat(40);
    const costs = await follow(opened, standIn, async () => opened.chat.submitDraft('Hello'), { reasoning, hold: 100 });
    assert.ok(costs.some(({ outputTokens }) => outputTokens > 50));
  });

  it('starts below the final cost if the service reports usage at the end', async () => {
    const standIn = await standInService(cleanUp);
    const opened = await open(standIn);
    const costs = await follow(opened, standIn, async () => opened.chat.submitDraft('Hello'));
    const { cost } = opened.lastReply();
    assert.equal(cost?.isReported, true);
    assert.ok(costs[0]!.high < cost.high && costs.every(({ low }) => low <= cost.low));
  });

  it('is not reported for a rejected request, and is never saved', async () => {
    const standIn = await standInService(cleanUp, { usage: 'withheld' });
    const workspace: Workspace = { folder: await temporaryFolder(cleanUp) };
    const opened = await open(standIn, {}, workspace);
    const { chat, until, lastReply } = opened;
    standIn.script({ fault: { kind: 'status', status: 401 } });
    await chat.submitDraft('Hello');
    assert.deepEqual(costsSoFar(opened, lastReply().id).costs, []);
    await standIn.nextRequest();
    standIn.script({ tokens: 300, hold: 100 });
    void chat.submitDraft('Again');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await until(() => costsSoFar(opened, lastReply().id).costs.length > 0);
    const { id } = lastReply();
    assert.ok(lastReply().costSoFar);
    assert.doesNotMatch(await readFile(sessionFile(workspace), 'utf8'), /costSoFar/);
    // Another window reads the session while the window of `opened` still holds the lease.
    const { chat: later } = await open(standIn, {}, { ...workspace, windowId: 'later' });
    const found = later.session.messages.find((message) => message.id === id);
    assert.ok(found?.kind === 'reply' && found.costSoFar === undefined);
  });
});
