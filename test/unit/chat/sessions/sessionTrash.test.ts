import { strict as assert } from 'node:assert';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '../../../../src/common/fileStore.ts';
import { formatTranscriptRecord } from '../../../../src/chat/messages/transcript.ts';
import { createSessionStore, type SessionStore } from '../../../../src/chat/sessions/sessionStore.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { createFaultyStore } from '../../faultyStore.ts';
import { exchangeRecords } from '../conversation/exchangeRecords.ts';
import { shown } from '../openChat.ts';

describe('SessionStore, with the file of a newer version', () => {
  const cleanUp = cleanUpAfterEach();
  for (const refused of ['a.jsonl', 'a.1.jsonl']) {
    for (const operation of ['trash', 'restore'] as const) {
      it(`restores both files of a session after the disk has refused to move ${refused} in \`${operation}\``, async () => {
        const folder = await temporaryFolder(cleanUp);
        await mkdir(path.join(folder, 'sessions'));
        const newer = exchangeRecords('Newer', 1).map(formatTranscriptRecord).join('');
        await writeFile(path.join(folder, 'sessions/a.jsonl'), `{"type":"version","version":2}\n${newer}`);
        let isRefusing = false;
        const files = createFaultyStore(createNodeFileStore(folder), (each, name) =>
          isRefusing && each === 'move' && name.endsWith(refused) ? 'EBUSY' : undefined,
        );
        const sessions = createSessionStore(files, () => 1);
        await sessions.append('a', exchangeRecords('Older', 2));
        const messages = async () => shown((await sessions.load('a')).messages);
        const before = await messages();
        if (operation === 'restore') await sessions.trash('a');
        isRefusing = true;
        await assert.rejects(async () => sessions[operation]('a'), { code: 'EBUSY' });
        isRefusing = false;
        // Nothing is in the trash if the disk has refused to move the first file there.
        const isTrashed = operation === 'restore' || refused === 'a.1.jsonl';
        assert.equal(await sessions.restore('a'), isTrashed);
        await sessions.emptyTrash(Infinity);
        assert.deepEqual(await messages(), before);
      });
    }
  }
});

describe('SessionStore.exists', () => {
  const cleanUp = cleanUpAfterEach();

  it('returns true for a session in the trash or outside it, and false after a permanent deletion', async () => {
    const sessions = createSessionStore(createNodeFileStore(await temporaryFolder(cleanUp)), () => 1);
    assert.equal(await sessions.exists('a'), false);
    await sessions.append('a', exchangeRecords('Kept'));
    assert.equal(await sessions.exists('a'), true);
    await sessions.trash('a');
    assert.equal(await sessions.exists('a'), true);
    assert.equal(await sessions.exists('b'), false);
    await sessions.emptyTrash(Infinity);
    assert.equal(await sessions.exists('a'), false);
    await assert.rejects(async () => sessions.exists('../a'));
  });
});

describe('SessionStore.restore, after the files of a session were moved to the trash several times', () => {
  const cleanUp = cleanUpAfterEach();
  const messages = async (sessions: SessionStore) => shown((await sessions.load('a')).messages);

  /** Moves a session with a message to the trash, and then two files that contain only a title. */
  const trashWithTitles = async (files: FileStore) => {
    let time = 0;
    const sessions = createSessionStore(files, () => (time += 1));
    await sessions.append('a', exchangeRecords('Question'));
    const before = await messages(sessions);
    await sessions.trash('a');
    for (const text of ['Earlier', 'Later']) {
      await files.append('sessions/a.jsonl', formatTranscriptRecord({ type: 'title', text }));
      assert.equal(await sessions.trash('a'), true);
    }
    return { sessions, before };
  };

  it('restores the messages with the title that another window has saved last', async () => {
    const folder = await temporaryFolder(cleanUp);
    const { sessions, before } = await trashWithTitles(createNodeFileStore(folder));
    assert.equal(await sessions.restore('a'), true);
    assert.deepEqual(await messages(sessions), before);
    assert.equal((await sessions.load('a')).title, 'Later');
    assert.deepEqual(await readdir(path.join(folder, 'deletedSessions')), []);
    assert.equal(await sessions.restore('a'), false);
  });

  for (const operation of ['append', 'remove', 'move'] as const) {
    for (const last of [1, 2]) {
      it(`restores everything after a crash at call ${last} of \`${operation}\``, async () => {
        const folder = await temporaryFolder(cleanUp);
        let calls = -Infinity;
        const files = createFaultyStore(createNodeFileStore(folder), (each, name) => {
          if (each !== operation || !name.startsWith('deletedSessions/')) return undefined;
          calls += 1;
          return calls >= last ? 'EIO' : undefined;
        });
        const { sessions, before } = await trashWithTitles(files);
        calls = 0;
        await assert.rejects(sessions.restore('a'), { code: 'EIO' });
        calls = -Infinity;
        assert.equal(await sessions.restore('a'), true);
        assert.deepEqual(await messages(sessions), before);
        assert.equal((await sessions.load('a')).title, 'Later');
        assert.deepEqual(await readdir(path.join(folder, 'deletedSessions')), []);
      });
    }
  }

  it('restores the latest file if none of the files has messages', async () => {
    const files = createNodeFileStore(await temporaryFolder(cleanUp));
    const { sessions } = await trashWithTitles(files);
    await files.remove('deletedSessions/1~a.jsonl');
    assert.equal(await sessions.restore('a'), true);
    assert.equal((await sessions.load('a')).title, 'Later');
  });
});
