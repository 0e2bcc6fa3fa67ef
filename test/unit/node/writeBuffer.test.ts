import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import fc from 'fast-check';
import { WriteDeclinedError, type AppendOptions, type FileStore } from '../../../src/common/fileStore.ts';
import { createNodeFileStore } from '../../../src/node/nodeFileStore.ts';
import { WriteBuffer, type RefusalAnswer } from '../../../src/node/writeBuffer.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';
import { createFaultyStore, writes } from '../faultyStore.ts';
import { createFlushRecorder } from '../flushRecorder.ts';
import { mountSmallDisk } from '../smallDisk.ts';

const keep = { ifRefused: 'keep' } as const;
const ask = { ifRefused: 'ask' } as const;

describe('WriteBuffer', () => {
  const cleanUp = cleanUpAfterEach();
  let disk: FileStore;
  /** The error code with which the disk refuses each write, or undefined while the disk accepts writes. */
  let refusal: string | undefined;
  let refuse: () => string | undefined;
  let answers: RefusalAnswer[];
  let changes: (string | undefined)[];
  let changed = Promise.withResolvers<undefined>();
  let buffer: WriteBuffer;

  beforeEach(async () => {
    open(createNodeFileStore(await temporaryFolder(cleanUp)));
    refusal = undefined;
    refuse = () => refusal;
  });

  function open(store: FileStore): void {
    disk = store;
    answers = [];
    changes = [];
    buffer = new WriteBuffer({
      files: createFaultyStore(disk, (operation) => (writes.has(operation) ? refuse() : undefined)),
      onDidChange: () => {
        changes.push(buffer.problem && (buffer.problem as NodeJS.ErrnoException).code);
        changed.resolve(undefined);
      },
      ask: async () => {
        const answer = answers.shift();
        if (answer === undefined) throw new Error('Unexpected question.');
        return Promise.resolve(answer);
      },
    });
    cleanUp(() => buffer.dispose());
  }

  it('reports the first refusal, and a later refusal only if its error code differs', async () => {
    for (refusal of ['ENOSPC', 'EROFS', 'EROFS']) await buffer.files.append('log', '1', keep);
    assert.deepEqual(changes, ['ENOSPC', 'EROFS']);
  });

  it('repeats refused appends in order before the next append, and reports when the problem begins and ends', async () => {
    const { files } = buffer;
    await files.append('log', '1', keep);
    refusal = 'ENOSPC';
    await files.append('log', '2', keep);
    await files.append('log', '3', keep);
    await files.write('draft', 'a', keep);
    await files.write('draft', 'b', keep);
    assert.deepEqual(changes, ['ENOSPC']);
    assert.equal(await disk.read('log'), '1');
    assert.equal(await files.read('log'), '123');
    refusal = undefined;
    await files.append('log', '4', keep);
    assert.equal(await disk.read('log'), '1234');
    assert.deepEqual(changes, ['ENOSPC']);
    await buffer.retry();
    assert.equal(await disk.read('draft'), 'b');
    assert.deepEqual(changes, ['ENOSPC', undefined]);
  });

  it('repeats kept writes at intervals, so that they reach the disk without another call', async () => {
    refusal = 'EIO';
    await buffer.files.append('log', 'text', keep);
    refusal = undefined;
    changed = Promise.withResolvers();
    await changed.promise;
    assert.equal(buffer.problem, undefined);
    assert.equal(await disk.read('log'), 'text');
  });

  it('writes the kept text of a file to the disk before the file is rewritten or moved', async () => {
    refusal = 'ENOSPC';
    await buffer.files.append('log', 'a', keep);
    await buffer.files.append('old', 'b', keep);
    refusal = undefined;
    await buffer.files.rewrite('log', async (text) => Promise.resolve(text.toUpperCase()));
    assert.equal(await disk.read('log'), 'A');
    assert.equal(await buffer.files.move('old', 'new'), true);
    assert.equal(await disk.read('new'), 'b');
    assert.equal(buffer.problem, undefined);
  });

  it('rejects a refused write by default, even if earlier writes to the file are kept', async () => {
    refusal = 'EROFS';
    await assert.rejects(buffer.files.append('log', 'a'), { code: 'EROFS' });
    await assert.rejects(buffer.files.write('log', 'a'), { code: 'EROFS' });
    await assert.rejects(buffer.files.create('log', 'a'), { code: 'EROFS' });
    assert.equal(buffer.problem, undefined);
    await buffer.files.append('log', 'kept', keep);
    await assert.rejects(buffer.files.append('log', 'a'), { code: 'EROFS' });
    await assert.rejects(buffer.files.move('log', 'other'), { code: 'EROFS' });
    await assert.rejects(
      buffer.files.rewrite('log', async () => Promise.resolve('other')),
      { code: 'EROFS' },
    );
    await assert.rejects(buffer.files.remove('log'), { code: 'EROFS' });
    assert.equal(await buffer.files.read('log'), 'kept');
  });

  it('rejects a refused write if the user declines, and does not ask again after the answer `keep` until the problem ends', async () => {
    refusal = 'ENOSPC';
    answers = ['decline', 'keep'];
    await assert.rejects(buffer.files.append('log', 'declined', ask), (error: Error) => {
      assert.ok(error instanceof WriteDeclinedError);
      assert.equal((error.cause as NodeJS.ErrnoException).code, 'ENOSPC');
      return true;
    });
    assert.equal(await buffer.files.read('log'), undefined);
    assert.deepEqual(changes, []);
    await Promise.all(['a', 'b'].map(async (text) => buffer.files.append(text, text, ask)));
    await buffer.files.append('a', 'c', ask);
    refusal = undefined;
    await buffer.retry();
    assert.deepEqual([await disk.read('a'), await disk.read('b')], ['ac', 'b']);
    refusal = 'ENOSPC';
    answers = ['decline'];
    await assert.rejects(buffer.files.append('a', 'd', ask), WriteDeclinedError);
  });

  it('repeats a refused write each time the user answers `retry`', async () => {
    await buffer.files.append('log', 'a', ask);
    let tries = 0;
    refuse = () => {
      tries += 1;
      return tries < 3 ? 'ENOSPC' : undefined;
    };
    answers = ['retry', 'retry'];
    await buffer.files.append('log', 'b', ask);
    assert.deepEqual([await disk.read('log'), tries, answers], ['ab', 3, []]);
    assert.deepEqual(changes, []);
  });

  it('rejects, and keeps no write, after an error that does not come from the operating system', async () => {
    refusal = 'ERR_INVALID_ARG_TYPE';
    await assert.rejects(buffer.files.append('log', 'a', keep), { code: 'ERR_INVALID_ARG_TYPE' });
    assert.equal(buffer.problem, undefined);
  });

  it('returns false from `create` for an existing file, even if the disk refuses the write', async () => {
    await disk.write('lease', 'other');
    refusal = 'EROFS';
    assert.equal(await buffer.files.create('lease', 'own', keep), false);
    assert.equal(buffer.problem, undefined);
  });

  it('drops the kept writes of a new file if another process creates the file first', async () => {
    refusal = 'ENOSPC';
    assert.equal(await buffer.files.create('lease', 'own', keep), true);
    assert.equal(await buffer.files.create('lease', 'own', keep), false);
    await buffer.files.write('lease', 'own, busy', keep);
    assert.equal(await buffer.files.read('lease'), 'own, busy');
    refusal = undefined;
    await disk.write('lease', 'other');
    await buffer.retry();
    assert.equal(await disk.read('lease'), 'other');
    assert.equal(buffer.problem, undefined);
  });

  it('includes kept writes in the results of `list`, `stat` and `readFrom`', async () => {
    await disk.append('spend/one.jsonl', 'é1\n');
    refusal = 'ENOSPC';
    await buffer.files.append('spend/one.jsonl', 'é2\n', keep);
    await buffer.files.append('spend/two.jsonl', '3\n', keep);
    await buffer.files.append('spend/deep/three.jsonl', '3\n', keep);
    assert.deepEqual((await buffer.files.list('spend')).toSorted(), ['one.jsonl', 'two.jsonl']);
    const facts = await buffer.files.stat('spend', '.jsonl');
    assert.deepEqual(
      facts.map(({ name, size }) => [name, size]),
      [
        ['one.jsonl', 8],
        ['two.jsonl', 2],
      ],
    );
    const read = async (offset: number, length?: number) =>
      Buffer.from(await buffer.files.readFrom('spend/one.jsonl', offset, length)).toString();
    assert.deepEqual([await read(0), await read(4), await read(2, 4), await read(9)], ['é1\né2\n', 'é2\n', '1\né', '']);
  });

  it('includes kept writes to files of the root folder in the results of `list` and `stat`', async () => {
    refusal = 'ENOSPC';
    await buffer.files.append('log.jsonl', '1\n', keep);
    await buffer.files.append('spend/two.jsonl', '3\n', keep);
    assert.deepEqual(await buffer.files.list(''), ['log.jsonl']);
    const facts = await buffer.files.stat('', '.jsonl');
    assert.deepEqual(
      facts.map(({ name, size }) => [name, size]),
      [['log.jsonl', 2]],
    );
  });

  it('reports the time of the last kept write as the modification time of the file', async () => {
    refusal = 'ENOSPC';
    await buffer.files.create('lease', 'one', keep);
    const created = Date.now();
    while (Date.now() === created) await new Promise((resolve) => setImmediate(resolve));
    const before = Date.now();
    await buffer.files.write('lease', 'other', keep);
    const [facts] = await buffer.files.stat('', 'lease');
    assert.ok(facts !== undefined && facts.modifiedAt >= before && facts.modifiedAt <= Date.now());
  });

  it('reads a file while its kept writes are repeated or removed', async () => {
    refusal = 'ENOSPC';
    await buffer.files.append('log', 'text', keep);
    refusal = undefined;
    const [, text] = await Promise.all([buffer.retry(), buffer.files.read('log')]);
    assert.equal(text, 'text');
    refusal = 'ENOSPC';
    await buffer.files.append('log', 's', keep);
    refusal = undefined;
    const { files } = buffer;
    const [, bytes, facts] = await Promise.all([files.remove('log'), files.readFrom('log', 0), files.stat('', 'log')]);
    assert.deepEqual([bytes.length, facts.map(({ size }) => size)], [0, [0]]);
  });

  it('flushes kept appends when they are repeated', async () => {
    const folder = await temporaryFolder(cleanUp);
    const flushed: string[] = [];
    open(
      createNodeFileStore(
        folder,
        createFlushRecorder(folder, (file) => flushed.push(file)),
      ),
    );
    refusal = 'ENOSPC';
    await buffer.files.append('log', 'text', keep);
    refusal = undefined;
    await buffer.retry();
    assert.equal(flushed.at(-1), 'log');
  });

  it('repeats a kept append with `repeatIfReplaced` only if the append had this option', async () => {
    const appended: [string, boolean | undefined][] = [];
    const store = createNodeFileStore(await temporaryFolder(cleanUp));
    const append = async (name: string, text: string, options: AppendOptions = {}) => {
      appended.push([text, options.repeatIfReplaced]);
      await store.append(name, text, options);
    };
    open({ ...store, append });
    refusal = 'ENOSPC';
    await buffer.files.append('log', 'a', keep);
    await buffer.files.append('log', 'b', keep);
    await buffer.files.append('log', 'c', { ...keep, repeatIfReplaced: true });
    await buffer.files.append('log', 'd', keep);
    refusal = undefined;
    await buffer.retry();
    assert.deepEqual(appended, Object.entries({ ab: false, c: true, d: false }));
  });

  describe('at intervals', () => {
    let tries: number;
    let tried: PromiseWithResolvers<undefined>;
    beforeEach(() => {
      mock.timers.enable({ apis: ['setTimeout'] });
      tries = 0;
      tried = Promise.withResolvers();
      refuse = () => {
        tries += 1;
        tried.resolve(undefined);
        return 'ENOSPC';
      };
    });
    afterEach(() => mock.timers.reset());

    /** Resolves when the promise callbacks that follow a timer have run. */
    const settle = async () => {
      for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    };

    it('repeats kept writes after 2, 4, 8 and 15 seconds, and then every 15 seconds', async () => {
      await buffer.files.append('log', 'text', keep);
      for (const [index, seconds] of [2, 4, 8, 15, 15].entries()) {
        assert.equal(tries, index + 1);
        mock.timers.tick(seconds * 1_000 - 1);
        await settle();
        assert.equal(tries, index + 1, `${seconds} s`);
        tried = Promise.withResolvers();
        mock.timers.tick(1);
        await tried.promise;
        await settle();
      }
    });

    it('does not repeat kept writes after `dispose`', async () => {
      await buffer.files.append('log', 'text', keep);
      buffer.dispose();
      mock.timers.tick(60_000);
      await settle();
      assert.equal(tries, 1);
    });

    it('waits only 2 seconds after a new problem begins, even if the interval has grown during an earlier problem', async () => {
      await buffer.files.append('log', 'text', keep);
      mock.timers.tick(2_000);
      await settle();
      await buffer.discard();
      await buffer.files.append('log', 'text', keep);
      assert.equal(tries, 3);
      mock.timers.tick(1_999);
      await settle();
      assert.equal(tries, 3);
      mock.timers.tick(1);
      await settle();
      assert.equal(tries, 4);
    });
  });

  it('reads as if the disk had accepted each append, write and create, and finally brings the disk to the same content', async () => {
    const name = fc.constantFrom('a', 'b', 'folder/c');
    const text = fc.string({ minLength: 1, maxLength: 3 });
    const step = fc.oneof(
      fc.record({ kind: fc.constantFrom('append', 'write', 'create'), name, text }),
      fc.record({ kind: fc.constantFrom('remove', 'retry', 'read'), name, text }),
    );
    const steps = fc.array(fc.tuple(step, fc.constantFrom(undefined, 'ENOSPC', 'EBUSY')), { maxLength: 30 });
    const root = await temporaryFolder(cleanUp);
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        open(createNodeFileStore(`${root}/${randomUUID()}`));
        const model = new Map<string, string>();
        const { files } = buffer;
        for (const [{ kind, name, text }, code] of all) {
          refusal = code;
          if (kind === 'append') await files.append(name, text, keep);
          if (kind === 'write') await files.write(name, text, keep);
          if (kind === 'append') model.set(name, (model.get(name) ?? '') + text);
          if (kind === 'write') model.set(name, text);
          if (kind === 'create') {
            assert.equal(await files.create(name, text, keep), !model.has(name));
            if (!model.has(name)) model.set(name, text);
          }
          if (kind === 'remove') {
            const isRemoved = await files.remove(name).then(
              () => true,
              () => false,
            );
            if (isRemoved) model.delete(name);
          }
          if (kind === 'retry') await buffer.retry();
          for (const each of ['a', 'b', 'folder/c']) assert.equal(await files.read(each), model.get(each));
        }
        refusal = undefined;
        await buffer.retry();
        assert.equal(buffer.problem, undefined);
        for (const each of ['a', 'b', 'folder/c']) assert.equal(await disk.read(each), model.get(each));
      }),
    );
  });

  it('keeps writes while the disk is full or read-only, and writes them to the disk afterwards', async function () {
    const small = await mountSmallDisk(cleanUp);
    if (small === undefined) return this.skip();
    open(createNodeFileStore(small.folder));
    const lines = Array.from({ length: 60 }, (_, index) => `${index} ${'x'.repeat(1_000)}\n`);
    for (const [index, line] of lines.entries()) {
      if (index === 10) await small.fill();
      if (index === 30) await small.free();
      if (index === 40) small.setReadOnly(true);
      if (index === 50) small.setReadOnly(false);
      await buffer.files.append('log', line, keep);
      await buffer.files.write('draft', line, keep);
    }
    await buffer.retry();
    assert.deepEqual(changes, ['ENOSPC', undefined, 'EROFS', undefined]);
    assert.equal(await disk.read('log'), lines.join(''));
    assert.equal(await disk.read('draft'), lines.at(-1));
    assert.deepEqual(new Set(await disk.list('')), new Set(['log', 'draft']));
    return undefined;
  });

  it('does not repeat kept writes after they are discarded, and reports the end of the problem', async () => {
    refusal = 'ENOSPC';
    await buffer.files.append('a', 'one', keep);
    await buffer.files.write('b', 'two', keep);
    await buffer.discard();
    assert.deepEqual(changes, ['ENOSPC', undefined]);
    refusal = undefined;
    await buffer.retry();
    assert.deepEqual([await disk.read('a'), await disk.read('b')], [undefined, undefined]);
  });
});
