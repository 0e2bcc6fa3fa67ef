import { strict as assert } from 'node:assert';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { writeInParts } from '../../../src/node/writeInParts.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';

describe('a file that is written in parts', () => {
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
  });

  it('has all of them, in their order, in UTF-8', async () => {
    const file = path.join(folder, 'new.csv');
    await writeInParts(file, Readable.from(['\ufeffü', 'b', '', 'c\r\n']));
    assert.equal(await readFile(file, 'utf8'), '\ufeffübc\r\n');
    assert.deepEqual(await readdir(folder), ['new.csv']);
  });

  it('takes the place of an older one only when it is whole', async () => {
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

  it('leaves the older one whole, and nothing beside it, when the text breaks off', async () => {
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

  it('rejects, and leaves nothing, where it can’t be', async () => {
    await mkdir(path.join(folder, 'taken.csv'));
    await assert.rejects(writeInParts(path.join(folder, 'taken.csv'), Readable.from(['a'])));
    await assert.rejects(writeInParts(path.join(folder, 'nowhere', 'a.csv'), Readable.from(['a'])), { code: 'ENOENT' });
    assert.deepEqual(await readdir(folder), ['taken.csv']);
  });

  it('goes where a link leads, which stays a link', async () => {
    const file = path.join(folder, 'real.csv');
    await writeFile(file, 'old');
    await symlink(file, path.join(folder, 'link.csv'));
    await writeInParts(path.join(folder, 'link.csv'), Readable.from(['new']));
    assert.equal(await readFile(file, 'utf8'), 'new');
  });
});
