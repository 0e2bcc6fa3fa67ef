import { strict as assert } from 'node:assert';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createFolderWatch } from '../../../src/node/folderWatch.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';

describe('createFolderWatch', () => {
  const cleanUp = cleanUpAfterEach();
  let root: string;
  beforeEach(async () => {
    root = await temporaryFolder(cleanUp);
  });

  it('creates a missing folder, and reports the name of each changed file until the watch ends', async () => {
    const watch = createFolderWatch(root);
    const [ended, names]: [(string | undefined)[], (string | undefined)[]] = [[], []];
    const end = watch('a/b', (name) => ended.push(name));
    const changed = Promise.withResolvers<undefined>();
    cleanUp(
      watch('a/b', (name) => {
        names.push(name);
        changed.resolve(undefined);
      }),
    );
    end();
    await writeFile(path.join(root, 'a', 'b', 'log'), 'text');
    await changed.promise;
    assert.equal(names[0], 'log');
    assert.deepEqual(ended, []);
  });

  it('throws no error, neither at the start nor at the end of the watch, if the folder cannot be created', async () => {
    await mkdir(path.join(root, 'a'));
    await writeFile(path.join(root, 'a', 'file'), '');
    const end = createFolderWatch(root)('a/file', () => assert.fail('A change was reported.'));
    end();
  });
});
