import { strict as assert } from 'node:assert';
import { mock } from 'node:test';
import { createQuietTimer } from '../../../../src/chat/conversation/quietTimer.ts';

describe('createQuietTimer', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000 }));
  afterEach(() => mock.timers.reset());

  const start = () => {
    const quiet: number[] = [];
    return { quiet, timer: createQuietTimer(Date.now, (since) => quiet.push(since)) };
  };

  it('reports once, after the timeout, with the time of the last sign of life', () => {
    const { quiet, timer } = start();
    timer.signOfLife(40);
    mock.timers.tick(39);
    assert.deepEqual(quiet, []);
    mock.timers.tick(1);
    assert.deepEqual(quiet, [1_000]);
    mock.timers.tick(1_000);
    assert.deepEqual(quiet, [1_000]);
  });

  it('reports after at most twice the timeout if the clock is set back', () => {
    let offset = 1_000_000;
    const quiet: number[] = [];
    const timer = createQuietTimer(
      () => Date.now() + offset,
      (since) => quiet.push(since),
    );
    timer.signOfLife(40);
    offset = 0;
    mock.timers.tick(40);
    mock.timers.tick(40);
    assert.deepEqual(quiet, [1_040]);
  });

  it('restarts at each sign of life', () => {
    const { quiet, timer } = start();
    for (let count = 0; count < 10; count += 1) {
      timer.signOfLife(40);
      mock.timers.tick(30);
    }
    assert.deepEqual(quiet, []);
    mock.timers.tick(10);
    assert.deepEqual(quiet, [1_270]);
  });

  it('uses the timeout of the last sign of life', () => {
    const { quiet, timer } = start();
    timer.signOfLife(40);
    timer.signOfLife(10);
    mock.timers.tick(10);
    assert.deepEqual(quiet, [1_000]);
  });

  it('reports once after a change of the timeout, and nothing if it is stopped after a change', () => {
    for (const [first, second] of [
      [40, 100],
      [100, 40],
      [40, 41],
    ] as const) {
      for (const isStopped of [false, true]) {
        const { quiet, timer } = start();
        const now = Date.now();
        timer.signOfLife(first);
        timer.signOfLife(second);
        if (isStopped) timer.stop();
        mock.timers.tick(second - 1);
        assert.deepEqual(quiet, []);
        mock.timers.tick(1_000);
        assert.deepEqual(quiet, isStopped ? [] : [now]);
      }
    }
  });

  it('reports again after the same timeout when the user keeps waiting', () => {
    const { quiet, timer } = start();
    timer.signOfLife(40);
    mock.timers.tick(40);
    timer.keepWaiting();
    mock.timers.tick(40);
    assert.deepEqual(quiet, [1_000, 1_000]);
  });

  it('restarts at a sign of life that comes after `keepWaiting`', () => {
    const { quiet, timer } = start();
    timer.signOfLife(40);
    mock.timers.tick(40);
    timer.keepWaiting();
    mock.timers.tick(30);
    timer.signOfLife(40);
    mock.timers.tick(39);
    assert.deepEqual(quiet, [1_000]);
    mock.timers.tick(1);
    assert.deepEqual(quiet, [1_000, 1_070]);
  });

  it('does not report with a timeout of 0, and does not report after `stop`', () => {
    const { quiet, timer } = start();
    timer.signOfLife(0);
    timer.keepWaiting();
    mock.timers.tick(1_000_000);
    timer.signOfLife(40);
    timer.stop();
    timer.keepWaiting();
    mock.timers.tick(1_000_000);
    assert.deepEqual(quiet, []);
  });
});
