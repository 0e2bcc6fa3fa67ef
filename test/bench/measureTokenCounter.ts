import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { createWorkerTokenCounter } from '../../src/node/workerTokenCounter.ts';
import { projectFolder } from '../hosts/projectPaths.ts';
import type { Figure } from './figure.ts';

/** How long counting a megabyte, with the start of the worker, holds up the thread that asked for it. */
export async function measureTokenCounter(): Promise<readonly Figure[]> {
  const text = 'The tally of a long conversation, with some code: const sum = (a, b) => a + b;\n'.repeat(12_500);
  const counter = createWorkerTokenCounter(join(projectFolder, 'dist', 'tokenWorker.cjs'));
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const start = performance.eventLoopUtilization();
  await counter.count(text);
  const { active } = performance.eventLoopUtilization(start);
  delays.disable();
  counter.dispose();
  return [
    { name: 'longest hold-up while 1 MB is counted', value: delays.max / 1e6, unit: 'ms', atMost: 20 },
    { name: 'busy in all while 1 MB is counted', value: active, unit: 'ms', atMost: 20 },
  ];
}
