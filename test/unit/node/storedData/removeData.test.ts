import { strict as assert } from 'node:assert';
import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { deletionFiles } from '../../../../src/chat/windows/dataDeletions.ts';
import { findData, type StorageFolders } from '../../../../src/node/storedData/dataFolders.ts';
import { countSessions } from '../../../../src/node/storedData/countSessions.ts';
import { removeData } from '../../../../src/node/storedData/removeData.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { mountSmallDisk } from '../../smallDisk.ts';
import { filesBelow, writeFiles } from './writeFiles.ts';

describe('removeData', () => {
  const cleanUp = cleanUpAfterEach();
  const uuid = '123e4567-e89b-42d3-a456-426614174000';
  let user: string;
  let folders: StorageFolders;

  beforeEach(async () => {
    user = await temporaryFolder(cleanUp);
    folders = {
      global: path.join(user, 'globalStorage/tally.tally-chat'),
      workspace: path.join(user, 'workspaceStorage/one/tally.tally-chat'),
    };
    await writeFiles(user, {
      'globalStorage/tally.tally-chat/deletion.1.json': '{}',
      'globalStorage/tally.tally-chat/deletion.json': '{}',
      [`globalStorage/tally.tally-chat/deletion.json.${uuid}.tmp`]: '{}',
      'globalStorage/tally.tally-chat/balance.json': '{}',
      'globalStorage/tally.tally-chat/tokenRatios.1.json': '{}',
      'globalStorage/tally.tally-chat/spend/2026-11-a.jsonl': '{}',
      'globalStorage/tally.tally-chat/spend/2026-11.sums.json': '{}',
      'globalStorage/tally.tally-chat/detachedRequests/a.lease': '{}',
      [`globalStorage/tally.tally-chat/emptyWindows/${uuid}/sessions/e.jsonl`]: '{}',
      'globalStorage/other.extension/state.json': '{}',
      'workspaceStorage/one/workspace.json': '{"folder":"file:///home/me/my%20site"}',
      'workspaceStorage/one/state.vscdb': '',
      'workspaceStorage/one/tally.tally-chat/sessions/a.jsonl': 'aaaa',
      'workspaceStorage/one/tally.tally-chat/sessions/draft.lease': '{}',
      'workspaceStorage/one/tally.tally-chat/draft.json': '{}',
      [`workspaceStorage/one/tally.tally-chat/draft.json.${uuid}.tmp`]: '{}',
      'workspaceStorage/one/tally.tally-chat/draft.json.1764000000000.unreadable': '{}',
      'workspaceStorage/one/tally.tally-chat/sessionIndex.json': '{}',
      'workspaceStorage/two/meta.json': '{"name":"Two"}',
      'workspaceStorage/two/tally.tally-chat/sessions/b.jsonl': 'bb',
      'workspaceStorage/two/tally.tally-chat/deletedSessions/1764000000000~c.jsonl': '{}',
      'workspaceStorage/two/tally.tally-chat/drafts/w.json': '{}',
      'workspaceStorage/two/other.extension/file.json': '{}',
    });
  });

  const remove = async () => removeData(folders.global, await findData(folders), deletionFiles);
  const notOurs = [
    'globalStorage/other.extension/state.json',
    'globalStorage/tally.tally-chat/deletion.1.json',
    'globalStorage/tally.tally-chat/deletion.json',
    'workspaceStorage/one/state.vscdb',
    'workspaceStorage/one/workspace.json',
    'workspaceStorage/two/meta.json',
    'workspaceStorage/two/other.extension/file.json',
  ];

  it('removes the files and folders of all workspaces, and counts the removed sessions, files and bytes', async () => {
    assert.equal(await countSessions(await findData(folders)), 3);
    assert.deepEqual(await remove(), { sessions: 3, files: 16, bytes: 34, left: [] });
    assert.deepEqual(await filesBelow(user), notOurs);
    assert.deepEqual(await readdir(folders.global), ['deletion.1.json', 'deletion.json']);
    assert.deepEqual(await readdir(path.join(user, 'workspaceStorage/two')), ['meta.json', 'other.extension']);
  });

  it('`findData` finds all workspaces from a window without a workspace, even in a profile', async () => {
    const names = async (global: string) =>
      (await findData({ global, workspace: undefined })).workspaces.map(({ name }) => name).toSorted();
    assert.deepEqual(await names(folders.global), ['', 'Two', 'my site']);
    const inProfile = path.join(user, 'profiles/work/globalStorage/tally.tally-chat');
    assert.deepEqual(await names(inProfile), ['Two', 'my site']);
  });

  it('keeps and reports files and folders with unknown names', async () => {
    await writeFiles(user, {
      'workspaceStorage/two/tally.tally-chat/sessions/notes.txt': 'Mine',
      'globalStorage/tally.tally-chat/keep/me.jsonl': 'Mine',
    });
    const { left } = await remove();
    assert.deepEqual(left, [
      { path: path.join(user, 'workspaceStorage/two/tally.tally-chat/sessions/notes.txt'), reason: 'unknown' },
      { path: path.join(folders.global, 'keep'), reason: 'unknown' },
    ]);
    assert.equal(await readFile(left[0]!.path, 'utf8'), 'Mine');
  });

  it('keeps folders whose names are invalid ids of windows, or properties of every JavaScript object', async () => {
    await writeFiles(user, {
      'workspaceStorage/two/tally.tally-chat/constructor/me.jsonl': 'Mine',
      'globalStorage/tally.tally-chat/emptyWindows/my files/draft.json': 'Mine',
    });
    const { left } = await remove();
    assert.deepEqual(
      left.map(({ path: file, reason }) => [path.relative(user, file), reason]),
      [
        ['workspaceStorage/two/tally.tally-chat/constructor', 'unknown'],
        ['globalStorage/tally.tally-chat/emptyWindows/my files', 'unknown'],
      ],
    );
    const kept = await filesBelow(user);
    assert.ok(kept.includes('workspaceStorage/two/tally.tally-chat/constructor/me.jsonl'));
    assert.ok(kept.includes('globalStorage/tally.tally-chat/emptyWindows/my files/draft.json'));
  });

  it('reports a folder that cannot be read', async () => {
    const global = path.join(user, 'file');
    await writeFiles(user, { file: '' });
    const { left } = await removeData(global, { workspaces: [], links: [] }, deletionFiles);
    assert.deepEqual(left, [{ path: global, reason: 'ENOTDIR' }]);
  });

  it('removes a link that has the name of a file or folder of the extension, keeps its target, and reports the link', async () => {
    const outside = await temporaryFolder(cleanUp);
    await writeFiles(outside, { 'sessions/s.jsonl': 'Linked', 'draft.json': 'Linked' });
    const linked = path.join(user, 'workspaceStorage/three/tally.tally-chat');
    await mkdir(linked, { recursive: true });
    await symlink(path.join(outside, 'sessions'), path.join(linked, 'sessions'));
    await symlink(path.join(outside, 'draft.json'), path.join(linked, 'draft.json'));
    const { left } = await remove();
    assert.deepEqual(left.map(({ path: link, reason }) => `${path.basename(link)}: ${reason}`).toSorted(), [
      'draft.json: link',
      'sessions: link',
    ]);
    assert.deepEqual(await filesBelow(user), notOurs);
    assert.deepEqual(await filesBelow(outside), ['draft.json', 'sessions/s.jsonl']);
  });

  it('reports links that replace the folders of other workspaces, and does not follow the links', async () => {
    const outside = await temporaryFolder(cleanUp);
    await writeFiles(outside, { 'tally.tally-chat/sessions/s.jsonl': 'Linked' });
    await symlink(outside, path.join(user, 'workspaceStorage/linked'));
    await mkdir(path.join(user, 'workspaceStorage/inner'));
    await symlink(path.join(outside, 'tally.tally-chat'), path.join(user, 'workspaceStorage/inner/tally.tally-chat'));
    const { left } = await remove();
    assert.deepEqual(left.map(({ path: link, reason }) => `${path.relative(user, link)}: ${reason}`).toSorted(), [
      'workspaceStorage/inner/tally.tally-chat: link',
      'workspaceStorage/linked/tally.tally-chat: link',
    ]);
    assert.deepEqual(await filesBelow(outside), ['tally.tally-chat/sessions/s.jsonl']);
  });

  it('does not report a file that another window removes at the same time', async () => {
    const found = await findData(folders);
    const removals = Array.from({ length: 4 }, async () => removeData(folders.global, found, deletionFiles));
    assert.deepEqual(
      (await Promise.all(removals)).flatMap(({ left }) => left),
      [],
    );
    assert.deepEqual(await filesBelow(user), notOurs);
  });

  it('does not follow a link that replaces the folder of all windows without a workspace', async () => {
    const outside = await temporaryFolder(cleanUp);
    await writeFiles(outside, { [`${uuid}/sessions/s.jsonl`]: 'Linked' });
    await rm(path.join(folders.global, 'emptyWindows'), { recursive: true });
    await symlink(outside, path.join(folders.global, 'emptyWindows'));
    await remove();
    assert.deepEqual(await filesBelow(outside), [`${uuid}/sessions/s.jsonl`]);
  });

  it('reports a file on a read-only disk and the disk’s mount point, which cannot be removed, and removes the rest', async function () {
    const two = path.join(user, 'workspaceStorage/two/tally.tally-chat/drafts');
    const disk = await mountSmallDisk(cleanUp, two);
    if (disk === undefined) {
      this.skip();
      return;
    }
    await writeFiles(two, { 'locked.json': '{}' });
    disk.setReadOnly(true);
    const { left, sessions } = await remove();
    assert.equal(sessions, 3);
    assert.deepEqual(
      left.map(({ path: file, reason }) => [path.basename(file), reason]),
      [
        ['locked.json', 'EROFS'],
        ['drafts', 'EBUSY'],
      ],
    );
  });
});
