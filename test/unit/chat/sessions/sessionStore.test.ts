import { strict as assert } from 'node:assert';
import { constants } from 'node:fs';
import { mkdir, open as openFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatTranscriptRecord, type SessionMark } from '../../../../src/chat/messages/transcript.ts';
import { createSessionStore, type SessionStore } from '../../../../src/chat/sessions/sessionStore.ts';
import type { FileStore } from '../../../../src/common/fileStore.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { countTurns } from '../../eventLoopTurns.ts';
import { exchangeRecords } from '../conversation/exchangeRecords.ts';
import { shown } from '../openChat.ts';

describe('createSessionStore', () => {
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
  });

  const open = (): SessionStore => createSessionStore(createNodeFileStore(folder), Date.now);
  const file = (name: string) => path.join(folder, 'sessions', name);
  const firstLines = async (name: string) =>
    (await readFile(file(name), 'utf8')).split('\n').filter((line) => line.includes('"version"'));
  const titles = async (sessions: SessionStore) => (await sessions.list()).map(({ title }) => title);
  const messages = async (sessions: SessionStore, id: string) => shown((await sessions.load(id)).messages);

  it('begins a new file with a version record, and writes this record only once', async () => {
    const sessions = open();
    await sessions.append('a', exchangeRecords('One', 1));
    await sessions.append('a', exchangeRecords('Two', 2));
    await open().append('a', exchangeRecords('Three', 3));
    assert.deepEqual(await firstLines('a.jsonl'), ['{"type":"version","version":1}']);
    assert.equal((await sessions.load('a')).isNewer, undefined);
  });

  it('writes the version record with the next records if the first write fails', async () => {
    await writeFile(path.join(folder, 'sessions'), '');
    const sessions = open();
    await assert.rejects(sessions.append('a', exchangeRecords('One', 1)));
    const files = createNodeFileStore(folder);
    await files.remove('sessions');
    await sessions.append('a', exchangeRecords('Two', 2));
    assert.equal((await firstLines('a.jsonl')).length, 1);
  });

  it('appends a record without a message to a session whose first message was appended while it was loaded', async () => {
    const files = createNodeFileStore(folder);
    const [firstRead, released] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let reads = 0;
    const read = async (name: string) => {
      const text = await files.read(name);
      reads += 1;
      if (reads > 1) return text;
      firstRead.resolve(undefined);
      await released.promise;
      return text;
    };
    const sessions = createSessionStore({ ...files, read }, Date.now);
    const loaded = sessions.load('a');
    await firstRead.promise;
    await sessions.append('a', exchangeRecords('One', 1));
    released.resolve(undefined);
    await loaded;
    await sessions.append('a', [{ type: 'title', text: 'Renamed' }]);
    assert.equal((await open().load('a')).title, 'Renamed');
  });

  it('accepts ids of 1 to 64 letters, digits, `_` or `-`, and rejects and quotes every other id', async () => {
    const sessions = open();
    for (const id of ['a', 'A-z_9', 'a'.repeat(64)]) await sessions.append(id, exchangeRecords(id));
    assert.equal((await sessions.list()).length, 3);
    for (const id of ['', '..', '../a', 'a/b', 'a.b', 'ä', 'a b', 'a\n', '0123456789'.repeat(6) + '01234']) {
      const message = `Not the id of a session: ${id.slice(0, 64)}`;
      await assert.rejects(sessions.load(id), { message });
      await assert.rejects(sessions.append(id, exchangeRecords('One')), { message });
      await assert.rejects(sessions.mark(id, { type: 'pin', isPinned: true }), { message });
      await assert.rejects(sessions.purgeDeleted(id, []), { message });
      await assert.rejects(sessions.trash(id), { message });
      await assert.rejects(sessions.restore(id), { message });
    }
    assert.equal((await sessions.list()).length, 3);
  });

  it('flushes a title to disk, and flushes the moves into and out of the trash', async () => {
    const files = createNodeFileStore(folder);
    const flushed: string[] = [];
    const recording: FileStore = {
      ...files,
      append: async (name, text, options) => {
        if (options?.flush === true) flushed.push(name);
        return files.append(name, text, options);
      },
      move: async (name, newName, options) => {
        if (options?.flush === true) flushed.push(newName);
        return files.move(name, newName, options);
      },
    };
    const sessions = createSessionStore(recording, () => 5);
    assert.equal(await sessions.mark('a', { type: 'title', text: 'Named' }), false);
    await sessions.append('a', exchangeRecords('One'));
    assert.equal(await sessions.mark('a', { type: 'title', text: 'Named' }), true);
    await sessions.trash('a');
    await sessions.restore('a');
    assert.deepEqual(flushed, [
      'sessions/a.jsonl',
      ...['deletedSessions/5~a.jsonl', 'deletedSessions/5~a.1.jsonl'],
      ...['sessions/a.1.jsonl', 'sessions/a.jsonl'],
    ]);
  });

  it('`settleList` resolves when the running call of `list` has ended, even if the folder cannot be read', async () => {
    for (const isReadable of [true, false]) {
      const steps: string[] = [];
      const stats = Promise.withResolvers<undefined>();
      const files = createNodeFileStore(folder);
      const sessions = createSessionStore(
        {
          ...files,
          stat: async () => {
            await stats.promise;
            steps.push('read');
            if (!isReadable) throw new Error('Not readable.');
            return [];
          },
        },
        Date.now,
      );
      const listing = sessions.list().catch(() => undefined);
      const settling = sessions.settleList().then(() => steps.push('settled'));
      stats.resolve(undefined);
      await Promise.all([listing, settling]);
      assert.deepEqual(steps, ['read', 'settled']);
    }
  });

  describe('with a title that one window saves while another window purges deleted messages', () => {
    const title: SessionMark = { type: 'title', text: 'Renamed' };
    beforeEach(async () => {
      await open().append('a', [
        ...exchangeRecords('Secret', 1),
        ...exchangeRecords('Kept', 3),
        { type: 'deleted', ids: ['q1', 'r1'] },
      ]);
    });

    /**
     * Opens a store. Calls `run` once, right after the store has opened or closed (`moment`) the first file that it
     * creates or appends to (`purpose`).
     */
    const interrupted = (
      purpose: 'create' | 'append',
      moment: 'opened' | 'closed',
      run: () => Promise<unknown>,
    ): SessionStore => {
      let isDue = true;
      const runOnce = async () => {
        if (isDue) {
          isDue = false;
          await run();
        }
      };
      const files = createNodeFileStore(folder, async (file, openFlags, mode) => {
        const handle = await openFile(file, openFlags, mode);
        const isMatch = purpose === 'create' ? openFlags === 'wx' : (Number(openFlags) & constants.O_APPEND) !== 0;
        if (!isMatch) return handle;
        const close = handle.close.bind(handle);
        if (moment === 'opened') await runOnce();
        else handle.close = async () => close().then(runOnce);
        return handle;
      });
      return createSessionStore(files, Date.now);
    };
    const assertPurged = async () => {
      const text = await readFile(file('a.jsonl'), 'utf8');
      assert.doesNotMatch(text, /Secret/);
      assert.match(text, /Kept/);
      assert.equal((await open().load('a')).title, 'Renamed');
      assert.deepEqual(await readdir(file('')), ['a.jsonl']);
    };

    it('keeps the title if it is saved while the purge writes the new file', async () => {
      await interrupted('create', 'opened', async () => open().mark('a', title)).purgeDeleted('a', []);
      await assertPurged();
    });

    it('keeps the title if it is saved just before the purge replaces the file', async () => {
      await interrupted('create', 'closed', async () => open().mark('a', title)).purgeDeleted('a', []);
      await assertPurged();
    });

    it('keeps the title if the purge replaces the file before the title is written', async () => {
      const sessions = interrupted('append', 'opened', async () => open().purgeDeleted('a', []));
      assert.equal(await sessions.mark('a', title), true);
      await assertPurged();
    });
  });

  describe('with sessions in the trash', () => {
    let time: number;
    let sessions: SessionStore;
    beforeEach(() => {
      time = 100;
      sessions = createSessionStore(createNodeFileStore(folder), () => time);
    });
    const deleteAt = async (at: number, id = 'a') => {
      time = at;
      await sessions.append(id, exchangeRecords(`Deleted at ${at}`));
      assert.equal(await sessions.trash(id), true);
    };
    const trashed = async () => (await readdir(path.join(folder, 'deletedSessions'))).toSorted();

    it('restores the session that was deleted last, and then the session that was deleted before', async () => {
      for (const at of [200, 100, 300]) await deleteAt(at);
      await deleteAt(400, 'b');
      for (const at of [300, 200, 100]) {
        assert.equal(await sessions.restore('a'), true);
        assert.deepEqual(await titles(sessions), [`Deleted at ${at}`]);
        await createNodeFileStore(folder).remove('sessions/a.jsonl');
      }
      assert.equal(await sessions.restore('a'), false);
      assert.deepEqual(await trashed(), ['400~b.jsonl']);
    });

    it('the file of a session that was deleted, created again and restored has only one version record', async () => {
      await deleteAt(100);
      await deleteAt(200);
      await sessions.load('a');
      await sessions.restore('a');
      await sessions.append('a', exchangeRecords('Later', 2));
      assert.deepEqual(await firstLines('a.jsonl'), ['{"type":"version","version":1}']);
      assert.equal((await messages(sessions, 'a')).length, 4);
    });

    const title: SessionMark = { type: 'title', text: 'Renamed' };

    it('moves and restores a session while a title is saved', async () => {
      await sessions.append('a', exchangeRecords('One'));
      await Promise.all([sessions.mark('a', title), sessions.trash('a'), sessions.mark('a', title)]);
      assert.deepEqual(await readdir(file('')), []);
      const [isRestored, isMarked] = await Promise.all([sessions.restore('a'), sessions.mark('a', title)]);
      assert.deepEqual([isRestored, isMarked], [true, true]);
      assert.equal((await messages(sessions, 'a')).length, 2);
    });

    it('appends records to a session in the trash only together with a message', async () => {
      await deleteAt(100);
      await sessions.append('a', [{ type: 'end', replyId: 'r1', end: 'stopped', charged: 'no' }, title]);
      assert.deepEqual(await readdir(file('')), []);
      await sessions.append('a', [...exchangeRecords('Another'), title]);
      assert.deepEqual(await titles(sessions), ['Renamed']);
    });

    it('restores a session, with the title that another window has saved after the session was moved', async () => {
      await sessions.append('a', exchangeRecords('One'));
      const files = createNodeFileStore(folder);
      const append: FileStore['append'] = async (name, text, options) => {
        await sessions.trash('a');
        await files.append(name, text, options);
      };
      await createSessionStore({ ...files, append }, Date.now).mark('a', title);
      assert.deepEqual(await readdir(file('')), ['a.jsonl']);
      assert.equal(await sessions.restore('a'), true);
      assert.deepEqual(await titles(sessions), ['Renamed']);
      assert.equal((await messages(sessions, 'a')).length, 2);
      assert.deepEqual([(await firstLines('a.jsonl')).length, await trashed()], [1, []]);
    });

    it('`emptyTrash` permanently deletes the sessions that were moved to the trash before `time` or after `latest`', async () => {
      for (const at of [100, 200, 300]) await deleteAt(at);
      await sessions.emptyTrash(100);
      await sessions.emptyTrash(100, 300);
      assert.deepEqual(await trashed(), ['100~a.jsonl', '200~a.jsonl', '300~a.jsonl']);
      await sessions.emptyTrash(101);
      assert.deepEqual(await trashed(), ['200~a.jsonl', '300~a.jsonl']);
      await sessions.emptyTrash(100, 299);
      assert.deepEqual(await trashed(), ['200~a.jsonl']);
    });
  });

  describe('with the file of a newer version', () => {
    const newer = [
      '\n{"type":"version","version":2}\n',
      ...exchangeRecords('Newer', 1).map(formatTranscriptRecord),
      '\n{"type":"picture","data":7}\n',
    ].join('');
    beforeEach(async () => {
      await mkdir(path.dirname(file('a.jsonl')));
      await writeFile(file('a.jsonl'), newer);
    });

    it('reads the records that it understands, and appends records to a second file, which it reads, too', async () => {
      const sessions = open();
      const before = await messages(sessions, 'a');
      assert.equal(before[0], 'You: Newer');
      const older = open();
      await older.append('a', exchangeRecords('Older', 2));
      await older.append('a', exchangeRecords('Older still', 3));
      await open().mark('a', { type: 'title', text: 'Renamed' });
      for (const each of [sessions, open()]) {
        assert.equal((await messages(each, 'a')).length, 3 * before.length);
        assert.deepEqual(await titles(each), ['Renamed']);
      }
      assert.equal(await readFile(file('a.jsonl'), 'utf8'), newer);
      assert.deepEqual((await readdir(file(''))).toSorted(), ['a.1.jsonl', 'a.jsonl']);
    });

    it('does not change the file after `load` has found that a newer version wrote to the file', async () => {
      const sessions = open();
      await sessions.append('b', exchangeRecords('One', 1));
      await writeFile(file('b.jsonl'), newer);
      await sessions.load('b');
      await sessions.append('b', exchangeRecords('Two', 2));
      assert.equal(await readFile(file('b.jsonl'), 'utf8'), newer);
    });

    it('lists the session once, and notices changes of the second file', async () => {
      const sessions = open();
      assert.deepEqual(await titles(sessions), ['Newer']);
      await sessions.mark('a', { type: 'title', text: 'Renamed' });
      assert.deepEqual(await titles(sessions), ['Renamed']);
      assert.deepEqual(await titles(open()), ['Renamed']);
    });

    it('restores the file of a newer version unchanged, with the title that was saved after it was moved', async () => {
      const sessions = open();
      await sessions.trash('a');
      await writeFile(file('a.jsonl'), formatTranscriptRecord({ type: 'title', text: 'Renamed' }));
      assert.equal(await sessions.restore('a'), true);
      assert.deepEqual(await titles(sessions), ['Renamed']);
      assert.equal(await readFile(file('a.jsonl'), 'utf8'), newer);
    });

    it('moves both files to the trash and back', async () => {
      const sessions = open();
      await sessions.append('a', exchangeRecords('Older', 2));
      const before = await messages(sessions, 'a');
      assert.equal(await sessions.trash('a'), true);
      assert.deepEqual(await readdir(file('')), []);
      assert.deepEqual(await messages(sessions, 'a'), []);
      assert.equal(await sessions.restore('a'), true);
      assert.deepEqual(await messages(sessions, 'a'), before);
      assert.equal(await sessions.restore('a'), false);
    });
  });

  describe('with a large session', () => {
    const records = Array.from({ length: 10 }, (_, index) =>
      exchangeRecords(`${index} ${'long '.repeat(200_000)}`, 2 * index + 1),
    ).flat();

    /**
     * Returns the number of turns of the event loop after the text of a session was read, and before the next write.
     */
    const turnsOf = async (run: (sessions: SessionStore) => Promise<unknown>): Promise<number> => {
      const [, turns] = await countTurns(async ({ start, stop }) => {
        const files = createNodeFileStore(folder);
        const read = async (name: string) => {
          const text = await files.read(name);
          start();
          return text;
        };
        const rewrite: FileStore['rewrite'] = async (name, change) =>
          files.rewrite(name, async (text) => {
            start();
            const changed = await change(text);
            stop();
            return changed;
          });
        const write: FileStore['write'] = async (name, text, options) => {
          stop();
          await files.write(name, text, options);
        };
        await run(createSessionStore({ ...files, read, rewrite, write }, Date.now));
      });
      return turns;
    };

    it('lets other tasks run while it loads and lists', async () => {
      await open().append('a', records);
      const loading = await turnsOf(async (sessions) => sessions.load('a'));
      assert.ok(loading >= 10, `The event loop turned ${loading} times while loading.`);
      const listing = await turnsOf(async (sessions) => sessions.list());
      assert.ok(listing >= 10, `The event loop turned ${listing} times while listing.`);
    });

    it('lets other tasks run while it purges', async () => {
      await open().append('a', [...records, { type: 'deleted', ids: ['q1', 'r1'] }]);
      const purging = await turnsOf(async (sessions) => sessions.purgeDeleted('a', []));
      assert.ok(purging >= 20, `The event loop turned ${purging} times while purging.`);
      assert.equal((await messages(open(), 'a')).length, 18);
    });
  });
});
