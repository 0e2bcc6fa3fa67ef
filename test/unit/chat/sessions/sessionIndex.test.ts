import { strict as assert } from 'node:assert';
import { mkdir, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createSessionIndex } from '../../../../src/chat/sessions/sessionIndex.ts';
import { createSessionStore, type SessionStore } from '../../../../src/chat/sessions/sessionStore.ts';
import type { SessionSummary } from '../../../../src/chat/sessions/sessionSummary.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { createFaultyStore } from '../../faultyStore.ts';
import { exchangeRecords } from '../conversation/exchangeRecords.ts';

describe('createSessionIndex', () => {
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  let indexFile: string;
  let sessions: SessionStore;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
    indexFile = path.join(folder, 'sessionIndex.json');
    sessions = createSessionStore(createNodeFileStore(folder), Date.now);
    for (const [id, at] of [
      ['a', 1],
      ['b', 3],
      ['c', 2],
    ] as const)
      await sessions.append(id, exchangeRecords(`Title ${id}`, at));
  });

  const sessionFile = (id: string) => path.join(folder, 'sessions', `${id}.jsonl`);
  const titles = (summaries: readonly SessionSummary[]) => summaries.map(({ title }) => title);
  /** Opens the index as a new window does. `loaded` collects the ids of the sessions that the index reads. */
  const openIndex = () => {
    const loaded: string[] = [];
    const index = createSessionIndex(createNodeFileStore(folder), {
      folder: 'sessions',
      ending: '.jsonl',
      load: async (id) => {
        loaded.push(id);
        return sessions.load(id);
      },
    });
    return { index, loaded };
  };
  const readInNewWindow = async () => {
    const { index, loaded } = openIndex();
    const reports: (readonly string[])[] = [];
    const read = titles(await index.read((summaries) => reports.push(titles(summaries))));
    return { titles: read, loaded: loaded.toSorted(), reports };
  };

  it('`forget` removes the cache that a running call of `read` writes after all sessions were removed', async () => {
    const [loading, removed] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const index = createSessionIndex(createNodeFileStore(folder), {
      folder: 'sessions',
      ending: '.jsonl',
      load: async (id) => {
        const transcript = await sessions.load(id);
        loading.resolve(undefined);
        await removed.promise;
        return transcript;
      },
    });
    const reading = index.read();
    await loading.promise;
    await rm(path.join(folder, 'sessions'), { recursive: true });
    const forgetting = index.forget();
    removed.resolve(undefined);
    assert.equal((await reading).length, 3);
    await forgetting;
    assert.deepEqual(await readdir(folder), []);
    assert.deepEqual(await index.read(), []);
    assert.deepEqual(await readdir(folder), []);
  });

  it('lists and caches the other sessions if the size and time of one session’s file cannot be read', async () => {
    await symlink('loop.jsonl', sessionFile('loop'));
    assert.deepEqual((await readInNewWindow()).titles, ['Title b', 'Title c', 'Title a']);
    const { titles: again, loaded } = await readInNewWindow();
    assert.deepEqual([again, loaded], [['Title b', 'Title c', 'Title a'], ['loop']]);
  });

  it('lists a session again after its file could not be read once, and writes no cache while nothing changes', async () => {
    let isFaulty = true;
    let writes = 0;
    const files = createFaultyStore(createNodeFileStore(folder), (operation, name) => {
      if (operation === 'write') writes += 1;
      return isFaulty && operation === 'read' && name === 'sessions/b.jsonl' ? 'EMFILE' : undefined;
    });
    const list = async () => titles(await createSessionStore(files, Date.now).list());
    assert.deepEqual(await list(), ['Title c', 'Title a']);
    assert.deepEqual(await list(), ['Title c', 'Title a']);
    assert.equal(writes, 1);
    isFaulty = false;
    assert.deepEqual(await list(), ['Title b', 'Title c', 'Title a']);
    assert.equal(writes, 2);
  });

  it('lists the sessions newest first, and does not read unchanged sessions again', async () => {
    const { index, loaded } = openIndex();
    assert.deepEqual(titles(await index.read()), ['Title b', 'Title c', 'Title a']);
    assert.deepEqual(loaded.toSorted(), ['a', 'b', 'c']);
    assert.deepEqual(titles(await index.read()), ['Title b', 'Title c', 'Title a']);
    assert.equal(loaded.length, 3);
    assert.deepEqual(await readInNewWindow(), {
      titles: ['Title b', 'Title c', 'Title a'],
      loaded: [],
      reports: [['Title b', 'Title c', 'Title a']],
    });
  });

  it('rebuilds a cache file that is missing, incomplete, not a valid cache or of an earlier version', async () => {
    await readInNewWindow();
    const whole = await readFile(indexFile, 'utf8');
    const cache = JSON.parse(whole) as { readonly version: number };
    const { version } = cache;
    assert.equal(version, 5);
    const broken = [
      undefined,
      '',
      whole.slice(0, -9),
      'null',
      '7',
      '[]',
      JSON.stringify({ version }),
      JSON.stringify({ version, entries: [null] }),
      whole.replace('"Title b"', '{"a":1}'),
      whole.replace(/"cost":\{[^}]*\}/, '"cost":null'),
      JSON.stringify({ ...cache, version: version - 1 }),
    ];
    for (const text of broken) {
      await (text === undefined ? rm(indexFile) : writeFile(indexFile, text));
      const again = await readInNewWindow();
      assert.deepEqual(
        again,
        { titles: ['Title b', 'Title c', 'Title a'], loaded: ['a', 'b', 'c'], reports: [] },
        text,
      );
      assert.equal((await readInNewWindow()).loaded.length, 0, `cached again after ${text ?? 'no file'}`);
    }
  });

  it('does not change the cache file of a newer version, and uses a second cache file', async () => {
    const newer = '{"version":9,"entries":{}}';
    await writeFile(indexFile, newer);
    const expected = ['Title b', 'Title c', 'Title a'];
    assert.deepEqual(await readInNewWindow(), { titles: expected, loaded: ['a', 'b', 'c'], reports: [] });
    assert.deepEqual(await readInNewWindow(), { titles: expected, loaded: [], reports: [expected] });
    assert.equal(await readFile(indexFile, 'utf8'), newer);
  });

  it('reads again only the session whose size has changed, even if its modification time is the same', async () => {
    await utimes(sessionFile('c'), 1, 1);
    await readInNewWindow();
    await sessions.mark('c', { type: 'title', text: 'Renamed' });
    await utimes(sessionFile('c'), 1, 1);
    const { titles: read, loaded } = await readInNewWindow();
    assert.deepEqual(read, ['Title b', 'Renamed', 'Title a']);
    assert.deepEqual(loaded, ['c']);
  });

  it('reads again only the session whose modification time has changed, even if its size is the same', async () => {
    await readInNewWindow();
    await writeFile(sessionFile('c'), (await readFile(sessionFile('c'), 'utf8')).replaceAll('Title c', 'Title C'));
    await utimes(sessionFile('c'), 1, 1);
    assert.deepEqual(await readInNewWindow(), {
      titles: ['Title b', 'Title C', 'Title a'],
      loaded: ['c'],
      reports: [['Title b', 'Title c', 'Title a']],
    });
  });

  it('drops deleted sessions and adds new sessions', async () => {
    const { index } = openIndex();
    await index.read();
    await rm(sessionFile('b'));
    await sessions.append('d', exchangeRecords('Title d', 4));
    assert.deepEqual(titles(await index.read()), ['Title d', 'Title c', 'Title a']);
    assert.deepEqual((await readInNewWindow()).titles, ['Title d', 'Title c', 'Title a']);
    await rm(sessionFile('d'));
    await readInNewWindow();
    assert.deepEqual((await readInNewWindow()).reports, [['Title c', 'Title a']]);
  });

  it('keeps no title of a deleted session in the cache file', async () => {
    const { index } = openIndex();
    await index.read();
    await rm(sessionFile('b'));
    await index.read();
    assert.doesNotMatch(await readFile(indexFile, 'utf8'), /Title b/);
  });

  it('reports the cached list even if it has only one session', async () => {
    for (const id of ['b', 'c']) await rm(sessionFile(id));
    await readInNewWindow();
    assert.deepEqual((await readInNewWindow()).reports, [['Title a']]);
  });

  it('reads each session only once when `read` is called twice at the same time', async () => {
    const { index, loaded } = openIndex();
    const [one, two] = await Promise.all([index.read(), index.read()]);
    assert.deepEqual([titles(one), titles(two)], [titles(one), ['Title b', 'Title c', 'Title a']]);
    assert.deepEqual(loaded.toSorted(), ['a', 'b', 'c']);
  });

  it('lists the sessions after earlier reads of their folder have failed', async () => {
    const sessionFolder = path.join(folder, 'sessions');
    const moved = path.join(folder, 'moved');
    await rename(sessionFolder, moved);
    // Replace the folder by a link to itself, which cannot be read.
    await symlink('sessions', sessionFolder);
    const { index } = openIndex();
    const failed = index.read();
    const queued = index.read();
    await assert.rejects(failed);
    await assert.rejects(queued);
    await rm(sessionFolder);
    await rename(moved, sessionFolder);
    assert.deepEqual(titles(await index.read()), ['Title b', 'Title c', 'Title a']);
  });

  it('reads the changed sessions in the order of their modification time, newest first', async () => {
    for (const [id, time] of [
      ['a', 2],
      ['b', 1],
      ['c', 3],
    ] as const)
      await utimes(sessionFile(id), time, time);
    const { index, loaded } = openIndex();
    await index.read();
    assert.deepEqual(loaded, ['c', 'a', 'b']);
  });

  it('reports the sessions read so far while it reads hundreds of sessions', async () => {
    const ids = Array.from({ length: 450 }, (_, number) => `more${number}`);
    await Promise.all(ids.map(async (id, number) => sessions.append(id, exchangeRecords(`Title ${id}`, number + 10))));
    const reports: number[] = [];
    const all = await openIndex().index.read((summaries) => reports.push(summaries.length));
    assert.deepEqual([reports, all.length], [[400], 453]);
    assert.equal(all[0]?.title, 'Title more449');
  });

  it("lists the other sessions when the cache file and one session's file cannot be read", async () => {
    await mkdir(sessionFile('unreadable'));
    await mkdir(indexFile);
    for (let times = 0; times < 2; times += 1)
      assert.deepEqual((await readInNewWindow()).titles, ['Title b', 'Title c', 'Title a']);
  });
});
