import { strict as assert } from 'node:assert';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { createWorkerTokenCounter } from '../../../src/node/workerTokenCounter.ts';
import { TokenCountError } from '../../../src/meter/tokenCounter.ts';
import { countTokens } from '../../standIn/tokens.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';
import { withTokenCounter } from './tokenWorkerBundle.ts';

const samples = [
  'Hello, world!',
  'export function add(a: number, b: number): number {\n\treturn a + b;\n}\r\n',
  'Größe, façade, Ωmega, Привет, こんにちは世界, 안녕하세요, مرحبا',
  '👩‍👩‍👧 🇩🇪 e\u0301 \u{10FFFF}',
  '<|endoftext|><|im_start|>user<|fim_prefix|>',
  '    \n\n\t  ',
  '0123456789'.repeat(50),
  '\ud800 a lone surrogate',
];

describe('createWorkerTokenCounter', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  it('returns the same counts as the tokenizer', async () => {
    for (const sample of samples) assert.equal(await counter().count(sample), countTokens(sample), sample);
    assert.equal(await counter().count(''), 0);
  });

  it('returns the same counts as the tokenizer for random text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        assert.equal(await counter().count(text), countTokens(text));
      }),
    );
  });

  it('returns the right count for each of several concurrent calls', async () => {
    assert.deepEqual(await Promise.all(samples.map(async (text) => counter().count(text))), samples.map(countTokens));
  });

  it('does not block the event loop while it counts a megabyte of text', async () => {
    const text = 'All of these words are counted elsewhere. '.repeat(25_000);
    const progress = { isCounted: false };
    const counting = counter()
      .count(text)
      .then((tokens) => {
        progress.isCounted = true;
        return tokens;
      });
    let turns = 0;
    for (; !progress.isCounted; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(await counting, countTokens(text));
    assert.ok(turns > 20, `${turns} turns`);
  });

  for (const repeated of [
    'ACGT',
    '=',
    '/\n',
    '*/\r\n',
    ' ',
    '\n',
    '今天天气很好我们去公园散步吧',
    '今天天气很好，',
    'ที่นี่สวัสดี',
    '👩‍👩‍👧',
    'aB',
    '<|im_start|>',
    '\ud800',
  ]) {
    it(`returns the same count as the tokenizer for a long run of ${JSON.stringify(repeated)}`, async () => {
      const run = `It is (${repeated.repeat(4_500 / repeated.length)}).`;
      assert.equal(await counter().count(run), countTokens(run));
    });
  }

  it('returns nearly the same count as the tokenizer for a long run of empty comment lines', async () => {
    const run = '//\n'.repeat(1_500);
    const [counted, expected] = [await counter().count(run), countTokens(run)];
    assert.ok(Math.abs(counted - expected) <= expected / 100, `${counted} instead of ${expected}`);
  });

  for (const repeated of ['ACGT', '/\n']) {
    it(`counts a megabyte of ${JSON.stringify(repeated)} within the Mocha timeout that package.json sets`, async () => {
      assert.ok((await counter().count(repeated.repeat(1_000_000 / repeated.length))) > 0);
    });
  }

  for (const [name, program] of [
    ['throws', "throw new Error('no')"],
    ['exits at once', 'process.exit(0)'],
    ['exits during a count', "require('node:worker_threads').parentPort.on('message', () => process.exit(1))"],
  ] as const) {
    it(`rejects if the worker ${name}, and starts a new worker for the next count`, async () => {
      const worker = path.join(await temporaryFolder(cleanUp), 'worker.cjs');
      const fragile = createWorkerTokenCounter(worker);
      cleanUp(() => fragile.dispose());
      await writeFile(worker, program);
      const counts = await Promise.allSettled([fragile.count('a'), fragile.count('b')]);
      for (const count of counts) {
        assert.ok(count.status === 'rejected' && count.reason instanceof TokenCountError);
      }
      await writeFile(
        worker,
        "require('node:worker_threads').parentPort.on('message', ({ id }) => " +
          "require('node:worker_threads').parentPort.postMessage({ id, content: 7 }))",
      );
      assert.equal(await fragile.count('c'), 7);
    });
  }

  it('rejects if the worker’s file is missing', async () => {
    const folder = await temporaryFolder(cleanUp);
    await assert.rejects(createWorkerTokenCounter(path.join(folder, 'none.cjs')).count('a'), TokenCountError);
  });

  it('rejects running counts on `dispose`', async () => {
    const worker = path.join(await temporaryFolder(cleanUp), 'worker.cjs');
    await writeFile(worker, 'setInterval(() => {}, 1000)');
    const silent = createWorkerTokenCounter(worker);
    const counting = silent.count('a');
    silent.dispose();
    await assert.rejects(counting, TokenCountError);
  });
});
