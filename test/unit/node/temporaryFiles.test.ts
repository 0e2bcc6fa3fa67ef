import { strict as assert } from 'node:assert';
import { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { removeTemporaryFiles, temporaryName } from '../../../src/node/temporaryFiles.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';

describe('removeTemporaryFiles', () => {
  const cleanUp = cleanUpAfterEach();

  it('removes only old files whose name was made by `temporaryName`, also in subfolders', async () => {
    const folder = await temporaryFolder(cleanUp);
    await mkdir(path.join(folder, 'sessions', temporaryName('folder')), { recursive: true });
    const hour = 3_600_000;
    const old = [temporaryName('draft.json'), path.join('sessions', temporaryName('a.lease'))];
    const kept = [
      path.join('sessions', temporaryName('b.lease')),
      'draft.json',
      'other.tmp',
      'draft.json.1.unreadable',
    ];
    for (const name of [...old, ...kept]) await writeFile(path.join(folder, name), '');
    const time = new Date(Date.now() - 2 * hour);
    for (const name of [...old, ...kept.slice(1)]) await utimes(path.join(folder, name), time, time);
    await removeTemporaryFiles(folder, Date.now() - hour);
    const left = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    assert.deepEqual(
      new Set(left.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))),
      new Set(kept),
    );
  });

  it('keeps a file that was modified exactly at the given time', async () => {
    const folder = await temporaryFolder(cleanUp);
    const names = [temporaryName('a'), temporaryName('b')] as const;
    for (const [index, name] of names.entries()) {
      await writeFile(path.join(folder, name), '');
      await utimes(path.join(folder, name), 1_000 - index, 1_000 - index);
    }
    await removeTemporaryFiles(folder, 1_000_000);
    assert.deepEqual(await readdir(folder), [names[0]]);
  });

  it('does not follow a symbolic link to another folder', async () => {
    const [folder, other] = [await temporaryFolder(cleanUp), await temporaryFolder(cleanUp)];
    const name = temporaryName('draft.json');
    await writeFile(path.join(other, name), '');
    await symlink(other, path.join(folder, 'link'));
    await removeTemporaryFiles(folder, Infinity);
    assert.deepEqual(await readdir(other), [name]);
  });

  it('does nothing if the folder does not exist', async () => {
    await removeTemporaryFiles(path.join(await temporaryFolder(cleanUp), 'missing'), Date.now());
  });
});
