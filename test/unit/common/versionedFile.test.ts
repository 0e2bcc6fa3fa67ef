import { strict as assert } from 'node:assert';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '../../../src/common/fileStore.ts';
import { createVersionedFile, type VersionedFile } from '../../../src/common/versionedFile.ts';
import { createNodeFileStore } from '../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';
import { createFaultyStore } from '../faultyStore.ts';

describe('VersionedFile', () => {
  const cleanUp = cleanUpAfterEach();
  const newer = '{"version":3,"count":7}';
  const damaged = '{"version":2,"count":"many"}';
  let folder: string;
  let store: FileStore;
  let unreadable: string[];

  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
    store = createNodeFileStore(folder);
    unreadable = [];
  });

  const open = (files = store): VersionedFile<number> =>
    createVersionedFile(files, {
      name: 'count.json',
      version: 2,
      format: (count) => ({ count }),
      parse: ({ count }) =>
        typeof count === 'number' ? { value: count, isWhole: true } : { value: 0, isWhole: false },
      onUnreadable: (name) => unreadable.push(name),
    });
  const put = async (name: string, text: string) => writeFile(path.join(folder, name), text);
  const contents = async () =>
    Object.fromEntries(
      await Promise.all(
        (await readdir(folder)).map(async (name) => [
          name.replace(/\d{10,}/, 'time'),
          await readFile(path.join(folder, name), 'utf8'),
        ]),
      ),
    ) as unknown;
  const withoutRenaming = () => createFaultyStore(store, (operation) => (operation === 'move' ? 'EACCES' : undefined));

  it('does not change a file of a newer version, even if nothing was read before the first write', async () => {
    await put('count.json', newer);
    await open().write(1);
    assert.deepEqual(await contents(), { 'count.json': newer, 'count.2.json': '{"version":2,"count":1}' });
    assert.equal(await open().read(), 1);
  });

  it('does not change a file of a newer version if `count.2.json` is damaged and cannot be renamed', async () => {
    await put('count.json', newer);
    await put('count.2.json', damaged);
    const file = open(withoutRenaming());
    await file.read();
    await file.write(1);
    assert.deepEqual(await contents(), {
      'count.json': newer,
      'count.2.json': '{"version":2,"count":1}',
      'count.2.json.time.unreadable': damaged,
    });
    assert.equal(unreadable.length, 1);
  });

  it('keeps a copy of a damaged file that cannot be renamed, and reads the new value at the next start', async () => {
    await put('count.json', damaged);
    const file = open(withoutRenaming());
    assert.equal(await file.read(), 0);
    await file.write(1);
    assert.equal(await open().read(), 1);
    assert.deepEqual(await contents(), {
      'count.json': '{"version":2,"count":1}',
      'count.json.time.unreadable': damaged,
    });
  });

  it('copies each text of a damaged file only once if the file cannot be renamed, even if the text is read again', async () => {
    await put('count.json', damaged);
    const file = open(withoutRenaming());
    for (let count = 0; count < 3; count += 1) assert.equal(await file.read(), 0);
    assert.equal(unreadable.length, 1);
    await file.write(1);
    await put('count.json', damaged.replace('many', 'few'));
    await file.read();
    assert.equal(unreadable.length, 2);
  });

  it('keeps each text of a damaged file only once, even if the file cannot be renamed at any start, or is restored', async () => {
    for (let start = 0; start < 3; start += 1) {
      await put('count.json', damaged);
      const file = open(start === 2 ? store : withoutRenaming());
      await file.read();
      await file.write(start);
    }
    assert.deepEqual(await contents(), {
      'count.json': '{"version":2,"count":2}',
      'count.json.time.unreadable': damaged,
    });
    assert.equal(unreadable.length, 1);
    await put('count.json', damaged.replace('many', 'few'));
    await open().read();
    assert.equal(unreadable.length, 2);
  });

  it('removes a file of a newer version that was restored after it was set aside', async () => {
    for (let start = 0; start < 2; start += 1) {
      await put('count.json', newer);
      const file = open();
      await file.read();
      await file.remove();
      assert.deepEqual(await contents(), { 'count.json.time.unreadable': newer });
    }
  });

  it('writes nothing over a damaged file that can be neither renamed nor copied', async () => {
    await put('count.json', damaged);
    const isCopy = (name: string): boolean => name.endsWith('.unreadable');
    const file = open({
      ...withoutRenaming(),
      write: async (name, text) => (isCopy(name) ? Promise.reject(new Error('Refused.')) : store.write(name, text)),
    });
    await assert.rejects(file.read(), { message: 'Refused.' });
    await assert.rejects(file.write(1), { message: 'Refused.' });
    assert.deepEqual(await contents(), { 'count.json': damaged });
    assert.deepEqual(unreadable, []);
  });
});
