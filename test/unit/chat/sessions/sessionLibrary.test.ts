import { strict as assert } from 'node:assert';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createSessionLibrary, type ListedSession } from '../../../../src/chat/sessions/sessionLibrary.ts';
import { createSessionStore } from '../../../../src/chat/sessions/sessionStore.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, standInService } from '../../cleanUp.ts';
import { createFaultyStore, writes } from '../../faultyStore.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { exchangeRecords } from '../conversation/exchangeRecords.ts';
import { connectionTo, openChat, shown, type OpenChat, type Workspace } from '../openChat.ts';
import { workspaceWithSessions } from './workspaceWithSessions.ts';

describe('SessionLibrary', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await workspaceWithSessions(cleanUp, 'a', 'b');
  });

  const open = async (windowId = 'window') => openChat(cleanUp, { ...workspace, windowId }, counter());
  const list = async ({ library }: OpenChat) => library.list(() => undefined);
  const titles = (sessions: readonly ListedSession[]) =>
    sessions.map(({ title, isPinned }) => `${title}${isPinned ? ', pinned' : ''}`);
  const trashed = async () => readdir(path.join(workspace.folder, 'deletedSessions'));

  it('saves titles and pins, so that windows that are opened later list them', async () => {
    const window = await open();
    await list(window);
    assert.equal((await window.library.mark('a', { type: 'title', text: '  My **own**\nname ' }))?.title, 'My own');
    assert.equal((await window.library.mark('a', { type: 'pin', isPinned: true }))?.isPinned, true);
    for (const each of [window, await open('later')])
      assert.deepEqual(titles(await list(each)), ['Title b', 'My own, pinned']);
    await window.library.mark('a', { type: 'title', text: '' });
    await window.library.mark('a', { type: 'pin', isPinned: false });
    assert.deepEqual(titles(await list(await open('last'))), ['Title b', 'Title a']);
  });

  it('gives the shown session its new title, and its default title again', async () => {
    const window = await open();
    await window.chat.openSession('a');
    assert.equal(window.chat.session.title, 'Title a');
    await window.library.mark('a', { type: 'title', text: '  My **own**\nname ' });
    assert.equal(window.chat.session.title, 'My own');
    assert.equal(window.events.at(-1)?.type, 'sessionRenamed');
    await window.chat.openSession('b');
    await window.chat.openSession('a');
    assert.equal(window.chat.session.title, 'My own');
    await window.library.mark('a', { type: 'title', text: '' });
    assert.equal(window.chat.session.title, 'Title a');
    await window.chat.newSession();
    assert.equal(window.chat.session.title, '');
  });

  it('returns "missing" or undefined for an unknown session, and rejects a pin for an invalid id', async () => {
    const { library, sessions } = await open();
    assert.equal(await library.mark('missing', { type: 'title', text: 'Name' }), undefined);
    assert.equal(await library.open('missing'), 'missing');
    assert.equal(await library.delete('missing'), 'missing');
    assert.equal(await library.restore('missing'), undefined);
    for (const id of ['../draft', 'a/b', '', 'x'.repeat(65)])
      await assert.rejects(library.mark(id, { type: 'pin', isPinned: true }), id);
    assert.deepEqual(titles(await sessions.list()), ['Title b', 'Title a']);
  });

  it('loses no message when two windows write to a session at once', async () => {
    const [one, two] = [await open('one'), await open('two')];
    const times = Array.from({ length: 20 }, (_, index) => index + 10);
    await Promise.all([
      ...times.map(async (at) => one.sessions.append('a', exchangeRecords(`Question ${at}`, at))),
      ...times.map(async (at) => two.library.mark('a', { type: 'title', text: `Name ${at}` })),
      two.library.mark('a', { type: 'pin', isPinned: true }),
      one.library.mark('b', { type: 'title', text: 'B by one' }),
      two.library.mark('b', { type: 'pin', isPinned: true }),
      list(one),
      list(two),
    ]);
    const { messages, title } = await one.sessions.load('a');
    const expected = [undefined, ...times].flatMap((at) => {
      const text = at === undefined ? 'Title a' : `Question ${at}`;
      return [`You: ${text}`, `complete: Reply to ${text}`];
    });
    assert.deepEqual(shown(messages).toSorted(), expected.toSorted());
    assert.match(title ?? '', /^Name \d+$/);
    for (const each of [one, two])
      assert.deepEqual(titles(await list(each)).toSorted(), ['B by one, pinned', `${title ?? ''}, pinned`].toSorted());
  });

  it('finds words in all sessions, newest session first', async () => {
    const { library, sessions } = await open();
    const found: (readonly [string, string])[] = [];
    const search = async (query: string, signal = new AbortController().signal) => {
      found.length = 0;
      await library.search(query, signal, (matches) => {
        found.push(...matches.map(({ id, snippet }) => [id, snippet.match] as const));
      });
      return found;
    };
    assert.deepEqual(await search('title'), [
      ['b', 'Title'],
      ['a', 'Title'],
    ]);
    await sessions.append('a', exchangeRecords('A zebra', 5));
    assert.deepEqual(await search('a zebra'), [['a', 'A zebra']]);
    assert.deepEqual(await search('title', AbortSignal.abort()), []);
  });

  it('moves a deleted session to the trash, and restores it unchanged', async () => {
    const window = await open();
    await window.library.mark('a', { type: 'title', text: 'Kept name' });
    const before = await window.sessions.load('a');
    assert.equal(await window.library.delete('a'), 'done');
    assert.deepEqual(titles(await list(window)), ['Title b']);
    assert.equal(await window.library.delete('a'), 'missing');
    assert.equal((await window.library.restore('a'))?.title, 'Kept name');
    assert.deepEqual(await window.sessions.load('a'), before);
    assert.deepEqual(titles(await list(window)), ['Title b', 'Kept name']);
    assert.equal(await window.library.restore('a'), undefined);
  });

  it('shows a new session when the shown session is deleted', async () => {
    const { chat, library } = await open();
    assert.equal(await library.open('a'), 'done');
    assert.equal(await library.delete('a'), 'done');
    assert.notEqual(chat.session.id, 'a');
    assert.deepEqual(chat.session.messages, []);
    await library.restore('a');
    await library.open('a');
    assert.deepEqual(shown(chat.session.messages), ['You: Title a', 'complete: Reply to Title a']);
  });

  it('stops the running reply of a deleted session, so that the restored reply does not seem cut off', async () => {
    const standIn = await standInService(cleanUp);
    const { chat, library, until } = await openChat(cleanUp, workspace, counter(), {
      connection: () => connectionTo(standIn),
    });
    standIn.script({ reply: 'word '.repeat(2_000), rate: 100 });
    void chat.submitDraft('Question');
    await until(() => chat.session.messages.some((each) => each.kind === 'reply' && each.text !== ''));
    const { id } = chat.session;
    assert.equal(await library.delete(id), 'done');
    await library.restore(id);
    await library.open(id);
    assert.match(shown(chat.session.messages).at(-1)!, /^stopped: word/);
  });

  describe('a deleted session', () => {
    it('is not shown if this window was just opening it', async () => {
      const reading = Promise.withResolvers<undefined>();
      const resumed = Promise.withResolvers<undefined>();
      let isOpening = false;
      const { chat, library, windows } = await openChat(cleanUp, workspace, counter(), {
        wrapFiles: (files) => ({
          ...files,
          read: async (name) => {
            if (isOpening && name === 'sessions/a.jsonl') {
              reading.resolve(undefined);
              await resumed.promise;
            }
            return files.read(name);
          },
        }),
      });
      isOpening = true;
      const opening = chat.openSession('a');
      await reading.promise;
      const deleting = library.delete('a');
      // `delete` calls `isHeldElsewhere` first, then waits for the opening.
      await windows.isHeldElsewhere('a');
      await new Promise(setImmediate);
      resumed.resolve(undefined);
      await opening;
      assert.equal(await deleting, 'done');
      assert.notEqual(chat.session.id, 'a');
      assert.notEqual(workspace.sessionId, 'a');
      const files = await readdir(path.join(workspace.folder, 'sessions'));
      assert.deepEqual(
        files.filter((name) => name.startsWith('a.')),
        [],
      );
    });

    it('stays locked until it is in the trash, because a window that shows it would lock and read it at once', async () => {
      const seen: (readonly [boolean, boolean])[] = [];
      const { chat, library } = await openChat(cleanUp, workspace, counter(), {
        wrapFiles: (files) => ({
          ...files,
          move: async (name, ...rest) => {
            const before = await readdir(path.join(workspace.folder, 'sessions'));
            const isMoved = await files.move(name, ...rest);
            if (isMoved) seen.push([before.includes('a.lease'), before.includes('a.jsonl')]);
            return isMoved;
          },
        }),
      });
      await library.open('a');
      assert.equal(await library.delete('a'), 'done');
      assert.deepEqual(seen, [[true, true]]);
      assert.notEqual(chat.session.id, 'a');
      assert.ok(!(await readdir(path.join(workspace.folder, 'sessions'))).includes('a.lease'));
    });

    it('cannot be written by a window that opens it while it is moved to the trash', async () => {
      const two = await open('two');
      let isReadOnly: boolean | undefined;
      const { library } = await openChat(cleanUp, workspace, counter(), {
        wrapFiles: (files) => ({
          ...files,
          move: async (name, ...rest) => {
            if (name === 'sessions/a.jsonl') {
              await two.library.open('a');
              ({ isReadOnly } = two.chat);
            }
            return files.move(name, ...rest);
          },
        }),
      });
      assert.equal(await library.delete('a'), 'done');
      assert.equal(isReadOnly, true);
      await two.until(() => two.chat.session.id !== 'a');
    });

    it('is kept if another window opens it after `delete` has checked that none holds it', async () => {
      const [one, two] = [await open('one'), await open('two')];
      const isHeldElsewhere = async (id: string) => {
        const isHeld = await one.windows.isHeldElsewhere(id);
        await two.library.open(id);
        return isHeld;
      };
      const library = createSessionLibrary(one.chat, one.sessions, { ...one.windows, isHeldElsewhere }, Date.now);
      assert.equal(await library.delete('a'), 'openElsewhere');
      assert.deepEqual([two.chat.session.id, two.chat.isReadOnly], ['a', false]);
      assert.deepEqual(titles(await list(two)), ['Title b', 'Title a']);
    });

    it('is no longer shown in another window that showed the session', async () => {
      const [one, two] = [await open('one'), await open('two')];
      await one.library.open('a');
      await two.library.open('a');
      await one.library.delete('a');
      await two.until(() => two.chat.session.id !== 'a');
      assert.equal(two.chat.isReadOnly, false);
      assert.deepEqual(two.chat.session.messages, []);
    });

    it('is not shown after a reload, even if its id was stored as the id of the shown session', async () => {
      const one = await openChat(cleanUp, workspace, counter());
      const shownId = one.chat.session.id;
      workspace.sessionId = 'a';
      await one.library.delete('a');
      await one.chat.close();
      assert.equal((await openChat(cleanUp, workspace, counter())).chat.session.id, shownId);
    });
  });

  it('a new session does not reuse a deleted id that is still stored after a crash, because the service may keep the deleted conversation', async () => {
    const standIn = await standInService(cleanUp);
    const connection = () => connectionTo(standIn);
    const { chat, library } = await openChat(cleanUp, workspace, counter(), { connection });
    await chat.submitDraft('Secret');
    const { id } = chat.session;
    await library.delete(id);
    await chat.close();
    const { chat: reopened } = await openChat(cleanUp, { ...workspace, sessionId: id }, counter(), { connection });
    await reopened.submitDraft('Hello');
    assert.equal(standIn.requests.length, 2);
    assert.notEqual(standIn.requests[1]?.sessionId, id);
  });

  it('permanently deletes a session at the first listing after ten minutes in the trash', async () => {
    const window = await open();
    await window.library.delete('a');
    const deletedAt = Number((await trashed())[0]?.split('~')[0]);
    const listAt = async (time: number) =>
      createSessionLibrary(window.chat, window.sessions, window.windows, () => time).list(() => undefined);
    await listAt(deletedAt + 600_000);
    assert.equal((await trashed()).length, 1);
    await listAt(deletedAt + 600_001);
    assert.deepEqual(await trashed(), []);
    assert.equal(await window.library.restore('a'), undefined);
  });

  it('lists the sessions even if the disk refuses to delete a session in the trash', async () => {
    const window = await open();
    await window.library.delete('a');
    const readOnly = createFaultyStore(createNodeFileStore(workspace.folder), (operation) =>
      writes.has(operation) ? 'EROFS' : undefined,
    );
    const later = Date.now() + 3_600_000;
    const sessions = createSessionStore(readOnly, () => later);
    const library = createSessionLibrary(window.chat, sessions, window.windows, () => later);
    assert.deepEqual(titles(await library.list(() => undefined)), ['Title b']);
    assert.equal((await trashed()).length, 1);
  });

  it('marks the sessions that another window holds, and does not delete them', async () => {
    const [one, two] = [await open('one'), await open('two')];
    await one.library.open('a');
    const elsewhere = async (window: OpenChat) =>
      (await list(window)).map((session) => [session.id, session.elsewhere]);
    assert.deepEqual(await elsewhere(two), [
      ['b', undefined],
      ['a', 'open'],
    ]);
    assert.deepEqual(await elsewhere(one), [
      ['b', undefined],
      ['a', undefined],
    ]);
    await one.leases.setBusy('a', true);
    assert.deepEqual(await elsewhere(two), [
      ['b', undefined],
      ['a', 'running'],
    ]);
    assert.equal(await two.library.delete('a'), 'openElsewhere');
    assert.deepEqual(titles(await list(two)), ['Title b', 'Title a']);
  });

  it('`restore` keeps the longer of a deleted session and its imported copy, and never replaces a different session of the same id', async () => {
    const { library, sessions } = await open();
    const first = exchangeRecords('Title a', 1);
    await library.delete('a');
    await sessions.append('a', [...first, ...exchangeRecords('Imported', 5)]);
    assert.equal((await library.restore('a'))?.id, 'a');
    assert.equal((await sessions.load('a')).messages.length, 4);
    await library.delete('a');
    await sessions.append('a', first);
    assert.equal((await library.restore('a'))?.id, 'a');
    assert.equal((await sessions.load('a')).messages.length, 4);
    await library.delete('a');
    await sessions.append('a', exchangeRecords('Another', 7));
    assert.equal(await library.restore('a'), undefined);
    assert.deepEqual(shown((await sessions.load('a')).messages), ['You: Another', 'complete: Reply to Another']);
  });

  describe('emptyTrash', () => {
    it('deletes a session that was deleted before the clock was set back by more than ten minutes', async () => {
      const { chat, sessions, windows, library } = await open();
      await library.delete('a');
      const deletedAt = Number((await trashed())[0]?.split('~')[0]);
      await createSessionLibrary(chat, sessions, windows, () => deletedAt - 600_000).emptyTrash();
      assert.equal((await trashed()).length, 1);
      await createSessionLibrary(chat, sessions, windows, () => deletedAt - 600_001).emptyTrash();
      assert.deepEqual(await trashed(), []);
    });

    it('deletes all sessions in the trash if no other window is open', async () => {
      const { chat, sessions, windows, library } = await open();
      await library.delete('a');
      await createSessionLibrary(chat, sessions, windows, () => Date.now() + 1).emptyTrash();
      assert.deepEqual(await trashed(), []);
    });

    it('keeps the sessions that another window may still restore', async () => {
      const [one, two] = [await open('one'), await open('two')];
      await one.library.delete('a');
      await createSessionLibrary(two.chat, two.sessions, two.windows, () => Date.now() + 1).emptyTrash();
      assert.equal((await one.library.restore('a'))?.title, 'Title a');
    });
  });
});
