import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { createDataDeletions, effectiveId } from '../../../../src/chat/windows/dataDeletions.ts';
import { createFolderWatch } from '../../../../src/node/folderWatch.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import type { FileStore } from '../../../../src/common/fileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';

describe('createDataDeletions: after a deletion by a newer version', () => {
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  let files: FileStore;
  let time: number;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
    files = createNodeFileStore(folder);
    time = 1_000;
  });

  const open = (id: string) =>
    createDataDeletions({
      files,
      watch: createFolderWatch(folder),
      owner: { id, pid: process.pid, processStart: undefined, host: 'here' },
      isAlive: () => true,
      createId: randomUUID,
      now: () => (time += 1),
    });

  /** Announces a deletion as version 2 could announce it. Returns the text of the file. */
  const announceNewer = async (fields: object = {}) => {
    const owner = { id: 'newer', pid: process.pid, host: 'here' };
    const text = JSON.stringify({ version: 2, id: 'newer', at: time, state: 'done', owner, scope: 'all', ...fields });
    await files.write('deletion.json', text);
    return text;
  };

  it('announces its own deletions in a second file, names the newer deletion as the previous one, and keeps the newer file', async () => {
    const newer = await announceNewer();
    const [one, two] = [open('one'), open('two')];
    assert.equal(effectiveId(await two.last()), 'newer');
    const changed = Promise.withResolvers<undefined>();
    cleanUp(two.watch(() => changed.resolve(undefined)));
    const deletion = await one.begin();
    await changed.promise;
    assert.equal(deletion.previousId, 'newer');
    assert.deepEqual(await two.last(), deletion);
    await one.startRemoving(deletion);
    const ended = two.ended(deletion);
    await one.end(deletion, 'done');
    assert.equal(await ended, deletion.id);
    assert.equal(effectiveId(await open('late').last()), deletion.id);
    assert.equal(await files.read('deletion.json'), newer);
    assert.deepEqual(await files.list(''), ['deletion.1.json', 'deletion.json']);
  });

  it('counts the newer deletion again after a cancelled deletion, and after a later deletion by the newer version', async () => {
    await announceNewer();
    const one = open('one');
    await one.end(await one.begin(), 'cancelled');
    assert.equal(effectiveId(await one.last()), 'newer');
    await one.end(await one.begin(), 'done');
    time += 1;
    await announceNewer({ id: 'latest' });
    assert.equal(effectiveId(await one.last()), 'latest');
  });

  it('keeps a newer file that it cannot understand, and follows the deletions of its own version', async () => {
    const newer = await announceNewer({ state: { removed: 'all' } });
    const one = open('one');
    assert.equal(await one.last(), undefined);
    const deletion = await one.begin();
    await one.end(deletion, 'done');
    assert.equal(effectiveId(await open('two').last()), deletion.id);
    assert.equal(await files.read('deletion.json'), newer);
  });
});
