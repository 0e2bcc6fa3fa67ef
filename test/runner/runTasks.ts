import { runTask } from './runTask.ts';
import type { Part, Task, TaskResult } from './task.ts';

/**
 * Runs all tasks, several at the same time, and continues after failures.
 * A task can start when no task of the parts in its `needs` is still waiting or running.
 * Whenever fewer than `workers` tasks run, the first waiting task that can start is started.
 * Resolves with the results in the order in which the tasks ended.
 *
 * @param workers The maximum number of tasks that run at the same time.
 * @param onResult Called with the result of each task when the task has ended.
 */
export async function runTasks(
  tasks: readonly Task[],
  workers: number,
  onResult: (result: TaskResult) => void,
): Promise<readonly TaskResult[]> {
  const waiting = [...tasks];
  const running = new Map<Task, Promise<TaskResult>>();
  const results: TaskResult[] = [];
  const isOpen = (part: Part): boolean => [...waiting, ...running.keys()].some((task) => task.part === part);

  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex(({ needs }) => !needs.some(isOpen));
    const [task] = running.size < workers && next >= 0 ? waiting.splice(next, 1) : [];
    if (task !== undefined) {
      running.set(task, runTask(task, tasks.length === 1 ? 'show' : 'keep'));
      continue;
    }
    const result = await Promise.race(running.values());
    running.delete(result.task);
    results.push(result);
    onResult(result);
  }
  return results;
}
