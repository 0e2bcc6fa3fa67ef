import { strict as assert } from 'node:assert';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatTranscriptRecord } from '../../../../src/chat/messages/transcript.ts';
import { createSessionStore } from '../../../../src/chat/sessions/sessionStore.ts';
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
