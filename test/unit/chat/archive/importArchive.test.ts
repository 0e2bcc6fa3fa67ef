import { strict as assert } from 'node:assert';
import type { ArchivePart } from '../../../../src/chat/archive/archiveFormat.ts';
import { inspectArchive, replaceSessions } from '../../../../src/chat/archive/importArchive.ts';
import { formatTranscriptRecord } from '../../../../src/chat/messages/transcript.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { exchangeRecords } from '../conversation/exchangeRecords.ts';

describe('replaceSessions', () => {
  const cleanUp = cleanUpAfterEach();

  it('returns the outcome of the first import with higher `added` and `extended`, the same `unchanged`, `skipped` and `requests`, and new counts of the other results', async () => {
    const files = createNodeFileStore(await temporaryFolder(cleanUp));
    await files.append('sessions/extended.jsonl', formatTranscriptRecord(exchangeRecords('Text')[0]!));
    const workspace = { id: 'w', name: 'W' };
    const parts: readonly ArchivePart[] = [
      ...['added', 'extended'].map(
        (id) => ({ part: 'session', workspace, id, records: exchangeRecords('Text') }) as const,
      ),
      { part: 'session', workspace: { ...workspace, id: 'other' }, id: 'skipped', records: [] },
      { part: 'draft', workspace, records: [{ text: 'Typed', attachments: [], queue: [] }] },
    ];
    const first = {
      sessions: { added: 10, extended: 20, replaced: 0, unchanged: 30, different: 40, open: 50 },
      skipped: 60,
      drafts: 5,
      requests: 70,
      unreadable: 80,
    };
    const target = { files, withSession: async (_: string, write: () => Promise<void>) => write().then(() => true) };
    assert.deepEqual(await replaceSessions(asynchronous(parts), ({ id }) => (id === 'w' ? target : undefined), first), {
      sessions: { added: 11, extended: 21, replaced: 0, unchanged: 30, different: 0, open: 0 },
      skipped: 60,
      drafts: 5,
      requests: 70,
      unreadable: 80,
    });
    assert.deepEqual((await files.list('sessions')).toSorted(), ['added.jsonl', 'extended.jsonl']);
    assert.deepEqual(await files.list('drafts'), []);
  });
});

describe('inspectArchive', () => {
  it('lists each workspace that has a draft or sessions, and counts its sessions', async () => {
    const [one, two] = [
      { id: '1', name: 'One' },
      { id: '2', name: 'Two' },
    ];
    const draft = { text: 'Typed', attachments: [], queue: [] };
    const { workspaces, requests } = await inspectArchive(
      asynchronous<ArchivePart>([
        { part: 'draft', workspace: one, records: [draft] },
        { part: 'session', workspace: two, id: 'a', records: [] },
        { part: 'session', workspace: two, id: 'b', records: [] },
        { part: 'draft', workspace: two, records: [draft] },
        { part: 'spend', month: '2026-10', records: [] },
        { part: 'tokenRatios', records: [{}] },
      ]),
    );
    assert.deepEqual(
      [...workspaces],
      [
        ['1', { workspace: one, sessions: 0 }],
        ['2', { workspace: two, sessions: 2 }],
      ],
    );
    assert.equal(requests, 0);
  });
});

async function* asynchronous<T>(parts: readonly T[]): AsyncGenerator<T> {
  await Promise.resolve();
  yield* parts;
}
