import { strict as assert } from 'node:assert';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createSessionLibrary } from '../../../../src/chat/sessions/sessionLibrary.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';
import { createFaultyStore } from '../../faultyStore.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { openChat, type Workspace } from '../openChat.ts';
import { workspaceWithSessions } from './workspaceWithSessions.ts';

describe('the deleted sessions of SessionLibrary', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await workspaceWithSessions(cleanUp, 'a', 'b');
  });
  const [a, b] = [
    { id: 'a', title: 'Title a' },
    { id: 'b', title: 'Title b' },
  ];

  it('are listed until they are restored or leave the trash', async () => {
    const window = await openChat(cleanUp, workspace, counter());
    let time = Date.now();
    const library = createSessionLibrary(window.chat, window.sessions, window.windows, () => time);
    assert.deepEqual(await library.deleted(), []);
    await library.delete('a');
    time += 1;
    await library.delete('b');
    await library.delete('missing');
    assert.deepEqual(await library.deleted(), [a, b]);
    await library.restore('b');
    assert.deepEqual(await library.deleted(), [a]);
    await library.delete('b');
    time += 600_000;
    assert.deepEqual(await library.deleted(), [b]);
    await window.sessions.emptyTrash(Infinity);
    assert.deepEqual(await library.deleted(), []);
  });

  it('stay listed if the disk refuses to restore them, and can be restored later', async () => {
    let isRefusing = false;
    const { library } = await openChat(cleanUp, workspace, counter(), {
      wrapFiles: (files) =>
        createFaultyStore(files, (operation, name) =>
          isRefusing && operation === 'move' && name.startsWith('deletedSessions/') ? 'EBUSY' : undefined,
        ),
    });
    await library.delete('a');
    isRefusing = true;
    await assert.rejects(library.restore('a'), { code: 'EBUSY' });
    isRefusing = false;
    assert.deepEqual(await library.deleted(), [a]);
    assert.equal((await library.restore('a'))?.title, 'Title a');
    assert.deepEqual(await library.deleted(), []);
    assert.deepEqual(await readdir(path.join(workspace.folder, 'deletedSessions')), []);
  });

  it('are listed even if they are deleted while the others are listed', async () => {
    const { chat, sessions, windows } = await openChat(cleanUp, workspace, counter());
    const asked = Promise.withResolvers<undefined>();
    const answered = Promise.withResolvers<undefined>();
    const exists = async (id: string) => {
      asked.resolve(undefined);
      await answered.promise;
      return sessions.exists(id);
    };
    const library = createSessionLibrary(chat, { ...sessions, exists }, windows, Date.now);
    await library.delete('a');
    const listed = library.deleted();
    await asked.promise;
    await library.delete('b');
    answered.resolve(undefined);
    const both = [a, b];
    assert.deepEqual([await listed, await library.deleted()], [both, both]);
  });
});
