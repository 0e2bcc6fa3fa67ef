import { join } from 'node:path';
import type { ReadLargePayload } from '../../src/api/stream/largePayload.ts';
import { ReplyDecoder } from '../../src/api/stream/replyDecoder.ts';
import { createWorkerPayloadReader } from '../../src/node/workerPayloadReader.ts';
import { projectFolder } from '../hosts/projectPaths.ts';
import { median, type Figure } from './figure.ts';
import { largeReplies, type LargeReply } from './largeReplies.ts';

const rounds = 5;
const chunkLength = 64 * 1024;

/**
 * Measures the CPU time of the calling thread while it reads large replies of many shapes, relative to `JSON.parse` of
 * the same JSON. Excludes the CPU time of the payload worker. Reports only the shape with the largest ratio.
 */
export async function measureLargeReplies(): Promise<readonly Figure[]> {
  const reader = createWorkerPayloadReader(join(projectFolder, 'dist', 'payloadWorker.cjs'));
  const ratios = new Map<string, number>();
  for (const reply of largeReplies()) {
    const [reading, parsing]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      parsing.push(await threadTime(() => reply.values.map((value) => void JSON.parse(value))));
      reading.push(await threadTime(async () => read(reply, reader.read)));
    }
    ratios.set(`${reply.name} (${median(reading).toFixed(0)} ms)`, median(reading) / median(parsing));
  }
  reader.dispose();
  const [[name, value] = ['', Number.NaN]] = [...ratios].toSorted(([, one], [, other]) => other - one);
  const count = ratios.size;
  return [
    { name: `reading ${count} large replies, relative to JSON.parse, worst: ${name}`, value, unit: '×', atMost: 2 },
  ];
}

async function read({ body }: LargeReply, readLarge: ReadLargePayload): Promise<void> {
  const decoder = new ReplyDecoder(readLarge);
  for (let start = 0; start < body.length && !decoder.isFinished; start += chunkLength)
    await decoder.push(body.subarray(start, start + chunkLength));
  await decoder.finish();
}

/** Resolves with the CPU time of this thread while `run` runs, in milliseconds. */
async function threadTime(run: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}
