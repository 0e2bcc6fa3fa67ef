/** Run by VS Code in its extension host, before the extension is active. */
import { writeFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';

export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension('tally.tally-chat');
  if (extension === undefined || extension.isActive) throw new Error('The extension is missing or active already.');
  await idle();
  // Waiting for the disk or for VS Code's other processes is not the host's time.
  const before = performance.eventLoopUtilization();
  await extension.activate();
  const { active } = performance.eventLoopUtilization(before);
  const file = process.env['TALLY_BENCH_RESULT'];
  if (file === undefined) throw new Error('TALLY_BENCH_RESULT is not set.');
  await writeFile(file, JSON.stringify({ busyMilliseconds: active }));
}

/** Resolves when the host has had next to nothing to do for a second: the other extensions have started. */
async function idle(): Promise<void> {
  for (let quiet = 0; quiet < 4; ) {
    const before = performance.eventLoopUtilization();
    await delay(250);
    quiet = performance.eventLoopUtilization(before).utilization < 0.02 ? quiet + 1 : 0;
  }
}
