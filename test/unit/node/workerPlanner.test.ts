import { strict as assert } from 'node:assert';
import { build } from 'esbuild';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createWorkerPlanner } from '../../../src/node/workerPlanner.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';

describe('createWorkerPlanner', () => {
  const cleanUp = cleanUpAfterEach();
  const block = { code: 'b', info: '', before: '' };
  const file = { path: 'a.ts', text: '' };

  const createPlanner = async (program: string, maxTime?: number) => {
    const worker = path.join(await temporaryFolder(cleanUp), 'worker.cjs');
    await writeFile(worker, program);
    const planner = createWorkerPlanner(worker, maxTime);
    cleanUp(() => planner.dispose());
    return planner;
  };

  /** Returns a worker that runs `statements` for the operation `planPlace`, and answers other operations with 'done'. */
  const program = (statements: string) => `const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ id, content }) => {
  if (content.operation === 'planPlace') { ${statements} }
  parentPort.postMessage({ id, content: 'done' });
});`;

  it('plans in a worker thread', async () => {
    const { outputFiles } = await build({
      entryPoints: [path.join(import.meta.dirname, '../../../src/node/applyWorker.ts')],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      write: false,
    });
    const planner = await createPlanner(outputFiles[0]!.text);
    assert.deepEqual(await planner.run('planFile', [block], file), { kind: 'change', after: 'b\n' });
    assert.equal(await planner.run('undoHunkAt', 'a\n', 'b\n', 0), 'a\n');
    assert.equal((await planner.run('divideReply', { reply: '', shownCode: '', info: '', code: '' }))?.length, 1);
  });

  it('resolves with undefined if an operation takes too long, and runs the next one', async () => {
    const planner = await createPlanner(program('for (;;);'), 1_000);
    const place = { startLine: 0, endLine: 0 };
    const results = [planner.run('planPlace', block, file, place), planner.run('planFile', [block], file)];
    assert.deepEqual(await Promise.all(results), [undefined, 'done']);
  });

  it('resolves with undefined if an operation takes too much memory, and runs the next one', async () => {
    const planner = await createPlanner(program('const kept = []; for (;;) kept.push(new Array(1_000_000).fill(0));'));
    const place = { startLine: 0, endLine: 0 };
    const results = [planner.run('planPlace', block, file, place), planner.run('planFile', [block], file)];
    assert.deepEqual(await Promise.all(results), [undefined, 'done']);
  });

  it('gives the operations of a click one time together, and other operations a time of their own', async () => {
    const planner = await createPlanner(program('for (;;);'), 1_000);
    const click = planner.forClick();
    const place = { startLine: 0, endLine: 0 };
    const results = [
      click.run('planPlace', block, file, place),
      click.run('planFile', [block], file),
      planner.run('planFile', [block], file),
    ];
    assert.deepEqual(await Promise.all(results), [undefined, undefined, 'done']);
  });

  it('rejects if the worker fails', async () => {
    const planner = await createPlanner("throw new Error('no')");
    await assert.rejects(planner.run('planFile', [block], file), /no/);
  });
});
