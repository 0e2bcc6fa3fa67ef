import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { inTime } from '../../../../src/common/async/inTime.ts';

describe('inTime', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('resolves with the replacement if the promise takes longer than 5 seconds', async () => {
    const result = inTime(new Promise(() => undefined), 'replacement');
    mock.timers.tick(5_000);
    assert.equal(await result, 'replacement');
  });

  it('resolves or rejects like a promise that takes less time', async () => {
    assert.equal(await inTime(Promise.resolve('result'), 'replacement'), 'result');
    await assert.rejects(inTime(Promise.reject(new Error('Failed')), 'replacement'), /Failed/);
  });
});
