import { strict as assert } from 'node:assert';
import { setImmediate } from 'node:timers/promises';
import { createSharedRun } from '../../../../src/common/async/sharedRun.ts';

describe('createSharedRun', () => {
  it('starts the next run only after the current run has ended, even if `run` itself calls the returned function', async () => {
    const steps: string[] = [];
    let asked: Promise<void> | undefined;
    const sharedRun = createSharedRun(async () => {
      steps.push('start');
      asked ??= sharedRun();
      await setImmediate();
      steps.push('end');
    });
    await sharedRun();
    await asked;
    assert.deepEqual(steps, ['start', 'end', 'start', 'end']);
  });

  it('starts one further run after the current run has ended, for all calls that were made during the current run', async () => {
    const ends: (() => void)[] = [];
    const sharedRun = createSharedRun(async () => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      ends.push(() => resolve(undefined));
      return promise;
    });
    const first = sharedRun();
    await Promise.resolve();
    await Promise.resolve();
    const [second, third] = [sharedRun(), sharedRun()];
    assert.equal(ends.length, 1);
    ends[0]!();
    await first;
    assert.equal(ends.length, 2);
    ends[1]!();
    await Promise.all([second, third]);
    assert.equal(ends.length, 2);
  });

  it('rejects if `run` rejects, and calls `run` again for the next call', async () => {
    let runs = 0;
    const sharedRun = createSharedRun(async () => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error('unreadable')) : Promise.resolve();
    });
    await assert.rejects(sharedRun(), { message: 'unreadable' });
    await sharedRun();
    assert.equal(runs, 2);
  });
});
