import assert from 'node:assert/strict';
import { createCachedRun } from '../../../../src/vscode/context/cachedRun.ts';

describe('createCachedRun', () => {
  let time: number;
  let runs: PromiseWithResolvers<string>[];
  let run: () => Promise<string>;

  beforeEach(() => {
    time = 0;
    runs = [];
    const start = async () => {
      const started = Promise.withResolvers<string>();
      runs.push(started);
      return started.promise;
    };
    run = createCachedRun(start, 10, () => time);
  });

  it('shares a run that takes longer than the lifetime of its result', async () => {
    const first = run();
    time = 1_000;
    const second = run();
    runs[0]?.resolve('a');
    assert.deepEqual([await first, await second, runs.length], ['a', 'a', 1]);
  });

  it('caches the result for its lifetime after the end of the run', async () => {
    const first = run();
    time = 1_000;
    runs[0]?.resolve('a');
    await first;
    time = 1_010;
    assert.equal(await run(), 'a');
    time = 1_011;
    const second = run();
    runs[1]?.resolve('b');
    assert.equal(await second, 'b');
  });

  it('runs again after the lifetime of a failure', async () => {
    const first = run();
    runs[0]?.reject(new Error('Offline'));
    await assert.rejects(first, /Offline/);
    await assert.rejects(run(), /Offline/);
    time = 11;
    const second = run();
    runs[1]?.resolve('b');
    assert.equal(await second, 'b');
  });
});
