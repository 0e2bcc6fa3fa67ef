import { strict as assert } from 'node:assert';
import { mock } from 'node:test';
import { createQuietTimer } from '../../../../src/chat/conversation/quietTimer.ts';

describe('the quiet timer', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000 }));
  afterEach(() => mock.timers.reset());

  const start = () => {
    const quiet: number[] = [];
    return { quiet, timer: createQuietTimer(Date.now, (since) => quiet.push(since)) };
  };

  it('says when nothing has come for as long as it was told, and since when', () => {
    const { quiet, timer } = start();
    timer.signOfLife(40);
    mock.timers.tick(39);
    assert.deepEqual(quiet, []);
    mock.timers.tick(1);
    assert.deepEqual(quiet, [1_000]);
    mock.timers.tick(1_000);
    assert.deepEqual(quiet, [1_000], 'once');
  });

  it('is put off by each sign of life', () => {
    const { quiet, timer } = start();
    for (let count = 0; count < 10; count += 1) {
      timer.signOfLife(40);
      mock.timers.tick(30);
    }
    assert.deepEqual(quiet, []);
    mock.timers.tick(10);
    assert.deepEqual(quiet, [1_270]);
  });

  it('takes a new duration with the next sign', () => {
    const { quiet, timer } = start();
    timer.signOfLife(40);
    timer.signOfLife(10);
    mock.timers.tick(10);
    assert.deepEqual(quiet, [1_000]);
  });

  it('asks again after the same time when the person keeps waiting', () => {
    const { quiet, timer } = start();
    timer.signOfLife(40);
    mock.timers.tick(40);
    timer.keepWaiting();
    mock.timers.tick(40);
    assert.deepEqual(quiet, [1_000, 1_000]);
  });

  it('takes a sign of life for one, also while the person keeps waiting', () => {
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

  it('never asks where it is told 0, nor after it was stopped', () => {
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
