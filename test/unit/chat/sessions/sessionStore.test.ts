import { strict as assert } from 'node:assert';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatTranscriptRecord } from '../../../../src/chat/messages/transcript.ts';
import { createSessionStore, type SessionStore } from '../../../../src/chat/sessions/sessionStore.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
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

    it('appends to the second file after `load` has found that a newer version wrote to the file', async () => {
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
});
