import { strict as assert } from 'node:assert';
import { runInSlices, type Steps } from '../../../../src/chat/messages/steps.ts';
import { countTurns } from '../../eventLoopTurns.ts';

describe('runInSlices', () => {
  function* steps(count: number, result: string): Steps<string> {
    for (let step = 0; step < count; step += 1) yield 1024 * 1024;
    return result;
  }

  it('resolves with the result, and does not pause for a short computation', async () => {
    const [result, turns] = await countTurns(async () => runInSlices(steps(0, 'done')));
    assert.deepEqual([result, turns], ['done', 0]);
  });

  it('lets the event loop turn after each slice', async () => {
    const [result, turns] = await countTurns(async () => runInSlices(steps(10, 'done')));
    assert.equal(result, 'done');
    assert.ok(turns >= 10, `The event loop turned ${turns} times.`);
  });
});
