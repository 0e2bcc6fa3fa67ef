import { build } from 'esbuild';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TokenCounter } from '../../../src/meter/tokenCounter.ts';
import { createWorkerTokenCounter } from '../../../src/node/workerTokenCounter.ts';

/**
 * Bundles `tokenWorker.ts` before the tests of the `describe` block that calls this function. Returns a function that
 * tests call to get a counter. The counter counts tokens in the bundled worker.
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
