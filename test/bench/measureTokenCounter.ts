import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { TokenCounter } from '../../src/meter/tokenCounter.ts';
import { createWorkerTokenCounter } from '../../src/node/workerTokenCounter.ts';
import { projectFolder } from '../hosts/projectPaths.ts';
import type { Figure } from './figure.ts';

/** Runs of characters that could take the tokenizer quadratic time. A digit ends each run. */
const runs: Readonly<Record<string, string>> = {
  'letters with 998 accents': `a${'\u0301'.repeat(998)}1`,
  '999 Chinese characters': `${'今天天气很好我们去公园散步吧'.repeat(72).slice(0, 999)}1`,
  '999 symbols': `${'='.repeat(999)}1`,
  '999 spaces': `${' '.repeat(999)}1`,
};

/**
 * Measures how long the calling thread is blocked while a worker starts and counts 1 MB of text. Then compares the time
 * for texts of long runs with the time for prose.
 */
export async function measureTokenCounter(): Promise<readonly Figure[]> {
  const text = 'The tally of a long conversation, with some code: const sum = (a, b) => a + b;\n'.repeat(12_500);
  const counter = createWorkerTokenCounter(join(projectFolder, 'dist', 'tokenWorker.cjs'));
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const start = performance.eventLoopUtilization();
  await counter.count(text);
  const { active } = performance.eventLoopUtilization(start);
  delays.disable();
  const prose = await countingTime(counter, 'All of these words are counted elsewhere. ');
  const ratios: Figure[] = [];
  for (const [name, run] of Object.entries(runs))
    ratios.push({
      name: `counting runs of ${name}, relative to prose`,
      value: (await countingTime(counter, run)) / prose,
      unit: '×',
      atMost: 50,
    });
  counter.dispose();
  return [
    { name: 'counting 1 MB: longest event loop delay', value: delays.max / 1e6, unit: 'ms', atMost: 20 },
    { name: 'counting 1 MB: total busy time of the event loop', value: active, unit: 'ms', atMost: 20 },
    ...ratios,
  ];
}

/** Resolves with the shortest of three times in milliseconds for counting 300,000 characters that repeat `part`. */
async function countingTime(counter: TokenCounter, part: string): Promise<number> {
  const text = part.repeat(300_000 / part.length);
  let shortest = Infinity;
  for (let round = 0; round < 3; round += 1) {
    const start = performance.now();
    await counter.count(text);
    shortest = Math.min(shortest, performance.now() - start);
  }
  return shortest;
}
