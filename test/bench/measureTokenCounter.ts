import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { createWorkerTokenCounter } from '../../src/node/workerTokenCounter.ts';
import { projectFolder } from '../hosts/projectPaths.ts';
import type { Figure } from './figure.ts';

/** Measures how long the calling thread is blocked while a worker starts and counts 1 MB of text. */
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
    { name: 'counting 1 MB: longest event loop delay', value: delays.max / 1e6, unit: 'ms', atMost: 20 },
    { name: 'counting 1 MB: total busy time of the event loop', value: active, unit: 'ms', atMost: 20 },
  ];
}
