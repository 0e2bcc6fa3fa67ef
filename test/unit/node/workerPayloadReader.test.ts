import { strict as assert } from 'node:assert';
import { build } from 'esbuild';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { digestLargePayload, type LargePayload } from '../../../src/api/stream/largePayload.ts';
import { createWorkerPayloadReader } from '../../../src/node/workerPayloadReader.ts';
import { cleanUpAfterEach, temporaryFolder, type CleanUp } from '../cleanUp.ts';
import { createShownChoice } from '../../../src/api/stream/chunk/shownChoice.ts';

describe('createWorkerPayloadReader', () => {
  const cleanUp = cleanUpAfterEach();

  it('resolves with the same results as `digestLargePayload` if it gets several payloads at once', async () => {
    const reader = createWorkerPayloadReader(await bundleWorker(cleanUp));
    cleanUp(() => reader.dispose());
    const payloads = [
      textPayload('a'),
      { ...textPayload('日本'), kind: 'document' },
      { ...textPayload('c'), isLast: true, shownChoice: createShownChoice() },
    ] as const;
    assert.deepEqual(await Promise.all(payloads.map(reader.read)), payloads.map(digestLargePayload));
  });

  it('does not block the event loop while it reads millions of objects', async () => {
    const reader = createWorkerPayloadReader(await bundleWorker(cleanUp));
    cleanUp(() => reader.dispose());
    const data = `data: {"choices":[{"delta":{"content":"a"}}],"x":[${'{"a":1},'.repeat(1_500_000)}1]}\n\n`;
    const progress = { isRead: false };
    const reading = reader.read(payload(data)).then((result) => {
      progress.isRead = true;
      return result;
    });
    let turns = 0;
    for (; !progress.isRead; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    assert.equal((await reading)?.digest.text, 'a');
    assert.ok(turns > 20, `${turns} turns`);
  });

  it('rejects if the worker fails, and starts a new worker for the next payload', async () => {
    const file = path.join(await temporaryFolder(cleanUp), 'worker.cjs');
    const reader = createWorkerPayloadReader(file);
    cleanUp(() => reader.dispose());
    await assert.rejects(reader.read(textPayload('a')));
    await writeFile(file, "throw new Error('no')");
    await assert.rejects(reader.read(textPayload('a')));
    await writeFile(file, program("parentPort.postMessage({ id, content: 'read' })"));
    assert.equal(await reader.read(textPayload('a')), 'read');
  });

  it('resolves with undefined for a payload that needs too much memory, and reads the next payload', async () => {
    const file = path.join(await temporaryFolder(cleanUp), 'worker.cjs');
    await writeFile(
      file,
      program(`
        if (!content.isLast) {
          const kept = [];
          for (;;) kept.push(new Array(1_000_000).fill(0));
        }
        parentPort.postMessage({ id, content: 'read' });`),
    );
    const reader = createWorkerPayloadReader(file);
    cleanUp(() => reader.dispose());
    const results = [
      reader.read(textPayload('a')),
      reader.read({ ...textPayload('b'), isLast: true, shownChoice: createShownChoice() }),
    ];
    assert.deepEqual(await Promise.all(results), [undefined, 'read']);
  });
});

function payload(text: string): LargePayload {
  return {
    kind: 'event',
    bytes: new TextEncoder().encode(text),
    isStart: true,
    isLast: false,
    shownChoice: createShownChoice(),
  };
}

function textPayload(text: string): LargePayload {
  return payload(`data: ${JSON.stringify({ choices: [{ delta: { content: text } }] })}\n\n`);
}

/** Returns a worker program that runs `statements` for each message. */
function program(statements: string): string {
  return `const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ id, content }) => { ${statements} });`;
}

async function bundleWorker(cleanUp: CleanUp): Promise<string> {
  const outfile = path.join(await temporaryFolder(cleanUp), 'payloadWorker.cjs');
  const entryPoint = path.join(import.meta.dirname, '../../../src/node/payloadWorker.ts');
  await build({ entryPoints: [entryPoint], outfile, bundle: true, platform: 'node', format: 'cjs', target: 'node22' });
  return outfile;
}
