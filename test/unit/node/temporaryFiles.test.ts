import { strict as assert } from 'node:assert';
import { link, mkdir, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { removeTemporaryFiles, temporaryName } from '../../../src/node/temporaryFiles.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';

/** Creates a file later than all earlier files, and returns the time of its creation. */
async function createLater(file: string): Promise<number> {
  const before = Date.now();
  for (;;) {
    await writeFile(file, '');
    const { ctimeMs } = await stat(file);
    if (ctimeMs > before + 1) return ctimeMs;
  }
}

describe('removeTemporaryFiles', () => {
  const cleanUp = cleanUpAfterEach();

  it('removes only old files whose name was made by `temporaryName`, also in subfolders', async () => {
    const folder = await temporaryFolder(cleanUp);
    await mkdir(path.join(folder, 'sessions', temporaryName('folder')), { recursive: true });
    const old = [temporaryName('draft.json'), path.join('sessions', temporaryName('a.lease'))];
    const kept = [
      path.join('sessions', temporaryName('b.lease')),
      'draft.json',
      'other.tmp',
      'draft.json.1.unreadable',
    ];
    for (const name of [...old, ...kept.slice(1)]) await writeFile(path.join(folder, name), '');
    await removeTemporaryFiles(folder, await createLater(path.join(folder, kept[0] ?? '')));
    const left = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    assert.deepEqual(
      new Set(left.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))),
      new Set(kept),
    );
  });

  it('keeps a new link to an old file', async () => {
    const folder = await temporaryFolder(cleanUp);
    const file = path.join(folder, 'session.jsonl');
    await writeFile(file, '');
    await utimes(file, 1, 1);
    const time = Date.now() - 1_000;
    await link(file, temporaryName(file));
    await removeTemporaryFiles(folder, time);
    assert.equal((await readdir(folder)).length, 2);
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
