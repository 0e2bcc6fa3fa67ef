import { strict as assert } from 'node:assert';
import { ignoreWhileRunning } from '../../../../src/vscode/dialogs/ignoreWhileRunning.ts';

describe('ignoreWhileRunning', () => {
  it('ignores a call while an earlier call with the same key runs', async () => {
    const started: string[] = [];
    const gate = Promise.withResolvers<undefined>();
    const run = ignoreWhileRunning(async (key: string) => {
      started.push(key);
      await gate.promise;
    });
    const calls = [run('a'), run('a'), run('b')];
    assert.deepEqual(started, ['a', 'b']);
    gate.resolve(undefined);
    await Promise.all(calls);
    await run('a');
    assert.deepEqual(started, ['a', 'b', 'a']);
  });

  it('compares the keys of values', async () => {
    const started: string[] = [];
    const gate = Promise.withResolvers<undefined>();
    const run = ignoreWhileRunning(
      async (value: { readonly id: string }) => {
        started.push(value.id);
        await gate.promise;
      },
      ({ id }) => id,
    );
    const calls = [run({ id: 'a' }), run({ id: 'a' }), run({ id: 'b' })];
    assert.deepEqual(started, ['a', 'b']);
    gate.resolve(undefined);
    await Promise.all(calls);
  });

  it('runs again after a call that failed', async () => {
    let count = 0;
    const run = ignoreWhileRunning(async () => {
      count += 1;
      return Promise.reject(new Error('failed'));
    });
    await assert.rejects(run('a'), { message: 'failed' });
    await assert.rejects(run('a'), { message: 'failed' });
    assert.equal(count, 2);
  });
});
