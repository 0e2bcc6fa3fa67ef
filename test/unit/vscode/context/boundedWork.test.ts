import assert from 'node:assert/strict';
import { createBoundedWork } from '../../../../src/vscode/context/boundedWork.ts';
import { countTurns } from '../../eventLoopTurns.ts';

describe('createBoundedWork', () => {
  let time: number;
  /** Work that takes 10 ms. */
  const work = () => (time += 10);

  beforeEach(() => {
    time = 0;
  });

  it('runs no more work, and returns the replacement, after work of all callers has taken the maximum time', async () => {
    const run = createBoundedWork(50, 1_000, () => time);
    const caller = async () => [await run(work, -1), await run(work, -1), await run(work, -1)];
    const results = (await Promise.all([caller(), caller(), caller()])).flat();
    assert.deepEqual(
      results.toSorted((a, b) => a - b),
      [-1, -1, -1, -1, 10, 20, 30, 40, 50],
    );
  });

  it('does not count the time between pieces of work', async () => {
    const run = createBoundedWork(50, 1_000, () => time);
    await run(work, -1);
    time = 1_000;
    assert.equal(await run(work, -1), 1_010);
  });

  it('lets other tasks run when work of all callers has taken the time of a turn', async () => {
    const run = createBoundedWork(1_000, 20, () => time);
    const [, turns] = await countTurns(async () => Promise.all(Array.from({ length: 9 }, async () => run(work, -1))));
    assert.ok(turns >= 4, String(turns));
  });

  it('continues after work that failed', async () => {
    const run = createBoundedWork(1_000, 20, () => time);
    const failed = run(() => {
      throw new Error('Failed');
    }, -1);
    const next = run(work, -1);
    await assert.rejects(failed, /Failed/);
    assert.equal(await next, 10);
  });
});
