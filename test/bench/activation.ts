/** Run by VS Code in its extension host, before the extension is active. */
import { writeFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';

export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension('tally.tally-chat');
  if (extension === undefined || extension.isActive) throw new Error('The extension is missing or active already.');
  await idle();
  const activating = await busyTime(async () => extension.activate());
  // The first command loads the chat; this one does nothing else.
  const loading = await busyTime(async () => vscode.commands.executeCommand('tally.stop'));
  const file = process.env['TALLY_BENCH_RESULT'];
  if (file === undefined) throw new Error('TALLY_BENCH_RESULT is not set.');
  await writeFile(file, JSON.stringify({ activating, loading }));
}

/** Milliseconds of this thread alone: neither waiting nor what other processes of the machine take counts. */
async function busyTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Resolves when the host has had little to do for a second, or after half a minute: the others have started. */
async function idle(): Promise<void> {
  for (let quiet = 0, rounds = 0; quiet < 4 && rounds < 120; rounds += 1) {
    const before = performance.eventLoopUtilization();
    await delay(250);
    quiet = performance.eventLoopUtilization(before).utilization < 0.05 ? quiet + 1 : 0;
  }
}
