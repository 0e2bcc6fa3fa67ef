import { strict as assert } from 'node:assert';
import { runTasks } from '../../../runner/runTasks.ts';
import type { Task } from '../../../runner/task.ts';

function task(changes: Partial<Task>): Task {
  return { part: 'lint', name: 'lint', nodeArguments: ['-e', ''], needs: [], countsTests: false, ...changes };
}

describe('runTasks', () => {
  it('starts a task when the parts that it needs have ended', async () => {
    const ended: string[] = [];
    const tasks = [
      task({ part: 'ui', name: 'ui', needs: ['package'] }),
      task({ part: 'package', name: 'package', nodeArguments: ['-e', 'setTimeout(() => {}, 200)'] }),
    ];
    await runTasks(tasks, 2, (result) => ended.push(result.task.name));
    assert.deepEqual(ended, ['package', 'ui']);
  });

  it('runs all tasks, and counts a program that fails as one failure', async () => {
    const tasks = [task({ nodeArguments: ['-e', 'process.exit(3)'] }), task({ part: 'check', name: 'check' })];
    const results = await runTasks(tasks, 1, () => undefined);
    assert.deepEqual(
      results.map(({ passed, failed }) => ({ passed, failed })),
      [
        { passed: 0, failed: 1 },
        { passed: 1, failed: 0 },
      ],
    );
  });

  it('counts a test program that ends without results as a failure', async () => {
    const tasks = [task({ part: 'unit', name: 'unit', countsTests: true }), task({ part: 'check', name: 'check' })];
    const [result] = await runTasks(tasks, 1, () => undefined);
    assert.deepEqual([result?.passed, result?.failed], [0, 1]);
  });

  it('returns what a program printed', async () => {
    const tasks = [
      task({ nodeArguments: ['-e', 'console.log("out"); console.error("err")'] }),
      task({ name: 'other' }),
    ];
    const [result] = await runTasks(tasks, 1, () => undefined);
    assert.match(result?.output ?? '', /out\n/);
    assert.match(result?.output ?? '', /err\n/);
  });
});
