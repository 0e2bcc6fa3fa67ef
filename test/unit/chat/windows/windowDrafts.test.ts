import { strict as assert } from 'node:assert';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { emptyDraft, type Draft } from '../../../../src/chat/draft/draftStore.ts';
import { createSessionLeases } from '../../../../src/chat/windows/sessionLease.ts';
import { openWindowDrafts, releaseWindowDrafts } from '../../../../src/chat/windows/windowDrafts.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';

describe('the drafts of two windows', () => {
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  /** The windows that have not crashed, each with a process of its own. */
  let living: Set<number>;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
    living = new Set();
  });

  const openWindow = async (pid: number) => {
    living.add(pid);
    const files = createNodeFileStore(folder);
    const windowId = `window${pid}`;
    const leases = createSessionLeases({
      files,
      folder: 'sessions',
      owner: { id: windowId, pid },
      isAlive: (each) => living.has(each),
      now: Date.now,
    });
    const drafts = await openWindowDrafts(files, leases, windowId);
    return { ...drafts, close: async () => releaseWindowDrafts(leases, windowId) };
  };
  const draft = (text: string, more: Partial<Draft> = {}): Draft => ({ ...emptyDraft, text, ...more });
  const attachment = (id: string) => ({
    id,
    path: `${id}.ts`,
    startLine: 1,
    endLine: 1,
    languageId: 'typescript',
    code: id,
  });
  const leftBehind = async () => readdir(path.join(folder, 'drafts'));

  it('are kept apart while both are open', async () => {
    const [one, two] = [await openWindow(1), await openWindow(2)];
    await one.save(draft('Of one'));
    assert.deepEqual(await two.load(), emptyDraft);
    await two.save(draft('Of two'));
    assert.deepEqual([await one.load(), await two.load()], [draft('Of one'), draft('Of two')]);
    assert.deepEqual(await leftBehind(), ['window2.json']);
  });

  it('are joined when the first is opened the next time, once', async () => {
    const [one, two] = [await openWindow(1), await openWindow(2)];
    const queue = [{ id: 'm', text: 'Waited in one', attachments: [] }];
    await one.save(draft('Of one', { attachments: [attachment('a')], queue }));
    const waited = { id: 'n', text: 'Waited in two', attachments: [attachment('c')] };
    await two.save(draft('Of two', { aside: 'Put aside in two', attachments: [attachment('b')], queue: [waited] }));
    await Promise.all([one.close(), two.close()]);
    const expected = draft('Of one\n\nOf two\n\nPut aside in two\n\nWaited in two', {
      attachments: [attachment('a'), attachment('b'), attachment('c')],
      queue,
    });
    for (const pid of [3, 4]) {
      const next = await openWindow(pid);
      assert.deepEqual(await next.load(), expected);
      assert.deepEqual(await leftBehind(), []);
      await next.close();
    }
  });

  it('are joined after a crash as well, but not while the second is open', async () => {
    const [one, two, three] = [await openWindow(1), await openWindow(2), await openWindow(3)];
    await one.save(draft('Of one'));
    await two.save(draft('Of two'));
    await three.save(draft('Of three'));
    living.delete(1);
    living.delete(3);
    const next = await openWindow(4);
    assert.deepEqual(await next.load(), draft('Of one\n\nOf three'));
    assert.deepEqual(await two.load(), draft('Of two'));
    assert.deepEqual(await leftBehind(), ['window2.json']);
  });

  it('are not longer by what was left empty', async () => {
    const [one, two] = [await openWindow(1), await openWindow(2)];
    await one.save(draft('Of one'));
    await two.save(emptyDraft);
    await Promise.all([one.close(), two.close()]);
    assert.deepEqual(await (await openWindow(3)).load(), draft('Of one'));
    assert.deepEqual(await leftBehind(), []);
  });
});
