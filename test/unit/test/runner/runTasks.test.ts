import { strict as assert } from 'node:assert';
import { runTasks } from '../../../runner/runTasks.ts';
import type { Task } from '../../../runner/task.ts';

function task(changes: Partial<Task>): Task {
  return { part: 'lint', name: 'lint', nodeArguments: ['-e', ''], needs: [], countsTests: false, ...changes };
}

describe('runTasks', () => {
  it('runs a task after the part that it needs', async () => {
    const ended: string[] = [];
    const tasks = [
      task({ part: 'ui', name: 'ui', needs: ['package'] }),
      task({ part: 'package', name: 'package', nodeArguments: ['-e', 'setTimeout(() => {}, 200)'] }),
    ];
    await runTasks(tasks, 2, (result) => ended.push(result.task.name));
    assert.deepEqual(ended, ['package', 'ui']);
  });

  it('counts a failed program as one failure, and runs the next task', async () => {
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

  it('counts one failure for a test program that writes no counts', async () => {
    const tasks = [task({ part: 'unit', name: 'unit', countsTests: true }), task({ part: 'check', name: 'check' })];
    const [result] = await runTasks(tasks, 1, () => undefined);
    assert.deepEqual([result?.passed, result?.failed], [0, 1]);
  });

  it('returns the standard output and the standard error of a program', async () => {
    const tasks = [
      task({ nodeArguments: ['-e', 'console.log("out"); console.error("err")'] }),
      task({ name: 'other' }),
    ];
    const [result] = await runTasks(tasks, 1, () => undefined);
    assert.match(result?.output ?? '', /out\n/);
    assert.match(result?.output ?? '', /err\n/);
  });
});
