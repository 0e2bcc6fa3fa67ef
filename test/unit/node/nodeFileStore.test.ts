import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { appendFile, open, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createNodeFileStore } from '../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';
import { createFlushRecorder } from '../flushRecorder.ts';
import { mountReadOnly } from '../readOnlyFolder.ts';
import { mountSmallDisk } from '../smallDisk.ts';

describe('createNodeFileStore', () => {
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
  });

  it('creates a missing folder on the first write to that folder, but not on a read', async () => {
    const root = path.join(folder, 'not', 'yet');
    const files = createNodeFileStore(root);
    assert.equal(await files.read('a/b.txt'), undefined);
    assert.deepEqual(await files.readFrom('a/b.txt', 0), new Uint8Array());
    assert.deepEqual(await files.list('a'), []);
    assert.deepEqual(await readdir(folder), []);
    await files.append('a/b.txt', 'é');
    await files.write('c/d.txt', 'ü');
    assert.equal(await readFile(path.join(root, 'a', 'b.txt'), 'utf8'), 'é');
    assert.equal(await files.read('c/d.txt'), 'ü');
    assert.deepEqual(await files.list('a'), ['b.txt']);
  });

  it('reads a named pipe as an empty file, and refuses to append to it, instead of waiting for another process', async () => {
    if (process.platform === 'win32') return;
    await promisify(execFile)('mkfifo', [path.join(folder, 'pipe')]);
    const files = createNodeFileStore(folder);
    assert.deepEqual([await files.read('pipe'), await files.readFrom('pipe', 0)], ['', new Uint8Array()]);
    await assert.rejects(files.append('pipe', 'text'), { code: 'ENXIO' });
  });

  it('keeps every line if two stores append to a file concurrently', async () => {
    const [one, other] = [createNodeFileStore(folder), createNodeFileStore(folder)];
    const lines = Array.from({ length: 50 }, (_, index) => `${index}\n`);
    await Promise.all(
      lines.map(async (line, index) => (index % 2 ? one : other).append('log', line, { flush: index % 3 === 0 })),
    );
    const kept = (await one.read('log'))?.split('\n').slice(0, -1) ?? [];
    assert.deepEqual(
      kept.toSorted((a, b) => Number(a) - Number(b)),
      lines.map((line) => line.trim()),
    );
  });

  it('reads from a byte offset to the end of the file, or at most a given number of bytes', async () => {
    const files = createNodeFileStore(folder);
    await files.append('log', 'aéb');
    const read = async (offset: number) => Buffer.from(await files.readFrom('log', offset)).toString();
    assert.deepEqual(await Promise.all([0, 1, 3, 4, 5].map(read)), ['aéb', 'éb', 'b', '', '']);
    assert.equal(Buffer.from(await files.readFrom('log', 1, 2)).toString(), 'é');
    assert.equal(Buffer.from(await files.readFrom('log', 3, 9)).toString(), 'b');
  });

  it('stores the whole text of one of two concurrent writes, and leaves no temporary file', async () => {
    const files = createNodeFileStore(folder);
    await Promise.all(['a'.repeat(100_000), 'b'.repeat(100_000)].map(async (text) => files.write('draft', text)));
    assert.match((await files.read('draft')) ?? '', /^(a{100000}|b{100000})$/);
    assert.deepEqual(await readdir(folder), ['draft']);
  });

  it('`rewrite` changes the text, creates no missing file, and writes nothing if `change` returns undefined', async () => {
    const files = createNodeFileStore(folder);
    await files.rewrite('log', async () => Promise.resolve('new'));
    assert.deepEqual(await readdir(folder), []);
    await files.append('log', 'é');
    await files.rewrite('log', async () => Promise.resolve(undefined));
    assert.equal(await files.read('log'), 'é');
    await files.rewrite('log', async (text) => Promise.resolve(`${text}b`));
    assert.equal(await files.read('log'), 'éb');
    assert.deepEqual(await readdir(folder), ['log']);
  });

  it('`rewrite` keeps a single character that another process appends meanwhile, and flushes this character', async () => {
    const flushed: string[] = [];
    const openFile = createFlushRecorder(folder, (file) => flushed.push(file.replace(/\..*\.tmp$/, '.tmp')));
    const files = createNodeFileStore(folder, async (file, flags, mode) => {
      if (flags === 'wx') await appendFile(path.join(folder, 'log'), 'b');
      return openFile(file, flags, mode);
    });
    await writeFile(path.join(folder, 'log'), 'a');
    await files.rewrite('log', async (text) => Promise.resolve(text.toUpperCase()));
    assert.equal(await files.read('log'), 'Ab');
    assert.deepEqual(flushed, ['log.tmp', '.', '..', 'log']);
  });

  describe('`append` to a file that another process changes during each append', () => {
    let appends: number;
    /** Opens a store that calls `change` after it has opened a file for an append. */
    const interrupted = (change: (file: string) => Promise<void>) => {
      appends = 0;
      return createNodeFileStore(folder, async (file, flags, mode) => {
        const handle = await open(file, flags, mode);
        appends += 1;
        await change(file);
        return handle;
      });
    };
    const replace = async (file: string) => {
      await writeFile(`${file}.new`, 'new');
      await rename(`${file}.new`, file);
    };

    it('tries three times if `repeatIfReplaced` is true and each append finds a replaced file', async () => {
      await interrupted(replace).append('log', 'text', { repeatIfReplaced: true });
      assert.equal(appends, 3);
    });

    it('tries once by default, even if the file is replaced', async () => {
      await interrupted(replace).append('log', 'text');
      assert.equal(appends, 1);
    });

    it('tries once if the file is removed, and does not create the file again', async () => {
      await interrupted(rm).append('log', 'text', { repeatIfReplaced: true });
      assert.equal(appends, 1);
      assert.deepEqual(await readdir(folder), []);
    });

    it('tries once if the file is not replaced', async () => {
      const files = interrupted(async (file) => appendFile(file, 'other\n'));
      await files.append('log', 'text\n', { repeatIfReplaced: true });
      assert.equal(await files.read('log'), 'other\ntext\n');
    });
  });

  it('`stat` returns the size and time of each file, and Infinity for both if the system does not tell them', async () => {
    const files = createNodeFileStore(folder);
    await files.write('log/a.txt', 'é');
    await files.write('log/b.json', '');
    // A link to itself makes every access fail with ELOOP, and a link to a missing file with ENOENT.
    await symlink('loop.txt', path.join(folder, 'log', 'loop.txt'));
    await symlink('missing', path.join(folder, 'log', 'missing.txt'));
    const facts = new Map((await files.stat('log', '.txt')).map((each) => [each.name, each]));
    assert.deepEqual([...facts.keys()].toSorted(), ['a.txt', 'loop.txt']);
    assert.equal(facts.get('a.txt')?.size, 2);
    assert.deepEqual(facts.get('loop.txt'), { name: 'loop.txt', size: Infinity, modifiedAt: Infinity });
  });

  it('lets only one of many stores move a file', async () => {
    const stores = Array.from({ length: 20 }, () => createNodeFileStore(folder));
    await stores[0]?.write('old', 'text');
    const moved = await Promise.all(stores.map(async (files, index) => files.move('old', `new/${index}`)));
    assert.equal(moved.filter((isMoved) => isMoved).length, 1);
    assert.deepEqual(await readdir(path.join(folder, 'new')), [String(moved.indexOf(true))]);
  });

  it('flushes a file and its new folder entries before a flushed write resolves, and flushes nothing for other writes', async () => {
    const steps: string[] = [];
    const record = (flushed: string) => steps.push(flushed.replace(/\..*\.tmp$/, '.tmp'));
    const files = createNodeFileStore(folder, createFlushRecorder(folder, record));
    const run = async (write: () => Promise<unknown>) => {
      steps.length = 0;
      await write();
      return [...steps];
    };
    const flush = true;
    assert.deepEqual(await run(async () => files.append('a/log', '1')), []);
    assert.deepEqual(await run(async () => files.append('a/log', '2', { flush })), ['a', '.', '..', 'a/log']);
    assert.deepEqual(await run(async () => files.append('a/log', '3', { flush })), ['a/log']);
    assert.deepEqual(await run(async () => files.append('a/next', '1', { flush })), ['a', 'a/next']);
    assert.deepEqual(await run(async () => files.write('draft', '1')), ['draft.tmp', '.']);
    assert.deepEqual(await run(async () => files.write('draft', '2')), ['draft.tmp', '.']);
    assert.deepEqual(await run(async () => files.write('draft', '3', { flush: false })), []);
    assert.deepEqual(await run(async () => files.create('lease', '1')), []);
    assert.deepEqual(await run(async () => files.create('new', '1', { flush })), ['new.tmp', '.']);
    assert.deepEqual(await run(async () => files.create('new', '2', { flush })), ['new.tmp']);
    await files.remove('a/log');
    assert.deepEqual(await run(async () => files.append('a/log', '1', { flush })), ['a', 'a/log']);
    assert.deepEqual(await run(async () => files.move('a/next', 'b/next')), []);
    assert.deepEqual(await run(async () => files.move('b/next', 'a/next', { flush })), ['a']);
    await rm(path.join(folder, 'a', 'log'));
    assert.deepEqual(await run(async () => files.append('a/log', '1', { flush })), ['a', 'a/log']);
    await rm(path.join(folder, 'a'), { recursive: true });
    assert.deepEqual(await run(async () => files.append('a/log', '1', { flush })), ['a', '.', 'a/log']);
    assert.deepEqual(await run(async () => files.rewrite('draft', async (text) => Promise.resolve(`${text}4`))), [
      'draft.tmp',
      '.',
    ]);
    // Another process may replace a file that this store has flushed.
    await rm(path.join(folder, 'new'));
    assert.deepEqual(await run(async () => files.create('new', '1', { flush })), ['new.tmp', '.']);
    await files.remove('new');
    await writeFile(path.join(folder, 'new'), 'other');
    assert.deepEqual(await run(async () => files.append('new', '1', { flush })), ['.', 'new']);
    await files.move('new', 'a/moved');
    await writeFile(path.join(folder, 'new'), 'other');
    assert.deepEqual(await run(async () => files.append('new', '1', { flush })), ['.', 'new']);
  });

  it('also flushes the folder entries of the root folder and its parents if the store has created these folders', async () => {
    const steps: string[] = [];
    const root = path.join(folder, 'new', 'root');
    const files = createNodeFileStore(
      root,
      createFlushRecorder(folder, (flushed) => steps.push(flushed)),
    );
    await files.append('log', '1');
    await files.append('log', '2', { flush: true });
    assert.deepEqual(steps, ['new/root', 'new', '.', 'new/root/log']);
  });

  it('if an append fails, removes nothing that another process has appended', async () => {
    const files = createNodeFileStore(folder, async (file, flags, mode) => {
      const handle = await open(file, flags, mode);
      const write = handle.write.bind(handle);
      return Object.assign(handle, {
        write: async (bytes: Uint8Array) => {
          await write(bytes.subarray(0, 3), 0);
          await appendFile(file, 'other\n');
          throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
        },
      });
    });
    await assert.rejects(files.append('log', 'text\n'), { code: 'ENOSPC' });
    assert.equal(await files.read('log'), 'texother\n');
  });

  for (const [code, rejects] of [
    ['EIO', true],
    ['EINVAL', false],
    ['EACCES', false],
  ] as const) {
    it(`${rejects ? 'rejects' : 'accepts'} a flushed append if the folder cannot be flushed: ${code}`, async () => {
      const files = createNodeFileStore(folder, async (file, flags, mode) => {
        if (flags === 'r') throw Object.assign(new Error(code), { code });
        return open(file, flags, mode);
      });
      const appended = files.append('log', 'text', { flush: true });
      await (rejects ? assert.rejects(appended, { code }) : appended);
      assert.equal(await files.read('log'), rejects ? '' : 'text');
    });
  }

  it('`create` creates a file with its whole text if the disk does not support links, but does not change an existing file', async () => {
    // The temporary file is elsewhere, so that the store cannot link it.
    const elsewhere = await temporaryFolder(cleanUp);
    const files = createNodeFileStore(folder, async (file, flags, mode) =>
      open(file.endsWith('.tmp') ? path.join(elsewhere, path.basename(file)) : file, flags, mode),
    );
    assert.equal(await files.create('lease', 'one'), true);
    assert.equal(await files.create('lease', 'other'), false);
    assert.equal(await files.read('lease'), 'one');
  });

  it('leaves no file or folder open, even after a failed write', async function () {
    if (process.platform !== 'linux') return this.skip();
    let isFailing = false;
    const files = createNodeFileStore(folder, async (file, flags, mode) => {
      const handle = await open(file, flags, mode);
      const fail = async () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
      return isFailing && flags !== 'r' ? Object.assign(handle, { write: fail, writeFile: fail }) : handle;
    });
    await files.append('log', 'text', { flush: true });
    await files.write('draft', 'text');
    await files.create('lease', 'text');
    await files.readFrom('log', 1);
    await files.readFrom('log', 4);
    isFailing = true;
    await assert.rejects(files.append('log', 'text', { flush: true }), { code: 'EIO' });
    await assert.rejects(files.write('draft', 'text'), { code: 'EIO' });
    await assert.rejects(files.create('next', 'text'), { code: 'EIO' });
    const descriptors = await readdir('/proc/self/fd');
    const opened = await Promise.all(
      descriptors.map(async (each) => readlink(`/proc/self/fd/${each}`).catch(() => '')),
    );
    assert.deepEqual(
      opened.filter((file) => file.startsWith(folder)),
      [],
    );
    return undefined;
  });

  it('finds no files and rejects writes if the path of the root folder is a file', async () => {
    await writeFile(path.join(folder, 'file'), '');
    const files = createNodeFileStore(path.join(folder, 'file'));
    assert.equal(await files.read('a'), undefined);
    assert.deepEqual(await files.list('b'), []);
    await assert.rejects(files.append('a', 'text'));
    await assert.rejects(files.write('a', 'text'));
  });

  it('appends the whole text or nothing, and leaves no temporary file, if the disk is full', async function () {
    const disk = await mountSmallDisk(cleanUp);
    if (disk === undefined) return this.skip();
    const files = createNodeFileStore(disk.folder);
    await files.append('log', 'kept\n');
    await files.write('draft', 'old');
    await disk.fill(4_096);
    await assert.rejects(files.append('log', 'x'.repeat(50_000)), { code: 'ENOSPC' });
    await assert.rejects(files.append('log', 'x'.repeat(50_000), { flush: true }), { code: 'ENOSPC' });
    await assert.rejects(files.append('new', 'x'.repeat(50_000)), { code: 'ENOSPC' });
    await assert.rejects(files.write('draft', 'x'.repeat(50_000)), { code: 'ENOSPC' });
    await assert.rejects(files.create('lease', 'x'.repeat(50_000)), { code: 'ENOSPC' });
    assert.deepEqual(
      (await Promise.all(['log', 'new', 'draft'].map(async (name) => files.read(name)))).map((text) =>
        text?.slice(0, 20),
      ),
      ['kept\n', '', 'old'],
    );
    assert.deepEqual(new Set(await files.list('')), new Set(['log', 'draft', 'new', 'filler']));
    await disk.free();
    await files.append('log', 'next\n');
    assert.equal(await files.read('log'), 'kept\nnext\n');
    return undefined;
  });

  it('refuses each write as read-only, even to a missing folder, if the disk is read-only', async function () {
    if (mountReadOnly(cleanUp, folder) === undefined) return this.skip();
    const files = createNodeFileStore(folder);
    for (const name of ['draft', 'a/draft', 'a/b/draft']) {
      await assert.rejects(files.append(name, 'x'), { code: 'EROFS' }, name);
      await assert.rejects(files.write(name, 'x'), { code: 'EROFS' }, name);
      await assert.rejects(files.create(name, 'x'), { code: 'EROFS' }, name);
    }
    return undefined;
  });
});
