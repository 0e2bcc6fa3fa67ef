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

describe('what a reply has cost so far', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  /** Every figure of a reply, in order, and whether one came when it had ended. */
  const figuresOf = ({ events }: OpenChat, id: string) => {
    const isFigure = (event: OpenChat['events'][number]) => event.type === 'costSoFarChanged' && event.replyId === id;
    const end = events.findIndex(
      (event) => event.type === 'replyChanged' && event.reply.id === id && event.reply.ending !== undefined,
    );
    const costs = events.flatMap((event) =>
      event.type === 'costSoFarChanged' && event.replyId === id ? [event.cost] : [],
    );
    return { costs, isToldLate: end !== -1 && events.slice(end).some(isFigure) };
  };

  /** Asks for a reply that is held twice, and looks at the figure each time and in the end. */
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
    for (const next of [400, undefined]) {
      await exchange.held;
      await until(() => lastReply().text === exchange.textSent && lastReply().reasoning === exchange.reasoningSent);
      const received = countTokens(exchange.textSent) + countTokens(exchange.reasoningSent);
      // The last word of each part may go on.
      const isAll = ({ outputTokens }: Cost) =>
        outputTokens >= (received - 10) * 1.05 && outputTokens <= (received + 2) * 1.05 + 1;
      await until(() => figuresOf(open, lastReply().id).costs.some(isAll));
      exchange.release(next);
    }
    await Promise.all([asked, exchange.closed]);
    const { cost, id } = lastReply();
    assert.ok(cost);
    const { costs, isToldLate } = figuresOf(open, id);
    assert.equal(isToldLate, false);
    for (const [index, figure] of costs.entries()) {
      assert.equal(figure.isReported, false);
      const earlier = costs[index - 1] ?? { low: 0, high: 0, outputTokens: 0 };
      assert.ok(
        figure.low >= earlier.low && figure.high >= earlier.high && figure.outputTokens >= earlier.outputTokens,
      );
      assert.ok(figure.low <= cost.low, 'its low end never is above that of what is booked');
    }
    return costs;
  };
  const open = async (standIn: StandIn, settings = {}, workspace?: Workspace) =>
    openChat(cleanUp, workspace ?? { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
      ...settings,
    });

  it('grows, and goes over into what is booked in each way of asking, where usage is not reported', async () => {
    const standIn = await standInService(cleanUp, { usage: 'withheld' });
    const opened = await open(standIn);
    const { chat, lastReply } = opened;
    const asks: Readonly<Record<string, () => Promise<unknown>>> = {
      'a first message': async () => chat.submitDraft('Tell me about tallies, please.'),
      'one after another': async () => chat.submitDraft('And more.'),
      'once more': async () => chat.retry(lastReply().id),
      'on from there': async () => chat.continue(lastReply().id, 'Continue'),
    };
    for (const [name, ask] of Object.entries(asks)) {
      const last = (await follow(opened, standIn, ask)).at(-1)!;
      const { cost } = lastReply();
      // 200 tokens came since.
      const since = 205 * 1.05 * published.output;
      assert.ok(last.high <= cost!.high && cost!.high - last.high < since, `${name}: ${last.high} … ${cost!.high}`);
      assert.equal(last.inputTokens, cost!.inputTokens, name);
    }
  });

  it('is not told of a reply that has ended, though more of it could be counted', async () => {
    const standIn = await standInService(cleanUp, { usage: 'withheld' });
    const opened = await open(standIn);
    const { chat, until, lastReply } = opened;
    standIn.script({ tokens: 300, hold: 20 });
    const asked = chat.submitDraft('Hello');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await until(() => figuresOf(opened, lastReply().id).costs.length === 1);
    exchange.release();
    await asked;
    const ended = lastReply();
    // Takes longer than the time between two figures.
    await follow(opened, standIn, async () => chat.submitDraft('And more.'));
    assert.equal(figuresOf(opened, ended.id).isToldLate, false);
    assert.deepEqual(chat.session.messages[1], ended);
  });

  it('counts the conversation where all of it is sent', async () => {
    const standIn = await standInService(cleanUp, { usage: 'withheld' });
    const opened = await open(standIn, { options: { mode: 'messages' } });
    const { chat, lastReply } = opened;
    await follow(opened, standIn, async () => chat.submitDraft('Tell me about tallies, please.'));
    const [first] = await follow(opened, standIn, async () => chat.submitDraft('And more.'));
    assert.ok(first!.inputTokens > 600);
    assert.equal(first!.inputTokens, lastReply().cost?.inputTokens);
  });

  it('has the thoughts in it', async () => {
    const standIn = await standInService(cleanUp, { usage: 'withheld' });
    const opened = await open(standIn);
    const reasoning = 'Let me think about that. '.repeat(40);
    const costs = await follow(opened, standIn, async () => opened.chat.submitDraft('Hello'), { reasoning, hold: 100 });
    assert.ok(costs.some(({ outputTokens }) => outputTokens > 50));
  });

  it('begins no higher than what is reported in the end', async () => {
    const standIn = await standInService(cleanUp);
    const opened = await open(standIn);
    const costs = await follow(opened, standIn, async () => opened.chat.submitDraft('Hello'));
    const { cost } = opened.lastReply();
    assert.equal(cost?.isReported, true);
    assert.ok(costs[0]!.high < cost.high && costs.every(({ low }) => low <= cost.low));
  });

  it('is not told of a request that brought nothing, and of none that a crash cut off', async () => {
    const standIn = await standInService(cleanUp, { usage: 'withheld' });
    const workspace: Workspace = { folder: await temporaryFolder(cleanUp) };
    const opened = await open(standIn, {}, workspace);
    const { chat, until, lastReply } = opened;
    standIn.script({ fault: { kind: 'status', status: 401 } });
    await chat.submitDraft('Hello');
    assert.deepEqual(figuresOf(opened, lastReply().id).costs, []);
    await standIn.nextRequest();
    standIn.script({ tokens: 300, hold: 100 });
    void chat.submitDraft('Again');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await until(() => figuresOf(opened, lastReply().id).costs.length > 0);
    const { id } = lastReply();
    assert.ok(lastReply().costSoFar);
    assert.doesNotMatch(await readFile(sessionFile(workspace), 'utf8'), /costSoFar/);
    // As another window finds it after a crash: the lease of this one is not given back.
    const { chat: later } = await open(standIn, {}, { ...workspace, windowId: 'later' });
    const found = later.session.messages.find((message) => message.id === id);
    assert.ok(found?.kind === 'reply' && found.costSoFar === undefined);
  });

  it('keeps the prices of a reply with it, over a reload', async () => {
    const standIn = await standInService(cleanUp);
    const workspace: Workspace = { folder: await temporaryFolder(cleanUp) };
    const opened = await open(standIn, {}, workspace);
    await opened.chat.submitDraft('Hello');
    assert.deepEqual(opened.lastReply().prices, published);
    await opened.chat.close();
    const { lastReply } = await open(standIn, {}, workspace);
    assert.deepEqual([lastReply().prices, lastReply().cost], [published, opened.lastReply().cost]);
  });
});
