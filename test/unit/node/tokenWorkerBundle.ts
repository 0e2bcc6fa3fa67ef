import { build } from 'esbuild';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TokenCounter } from '../../../src/meter/tokenCounter.ts';
import { createWorkerTokenCounter } from '../../../src/node/workerTokenCounter.ts';

/**
 * Must be called in a `describe`. Returns a function for the tests, which returns a counter with the real, bundled
 * worker.
 */
export function withTokenCounter(): () => TokenCounter {
  let folder: string | undefined;
  let counter: TokenCounter | undefined;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tally-'));
    const outfile = path.join(folder, 'tokenWorker.cjs');
    const entryPoint = path.join(import.meta.dirname, '../../../src/node/tokenWorker.ts');
    await build({
      entryPoints: [entryPoint],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node22',
    });
    counter = createWorkerTokenCounter(outfile);
  });
  after(async () => {
    counter?.dispose();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });
  return () => counter!;
}
