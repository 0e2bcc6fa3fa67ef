import { strict as assert } from 'node:assert';
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createSessionIndex } from '../../../../src/chat/sessions/sessionIndex.ts';
import { createSessionStore, type SessionStore } from '../../../../src/chat/sessions/sessionStore.ts';
import type { SessionSummary } from '../../../../src/chat/sessions/sessionSummary.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { exchangeRecords } from '../conversation/exchangeRecords.ts';

describe('the index of sessions', () => {
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
  /** As a window has it that was just opened. */
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
  const readAnew = async () => {
    const { index, loaded } = openIndex();
    const reports: (readonly string[])[] = [];
    const read = titles(await index.read((summaries) => reports.push(titles(summaries))));
    return { titles: read, loaded: loaded.toSorted(), reports };
  };

  it('lists the latest first, and reads nothing a second time', async () => {
    const { index, loaded } = openIndex();
    assert.deepEqual(titles(await index.read()), ['Title b', 'Title c', 'Title a']);
    assert.deepEqual(loaded.toSorted(), ['a', 'b', 'c']);
    assert.deepEqual(titles(await index.read()), ['Title b', 'Title c', 'Title a']);
    assert.equal(loaded.length, 3);
    assert.deepEqual(await readAnew(), {
      titles: ['Title b', 'Title c', 'Title a'],
      loaded: [],
      reports: [['Title b', 'Title c', 'Title a']],
    });
  });

  it('is made again when it is missing, torn, foreign or of another version', async () => {
    await readAnew();
    const whole = await readFile(indexFile, 'utf8');
    const otherVersion = JSON.stringify({ ...(JSON.parse(whole) as object), version: 0 });
    const broken = [
      undefined,
      '',
      whole.slice(0, -9),
      'null',
      '7',
      '[]',
      '{"version":1}',
      '{"version":1,"entries":[null]}',
      otherVersion,
    ];
    for (const text of broken) {
      await (text === undefined ? rm(indexFile) : writeFile(indexFile, text));
      const again = await readAnew();
      assert.deepEqual(
        again,
        { titles: ['Title b', 'Title c', 'Title a'], loaded: ['a', 'b', 'c'], reports: [] },
        text,
      );
      assert.equal((await readAnew()).loaded.length, 0, `kept again after ${text ?? 'none'}`);
    }
  });

  it('reads again what has another size, although its time is the same, and only that', async () => {
    await utimes(sessionFile('c'), 1, 1);
    await readAnew();
    await sessions.mark('c', { type: 'title', text: 'Renamed' });
    await utimes(sessionFile('c'), 1, 1);
    const { titles: read, loaded } = await readAnew();
    assert.deepEqual(read, ['Title b', 'Renamed', 'Title a']);
    assert.deepEqual(loaded, ['c']);
  });

  it('reads again what has another time, although it is as long as before', async () => {
    await readAnew();
    await writeFile(sessionFile('c'), (await readFile(sessionFile('c'), 'utf8')).replaceAll('Title c', 'Title C'));
    await utimes(sessionFile('c'), 1, 1);
    assert.deepEqual(await readAnew(), {
      titles: ['Title b', 'Title C', 'Title a'],
      loaded: ['c'],
      reports: [['Title b', 'Title c', 'Title a']],
    });
  });

  it('forgets what is gone, and finds what came while nobody looked', async () => {
    const { index } = openIndex();
    await index.read();
    await rm(sessionFile('b'));
    await sessions.append('d', exchangeRecords('Title d', 4));
    assert.deepEqual(titles(await index.read()), ['Title d', 'Title c', 'Title a']);
    assert.deepEqual((await readAnew()).titles, ['Title d', 'Title c', 'Title a']);
    await rm(sessionFile('d'));
    await readAnew();
    assert.deepEqual((await readAnew()).reports, [['Title c', 'Title a']]);
  });

  it('has the others when a file cannot be read, and when it cannot be kept itself', async () => {
    await mkdir(sessionFile('unreadable'));
    await mkdir(indexFile);
    for (let times = 0; times < 2; times += 1)
      assert.deepEqual((await readAnew()).titles, ['Title b', 'Title c', 'Title a']);
  });
});
