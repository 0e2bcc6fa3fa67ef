import { strict as assert } from 'node:assert';
import { mock } from 'node:test';
import type { FileStore } from '../../../src/common/fileStore.ts';
import { createNodeFileStore } from '../../../src/node/nodeFileStore.ts';
import { WriteBuffer } from '../../../src/node/writeBuffer.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';
import { createFaultyStore, writes } from '../faultyStore.ts';

const keep = { ifRefused: 'keep' } as const;

describe('WriteBuffer.whilePaused', () => {
  const cleanUp = cleanUpAfterEach();
  let disk: FileStore;
  let isFull: boolean;
  let tries: number;
  let buffer: WriteBuffer;
  beforeEach(async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    disk = createNodeFileStore(await temporaryFolder(cleanUp));
    isFull = true;
    tries = 0;
    buffer = new WriteBuffer({
      files: createFaultyStore(disk, (operation) => {
        if (!writes.has(operation)) return undefined;
        tries += 1;
        return isFull ? 'ENOSPC' : undefined;
      }),
      onDidChange: () => undefined,
      ask: async () => Promise.reject(new Error('Unexpected question.')),
    });
    cleanUp(() => buffer.dispose());
  });
  afterEach(() => mock.timers.reset());

  /** Advances the timers, and resolves when the promise callbacks that follow a timer have run. */
  const pass = async (milliseconds: number) => {
    mock.timers.tick(milliseconds);
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  it('repeats no kept writes, and repeats them 2 seconds afterwards', async () => {
    await buffer.files.append('log', 'text', keep);
    await buffer.whilePaused(async () => {
      await buffer.whilePaused(async () => Promise.resolve());
      await buffer.retry();
      await buffer.files.append('other', 'text', keep);
      assert.equal(tries, 2);
      await pass(60_000);
      assert.equal(tries, 2);
    });
    await pass(1_999);
    assert.equal(tries, 2);
    await pass(1);
    assert.equal(tries, 4);
  });

  it('repeats no writes afterwards that were discarded meanwhile', async () => {
    await buffer.files.append('log', 'text', keep);
    const paused = buffer.whilePaused(async () => {
      await buffer.discard();
      throw new Error('cancelled');
    });
    await assert.rejects(paused, /cancelled/);
    await pass(60_000);
    assert.equal(tries, 1);
  });

  it('waits for running repetitions first', async () => {
    await buffer.files.append('log', 'text', keep);
    isFull = false;
    const retrying = buffer.retry();
    assert.equal(await buffer.whilePaused(async () => disk.read('log')), 'text');
    await retrying;
  });
});
