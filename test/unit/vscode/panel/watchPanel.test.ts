import assert from 'node:assert/strict';
import { watchPanel } from '../../../../src/vscode/panel/watchPanel.ts';

const timers = (): number => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;

describe('watchPanel', () => {
  it('reports once that a revealed panel did not load, and again after the panel was hidden and revealed', async () => {
    let down = Promise.withResolvers<undefined>();
    let count = 0;
    const watch = watchPanel(
      {
        onDown: () => {
          count += 1;
          down.resolve(undefined);
        },
        onReady: () => undefined,
      },
      5,
    );
    watch.revealed();
    watch.revealed();
    assert.equal(watch.isDown(), false);
    await down.promise;
    assert.equal(watch.isDown(), true);
    const before = timers();
    watch.revealed();
    assert.equal(timers(), before);
    watch.hidden();
    assert.equal(watch.isDown(), true);
    down = Promise.withResolvers();
    watch.revealed();
    await down.promise;
    assert.equal(count, 2);
  });

  it('no longer reports the panel as down once the panel is ready', async () => {
    const down = Promise.withResolvers<undefined>();
    const watch = watchPanel({ onDown: () => down.resolve(undefined), onReady: () => undefined }, 5);
    assert.equal(watch.isReady(), false);
    watch.revealed();
    await down.promise;
    watch.ready();
    assert.deepEqual([watch.isReady(), watch.isDown()], [true, false]);
    watch.hidden();
    assert.deepEqual([watch.isReady(), watch.isDown()], [false, false]);
  });

  it('reports a panel as down again if the panel loads late, is hidden, is revealed, and does not load', async () => {
    let down = Promise.withResolvers<undefined>();
    const watch = watchPanel({ onDown: () => down.resolve(undefined), onReady: () => undefined }, 5);
    watch.revealed();
    await down.promise;
    watch.ready();
    watch.hidden();
    down = Promise.withResolvers();
    watch.revealed();
    await down.promise;
    assert.equal(watch.isDown(), true);
  });

  it('runs no timer once the panel is ready or hidden, or the watch is disposed', () => {
    const before = timers();
    let isReady = false;
    const watch = watchPanel({ onDown: () => assert.fail(), onReady: () => (isReady = true) });
    for (const end of [watch.ready, watch.hidden, watch.dispose]) {
      watch.hidden();
      watch.revealed();
      assert.equal(timers(), before + 1);
      end();
      assert.equal(timers(), before);
    }
    assert.equal(isReady, true);
    watch.ready();
    watch.revealed();
    assert.equal(timers(), before);
  });
});
