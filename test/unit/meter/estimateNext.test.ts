import { strict as assert } from 'node:assert';
import { inFlightTokens, messageOverheadTokens, unsavedTokens } from '../../../src/meter/cost.ts';
import { createLedger } from '../../../src/meter/ledger/ledger.ts';
import { createMeter } from '../../../src/meter/meter.ts';
import { createNodeFileStore } from '../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';
import { withTokenCounter } from '../node/tokenWorkerBundle.ts';
import { neverCalled } from '../neverCalled.ts';
import { defaultRatios } from './defaultRatios.ts';
import { published } from './published.ts';

describe('Meter.estimateNext', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  const openMeter = async () => {
    let counts = 0;
    let isFailing = false;
    const count = async (text: string) => {
      counts += 1;
      if (isFailing) throw new Error('The worker does not answer.');
      return counter().count(text);
    };
    const meter = createMeter({
      ledger: createLedger({
        files: createNodeFileStore(await temporaryFolder(cleanUp)),
        writerId: 'w',
        workspace: () => undefined,
        onDidChange: () => undefined,
        onUnreadable: neverCalled,
        now: Date.now,
      }),
      counter: { ...counter(), count },
      prices: () => published,
      ratios: defaultRatios,
      origin: () => '',
      reportSaveError: () => assert.fail('Unexpected call.'),
    });
    const failToCount = () => {
      isFailing = true;
    };
    return { meter, counts: () => counts, failToCount };
  };

  it('includes in the cost of each next message the exchanges before it', async () => {
    const { meter, failToCount } = await openMeter();
    const next = { history: { least: 100, most: 200 }, contents: ['First', 'Second'], longestReply: 0 };
    const [first, second] = await meter.estimateNext(next);
    assert.deepEqual(first, await meter.estimate({ ...next, content: 'First' }));
    const firstTokens = Math.ceil(1.05);
    // Twice the assumed margin is the longest reply that is expected before any output has arrived.
    const reply = 2 * (inFlightTokens + unsavedTokens);
    const around = 2 * messageOverheadTokens;
    assert.equal(second!.inputTokens, first.inputTokens - firstTokens + firstTokens + firstTokens + reply + around);
    const longest = (await meter.estimateNext({ ...next, longestReply: 5_000 }))[1]!;
    assert.equal(longest.inputTokens, second!.inputTokens - reply + 5_000);
    const running = { content: 'Zeroth', outputTokens: 1_000 };
    const [after] = await meter.estimateNext({ ...next, running });
    assert.ok(after!.low > first.low && after!.inputTokens > first.inputTokens + 2_000);
    failToCount();
    const [uncounted] = await meter.estimateNext({ ...next, running: { content: 'Not counted', outputTokens: 1_000 } });
    assert.equal(uncounted!.low, 0);
  });

  it('prices each alternative as if only it came after the other messages, and counts the opening once', async () => {
    const { meter, counts, failToCount } = await openMeter();
    const opening = 'The quoted conversation:\n\n';
    const next = { history: { least: 100, most: 200, missed: 50 }, longestReply: 0 };
    const alternatives = ['Second', 'Third'];
    const price = async (...contents: string[]) => (await meter.estimateNext({ ...next, contents })).at(-1);
    const first = await price(`${opening}First`);
    const after = [await price(`${opening}First`, 'Second'), await price(`${opening}First`, 'Third')];
    const before = counts();
    const opened = { ...next, opening, alternatives };
    assert.deepEqual(await meter.estimateNext({ ...opened, contents: ['First'] }), [first, ...after]);
    assert.equal(counts(), before + 2, 'The meter counts the opening and the first message.');
    const alone = await meter.estimateNext({ ...opened, contents: [] });
    assert.equal(counts(), before + 2);
    assert.deepEqual(alone, [await price(`${opening}Second`), await price(`${opening}Third`)]);
    const running = { content: 'Zeroth', outputTokens: 1_000 };
    const whileRunning = await meter.estimateNext({ ...opened, running, contents: [] });
    assert.deepEqual(whileRunning, [
      ...(await meter.estimateNext({ ...next, running, contents: ['Second'] })),
      ...(await meter.estimateNext({ ...next, running, contents: ['Third'] })),
    ]);
    failToCount();
    const uncounted = async (texts: { readonly opening?: string; readonly contents: readonly string[] }) => {
      const lows = (await meter.estimateNext({ ...next, ...texts, alternatives })).map(({ low }) => low);
      return lows.map((low) => low === 0);
    };
    assert.deepEqual(await uncounted({ opening: 'Not counted', contents: ['First'] }), [true, true, true]);
    assert.deepEqual(await uncounted({ contents: ['First', 'Not counted'] }), [false, true, true, true]);
    assert.deepEqual(await uncounted({ contents: ['First'] }), [false, false, false]);
  });
});
