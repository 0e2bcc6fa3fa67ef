import { strict as assert } from 'node:assert';
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { markedTemporaryName, temporaryName } from '../../../src/node/temporaryFiles.ts';
import { writeInParts } from '../../../src/node/writeInParts.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';
import { filesBelow } from './storedData/writeFiles.ts';

describe('writeInParts', () => {
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
  });

  it('writes all parts in order, in UTF-8', async () => {
    const file = path.join(folder, 'new.csv');
    await writeInParts(file, Readable.from(['\ufeffü', 'b', '', 'c\r\n']));
    assert.equal(await readFile(file, 'utf8'), '\ufeffübc\r\n');
    assert.deepEqual(await readdir(folder), ['new.csv']);
  });

  it('gives the file the permissions that the caller wants, even if it replaces a file', async function () {
    if (process.platform === 'win32') this.skip();
    const file = path.join(folder, 'private.jsonl');
    await writeFile(file, 'old', { mode: 0o644 });
    await writeInParts(file, Readable.from(['new']), 0o600);
    assert.equal((await lstat(file)).mode & 0o777, 0o600);
  });

  it('replaces an existing file only when the new file is complete', async () => {
    const file = path.join(folder, 'old.csv');
    await writeFile(file, 'old');
    const during: string[] = [];
    const watched = async function* () {
      for (const part of ['n', 'e', 'w']) {
        during.push(await readFile(file, 'utf8'));
        yield part;
      }
    };
    await writeInParts(file, watched());
    assert.deepEqual(during, ['old', 'old', 'old']);
    assert.equal(await readFile(file, 'utf8'), 'new');
  });

  it('keeps the existing file and leaves no temporary file if the source fails', async () => {
    const file = path.join(folder, 'old.csv');
    await writeFile(file, 'old');
    const failure = new Error('broken off');
    const broken = function* () {
      yield 'half';
      throw failure;
    };
    await assert.rejects(writeInParts(file, Readable.from(broken())), failure);
    assert.equal(await readFile(file, 'utf8'), 'old');
    assert.deepEqual(await readdir(folder), ['old.csv']);
  });

  it('removes the temporary files that killed exports left in the same folder more than a day ago, and no others', async () => {
    const day = 24 * 60 * 60_000;
    const ours = path.join(folder, path.basename(markedTemporaryName('old.csv')));
    const others = [temporaryName('other.csv'), 'mine.tally', 'mine.tally.tmp', path.join('sub', path.basename(ours))];
    await mkdir(path.join(folder, 'sub'));
    for (const name of [ours, ...others.map((each) => path.join(folder, each))]) await writeFile(name, 'half');
    const { now } = Date;
    cleanUp(() => Object.assign(Date, { now }));
    const leftAfter = async (time: number) => {
      Object.assign(Date, { now: () => now() + time });
      await writeInParts(path.join(folder, 'new.csv'), Readable.from(['new']));
      return filesBelow(folder);
    };
    assert.deepEqual(await leftAfter(day - 60_000), [...others, path.basename(ours), 'new.csv'].toSorted());
    assert.deepEqual(await leftAfter(day + 60_000), [...others, 'new.csv'].toSorted());
  });

  it('rejects, and leaves no temporary file, if the target cannot be written', async () => {
    await mkdir(path.join(folder, 'taken.csv'));
    await assert.rejects(writeInParts(path.join(folder, 'taken.csv'), Readable.from(['a'])));
    await assert.rejects(writeInParts(path.join(folder, 'nowhere', 'a.csv'), Readable.from(['a'])), { code: 'ENOENT' });
    assert.deepEqual(await readdir(folder), ['taken.csv']);
  });

  it('replaces the target of a symbolic link, and keeps the link', async () => {
    const file = path.join(folder, 'real.csv');
    await writeFile(file, 'old');
    await symlink(file, path.join(folder, 'link.csv'));
    await writeInParts(path.join(folder, 'link.csv'), Readable.from(['new']));
    assert.equal(await readFile(file, 'utf8'), 'new');
    assert.ok((await lstat(path.join(folder, 'link.csv'))).isSymbolicLink());
  });
});
