import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { projectFolder } from '../hosts/projectPaths.ts';
import type { TestCounts } from './countingReporter.ts';
import type { Task, TaskResult } from './task.ts';

/**
 * Runs the program of a task. Resolves with the result when the program has ended.
 *
 * @param output `show` prints the program's output while the program runs. `keep` puts the output into the result.
 */
export async function runTask(task: Task, output: 'show' | 'keep'): Promise<TaskResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tally-test-'));
  const countsFile = join(folder, 'counts.json');
  const start = performance.now();
  try {
    const child = spawn(process.execPath, task.nodeArguments, {
      cwd: projectFolder,
      env: { ...process.env, TALLY_TEST_COUNTS: countsFile },
      stdio: ['ignore', ...(output === 'show' ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const))],
    });
    const printed: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => printed.push(text));
    }
    const [code] = (await once(child, 'close')) as [number | null];
    const counts = task.countsTests ? await readCounts(countsFile) : countOne(code);
    const seconds = (performance.now() - start) / 1_000;
    return { task, seconds, output: printed.join(''), ...failedIfBroken(counts, code) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readCounts(file: string): Promise<TestCounts> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as TestCounts;
  } catch {
    // The program ended before its reporter wrote the file.
    return { passed: 0, failed: 0, milliseconds: {} };
  }
}

function countOne(code: number | null): TestCounts {
  return code === 0 ? { passed: 1, failed: 0, milliseconds: {} } : { passed: 0, failed: 1, milliseconds: {} };
}

/** Adds one failure if the counts contain no failure, although the program ended with an error or passed no test. */
function failedIfBroken(counts: TestCounts, code: number | null): TestCounts {
  const isBroken = counts.failed === 0 && (code !== 0 || counts.passed === 0);
  return isBroken ? { ...counts, failed: 1 } : counts;
}
