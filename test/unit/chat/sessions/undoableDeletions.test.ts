import { strict as assert } from 'node:assert';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { cleanUpAfterEach } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { createFaultyStore } from '../../faultyStore.ts';
import { exchangeRecords } from '../conversation/exchangeRecords.ts';
import { createSessionLibrary } from '../../../../src/chat/sessions/sessionLibrary.ts';
import { copyAsKilled, openChat, shown, type OpenChat, type Workspace } from '../openChat.ts';
import { workspaceWithSessions } from './workspaceWithSessions.ts';

describe('a session of which some exchanges are deleted', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  it('is not read again each time the sessions are listed', async () => {
    let reads = 0;
    const workspace = await workspaceWithSessions(cleanUp, 'a', 'b');
    const { chat, library, sessions } = await openChat(cleanUp, workspace, counter(), {
      wrapFiles: (files) =>
        createFaultyStore(files, (operation, name) => {
          if (operation === 'read' && name === 'sessions/b.jsonl') reads += 1;
          return undefined;
        }),
    });
    await sessions.append('b', exchangeRecords('Another question', 3));
    await chat.openSession('b');
    await chat.session.deleteExchange('q3');
    const listed = await library.list(() => undefined);
    reads = 0;
    assert.deepEqual(await library.list(() => undefined), listed);
    assert.deepEqual([listed.length, reads], [2, 0]);
  });
});

describe('a session whose exchanges are all deleted', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let workspace: Workspace;
  let window: OpenChat;
  beforeEach(async () => {
    workspace = await workspaceWithSessions(cleanUp, 'a', 'b', 'c');
    window = await openChat(cleanUp, workspace, counter());
    await window.library.open('b');
    await window.chat.session.deleteExchange('q2');
    await window.chat.newSession();
  });

  const list = async ({ library }: OpenChat) => {
    const lists: (readonly string[])[] = [];
    const titles = (sessions: readonly { readonly title: string }[]) => sessions.map(({ title }) => title);
    const all = await library.list((sessions) => lists.push(titles(sessions)));
    return [...lists, titles(all)];
  };
  const isOnDisk = async (folder: string) =>
    (await readFile(path.join(folder, 'sessions', 'b.jsonl'), 'utf8')).includes('Title b');

  it('is listed at its place, and can be opened, while a deletion can be undone', async () => {
    const all = ['Title c', 'Title b', 'Title a'];
    assert.deepEqual([await list(window), await list(window)], [[all], [all, all]]);
    assert.equal(await window.library.open('b'), 'done');
    assert.deepEqual(shown(window.chat.session.messages), []);
    await window.chat.session.restoreDeleted('q2');
    assert.deepEqual(shown(window.chat.session.messages), ['You: Title b', 'complete: Reply to Title b']);
    assert.deepEqual((await list(window)).at(-1), all);
  });

  it('can be renamed, and moved to the trash and back, while a deletion can be undone', async () => {
    const { library } = window;
    assert.equal((await library.mark('b', { type: 'title', text: 'Name' }))?.title, 'Name');
    assert.equal(await library.delete('b'), 'done');
    assert.deepEqual(await library.deleted(), [{ id: 'b', title: 'Name' }]);
    assert.deepEqual((await list(window)).at(-1), ['Title c', 'Title a']);
    assert.equal((await library.restore('b'))?.title, 'Name');
    assert.deepEqual((await list(window)).at(-1), ['Title c', 'Name', 'Title a']);
  });

  it('is not reported after it was moved to the trash, or after its deletions can no longer be undone', async () => {
    await list(window);
    await window.library.delete('b');
    assert.deepEqual(await list(window), [
      ['Title c', 'Title a'],
      ['Title c', 'Title a'],
    ]);
    await window.library.restore('b');
    await list(window);
    await window.chat.close();
    assert.deepEqual((await list(window))[0], ['Title c', 'Title a']);
  });

  it('is not listed if it is moved to the trash while the sessions are listed, unless it is restored', async () => {
    const { chat, sessions, windows } = window;
    for (const isRestored of [false, true]) {
      const read = Promise.withResolvers<undefined>();
      const deleted = Promise.withResolvers<undefined>();
      let reads = 0;
      const load = async (id: string) => {
        const transcript = await sessions.load(id);
        reads += 1;
        if (reads > 1) return transcript;
        read.resolve(undefined);
        await deleted.promise;
        return transcript;
      };
      const slow = createSessionLibrary(chat, { ...sessions, load }, windows, Date.now);
      const listing = slow.list(() => undefined);
      await read.promise;
      assert.equal(await slow.delete('b'), 'done');
      if (isRestored) await slow.restore('b');
      deleted.resolve(undefined);
      const reported: unknown[] = [];
      for (const listed of [await listing, await slow.list((some) => reported.push(...some.map(({ id }) => id)))])
        assert.equal(
          listed.some(({ id }) => id === 'b'),
          isRestored,
        );
      assert.equal(reported.includes('b'), isRestored);
      await slow.restore('b');
    }
  });

  it('is not reported after all data was deleted, but if the deletion was cancelled', async () => {
    await list(window);
    await window.chat.release(async () => Promise.resolve(false));
    assert.deepEqual((await list(window))[0], ['Title c', 'Title b', 'Title a']);
    await window.chat.release(async () => {
      await rm(path.join(workspace.folder, 'sessions'), { recursive: true });
      return true;
    });
    assert.equal((await list(window)).flat().includes('Title b'), false);
    assert.deepEqual(window.chat.deletions.sessionIds, []);
  });

  it('is no longer listed in other windows, or after another window has removed the deleted messages', async () => {
    const other = await openChat(cleanUp, { ...workspace, windowId: 'other' }, counter());
    assert.deepEqual((await list(other)).at(-1), ['Title c', 'Title a']);
    assert.deepEqual([await other.library.open('b'), await isOnDisk(workspace.folder)], ['missing', true]);
    await other.chat.openSession('b');
    assert.equal(await isOnDisk(workspace.folder), false);
    assert.deepEqual((await list(window)).at(-1), ['Title c', 'Title a']);
    assert.equal(await window.library.open('b'), 'missing');
  });

  it('loses the deleted messages when the sessions are listed after a crash', async () => {
    const killed = await copyAsKilled(workspace, cleanUp);
    const again = await openChat(cleanUp, killed, counter());
    assert.equal(await isOnDisk(killed.folder), true);
    assert.deepEqual((await list(again)).at(-1), ['Title c', 'Title a']);
    while (await isOnDisk(killed.folder)) await nextTurn();
    assert.equal(await isOnDisk(workspace.folder), true);
  });
});
