import { strict as assert } from 'node:assert';
import { chmod, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createFolderWatch } from '../../../src/node/folderWatch.ts';
import { createNodeFileStore } from '../../../src/node/nodeFileStore.ts';
import { makePrivate } from '../../../src/node/privateFiles.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';

describe('permissions of files and folders', function () {
  const cleanUp = cleanUpAfterEach();
  let root: string;
  beforeEach(async function () {
    // Windows has no such permissions.
    if (process.platform === 'win32') this.skip();
    const umask = process.umask(0);
    cleanUp(() => process.umask(umask));
    root = path.join(await temporaryFolder(cleanUp), 'storage');
  });

  /** Returns the octal permissions of all files and folders in the root folder, and of the root folder as `.`. */
  const permissions = async () => {
    const names = ['.', ...(await readdir(root, { recursive: true }))];
    const modes = await Promise.all(names.map(async (name) => (await stat(path.join(root, name))).mode & 0o777));
    return Object.fromEntries(names.map((name, index) => [name, modes[index]?.toString(8)]));
  };

  it('let only the user read new files and folders, even with a permissive umask', async () => {
    const files = createNodeFileStore(root);
    createFolderWatch(root)('watched', () => undefined)();
    await files.append('a/log', 'text');
    await files.write('b/c/draft', 'text');
    await files.create('d/lease', 'text');
    await files.write('e', 'text');
    await files.move('e', 'f/e');
    assert.deepEqual(await permissions(), {
      '.': '700',
      watched: '700',
      a: '700',
      'a/log': '600',
      b: '700',
      'b/c': '700',
      'b/c/draft': '600',
      d: '700',
      'd/lease': '600',
      f: '700',
      'f/e': '600',
    });
  });

  it('`makePrivate` restricts the files and folders of earlier versions, but does not follow links', async () => {
    const other = path.join(path.dirname(root), 'other');
    await writeFile(other, '', { mode: 0o644 });
    await mkdir(path.join(root, 'sessions'), { recursive: true, mode: 0o755 });
    await writeFile(path.join(root, 'sessions', 'a.jsonl'), '', { mode: 0o644 });
    await symlink(other, path.join(root, 'link'));
    await makePrivate(root);
    assert.deepEqual(await permissions(), {
      '.': '700',
      sessions: '700',
      'sessions/a.jsonl': '600',
      link: '644',
    });
  });

  it('`makePrivate` changes nothing in a folder that is already private, and ignores a missing folder', async () => {
    await makePrivate(root);
    await mkdir(root, { mode: 0o700 });
    await writeFile(path.join(root, 'a'), '', { mode: 0o644 });
    await makePrivate(root);
    assert.equal((await permissions())['a'], '644');
    await chmod(root, 0o750);
    await makePrivate(root);
    assert.equal((await permissions())['a'], '600');
  });
});
