/**
 * VS Code calls `run` in its extension host while the extension Tally Chat is still inactive.
 * `run` measures the CPU time of activation and of loading the chat, in milliseconds.
 * `run` writes the two times to the file whose path is in the environment variable `TALLY_BENCH_RESULT`.
 */
import { writeFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';

export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension('tally.tally-chat');
  if (extension === undefined || extension.isActive) throw new Error('The extension is missing or active already.');
  await untilIdle();
  const activating = await cpuTime(async () => extension.activate());
  // The first command loads the chat. `tally.stop` does nothing else, because no reply is running.
  const loading = await cpuTime(async () => vscode.commands.executeCommand('tally.stop'));
  const file = process.env['TALLY_BENCH_RESULT'];
  if (file === undefined) throw new Error('TALLY_BENCH_RESULT is not set.');
  await writeFile(file, JSON.stringify({ activating, loading }));
}

/** Returns the CPU time of this thread during `work`, in milliseconds. Excludes other threads and processes. */
async function cpuTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Lets other extensions start. Resolves after one second of low load, or after about 30 seconds. */
async function untilIdle(): Promise<void> {
  for (let quiet = 0, rounds = 0; quiet < 4 && rounds < 120; rounds += 1) {
    const before = performance.eventLoopUtilization();
    await delay(250);
    quiet = performance.eventLoopUtilization(before).utilization < 0.05 ? quiet + 1 : 0;
  }
}
