import { strict as assert } from 'node:assert';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { maxLineLength } from '../../../../src/chat/archive/archiveFormat.ts';
import { writeArchive } from '../../../../src/chat/archive/writeArchive.ts';
import { emptyDraft } from '../../../../src/chat/draft/draftStore.ts';
import { formatTranscriptRecord } from '../../../../src/chat/messages/transcript.ts';
import type { JsonObject } from '../../../../src/common/json.ts';
import { localDayOf } from '../../../../src/common/localDay.ts';
import type { BookedRequest } from '../../../../src/meter/ledger/spendRecord.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { countTurns } from '../../eventLoopTurns.ts';
import { exchangeRecords } from '../conversation/exchangeRecords.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { spendRecord } from '../../meter/ledger/spendRecords.ts';

describe('writeArchive', () => {
  const cleanUp = cleanUpAfterEach();
  const workspace = { id: 'w', name: 'W' };
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
  });

  const write = async (name: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  };
  const archive = async (
    requests: readonly BookedRequest[] = [],
    signal?: AbortSignal,
    files = createNodeFileStore(folder),
  ) => {
    const incomplete: string[] = [];
    const lines: JsonObject[] = [];
    async function* months() {
      await Promise.resolve();
      yield* requests;
    }
    const sources = {
      workspaces: [{ workspace, files }],
      requests: months(),
      balance: undefined,
      tokenRatios: {},
      at: 1,
      onIncomplete: (_: unknown, name: string) => incomplete.push(name),
    };
    for await (const line of writeArchive(sources, signal)) lines.push(JSON.parse(line) as JsonObject);
    return { lines, incomplete };
  };

  it('writes no part for missing data, and ends with the number of parts', async () => {
    assert.deepEqual((await archive()).lines, [
      { format: 'tally-chat-data', version: 1, at: 1 },
      { end: 'tally-chat-data', count: 0 },
    ]);
  });

  it('omits the unsent edits of deleted messages and sessions, and keeps those of damaged messages', async () => {
    const records = [...exchangeRecords('Kept', 1), ...exchangeRecords('Gone', 2)];
    const deleted = { type: 'deleted', ids: ['q2', 'r2'] } as const;
    await write('sessions/s.jsonl', [...records, deleted].map(formatTranscriptRecord).join(''));
    await write('deletedSessions/5~trashed.jsonl', exchangeRecords('Trashed', 1).map(formatTranscriptRecord).join(''));
    await mkdir(path.join(folder, 'sessions', 'unreadable.jsonl'));
    const edit = (sessionId: string, questionId: string) => ({ sessionId, questionId, text: 'Edited' });
    const kept = [edit('s', 'q1'), edit('s', 'damaged'), edit('unreadable', 'q1')];
    const edits = [...kept, edit('s', 'q2'), edit('trashed', 'q1'), edit('missing', 'q1')];
    await write('draft.json', JSON.stringify({ version: 1, ...emptyDraft, edits }));
    const { lines } = await archive();
    assert.deepEqual(
      lines.filter((line) => JSON.stringify(line).includes('"edits"')),
      [{ record: { ...emptyDraft, edits: kept } }],
    );
  });

  it('lets other tasks run while it reads a large session', async () => {
    const records = Array.from({ length: 10 }, (_, index) =>
      exchangeRecords(`${index} ${'long '.repeat(200_000)}`, 2 * index + 1),
    ).flat();
    await write('sessions/s.jsonl', records.map(formatTranscriptRecord).join(''));
    const files = createNodeFileStore(folder);
    const [{ lines }, turns] = await countTurns(async ({ start, stop }) => {
      const read = async (name: string) => {
        const text = await files.read(name);
        start();
        return text;
      };
      // The drafts are listed after the session is exported.
      const list = async (name: string) => {
        stop();
        return files.list(name);
      };
      return archive([], undefined, { ...files, read, list });
    });
    assert.equal(lines.length, records.length + 4);
    assert.ok(turns >= 30, `The event loop turned ${turns} times.`);
  });

  it('writes the records of both files of a session, skips files that are not sessions, and reports sessions with invalid names', async () => {
    const [title, pin] = [{ type: 'title', text: 'Named' } as const, { type: 'pin', isPinned: true } as const];
    await write('sessions/s.jsonl', formatTranscriptRecord(title).trim());
    await write('sessions/s.1.jsonl', formatTranscriptRecord(pin));
    await write('sessions/empty.jsonl', formatTranscriptRecord({ type: 'version', version: 1 }));
    const invalid = [`${'a'.repeat(65)}.jsonl`, 'a b.jsonl', 'draft-x.jsonl', 'Draft.jsonl', 'alone.1.jsonl'];
    for (const name of ['s.lease', 's.jsonl.5.unreadable', ...invalid])
      await write(`sessions/${name}`, formatTranscriptRecord(title));
    const { lines, incomplete } = await archive();
    assert.deepEqual(lines.slice(1, -1), [
      { part: 'session', version: 1, workspace, id: 's' },
      { record: title },
      { record: pin },
      { end: 'session', count: 2 },
    ]);
    assert.deepEqual(new Set(incomplete), new Set(invalid.map((name) => `sessions/${name}`)));
  });

  it('writes no part that the import would not read, and reports the file of each omitted part', async () => {
    const title = formatTranscriptRecord({ type: 'title', text: 'Title' });
    const withField = (value: string) => title.replace('"Title"', `"Title","later":${value}`);
    await write('sessions/s.jsonl', title);
    await write('sessions/deep.jsonl', withField(`${'['.repeat(101)}${']'.repeat(101)}`));
    await write('sessions/values.jsonl', withField(`[${Array(500_000).fill('0').join(',')}]`));
    await write('sessions/line.jsonl', withField(`"${'x'.repeat(maxLineLength)}"`));
    await write('drafts/long.json', JSON.stringify({ ...emptyDraft, text: 't'.repeat(1024 * 1024 + 1) }));
    const { lines, incomplete } = await archive();
    const omitted = ['sessions/deep.jsonl', 'sessions/values.jsonl', 'sessions/line.jsonl', 'drafts/long.json'];
    assert.deepEqual(new Set(incomplete), new Set(omitted));
    assert.deepEqual(lines.slice(1), [
      { part: 'session', version: 1, workspace, id: 's' },
      { record: { type: 'title', text: 'Title' } },
      { end: 'session', count: 1 },
      { end: 'tally-chat-data', count: 1 },
    ]);
  });

  it('writes a draft without its edits, or only its edits, if the other part is too long, and reports the draft', async () => {
    const megabyte = 't'.repeat(1024 * 1024);
    const edit = (text: string) => ({ sessionId: 's', questionId: 'q1', text });
    await write('sessions/s.jsonl', exchangeRecords('Question', 1).map(formatTranscriptRecord).join(''));
    const drafts = {
      whole: { ...emptyDraft, text: megabyte, edits: [edit(megabyte)] },
      longEdit: { ...emptyDraft, text: 'Typed', edits: [edit(`${megabyte}t`)] },
      longText: { ...emptyDraft, text: `${megabyte}t`, edits: [edit('Edited')] },
      allLong: { ...emptyDraft, text: `${megabyte}t`, edits: [edit(`${megabyte}t`)] },
    };
    for (const [name, draft] of Object.entries(drafts)) await write(`drafts/${name}.json`, JSON.stringify(draft));
    const { lines, incomplete } = await archive();
    assert.deepEqual(
      new Set(
        lines.flatMap(({ record }) => (record !== undefined && 'queue' in (record as JsonObject) ? [record] : [])),
      ),
      new Set([{ ...emptyDraft, text: 'Typed' }, { ...emptyDraft, edits: [edit('Edited')] }, drafts.whole]),
    );
    assert.deepEqual(incomplete.toSorted(), ['drafts/allLong.json', 'drafts/longEdit.json', 'drafts/longText.json']);
  });

  it('writes a session that has only one record', async () => {
    await write('sessions/s.jsonl', formatTranscriptRecord({ type: 'title', text: 'Named' }));
    assert.deepEqual((await archive()).lines.at(-2), { end: 'session', count: 1 });
  });

  it('writes each draft that is not empty, and reports damaged and unreadable drafts, and drafts of a newer version', async () => {
    const text = (name: string, version = 1) => JSON.stringify({ version, ...emptyDraft, text: name });
    for (const name of ['draft.json', 'draft.1.json', 'drafts/window.json']) await write(name, text(name));
    await write('drafts/newer.json', text('drafts/newer.json', 2));
    await write('drafts/empty.json', JSON.stringify(emptyDraft));
    await write('drafts/damaged.json', '{');
    await write('drafts/window.json.5.tmp', text('temporary'));
    await write('sessionIndex.json', text('no draft'));
    await write('drafts/old.json.5.unreadable', text('unreadable'));
    await mkdir(path.join(folder, 'drafts/folder.json'));
    const { lines, incomplete } = await archive();
    assert.deepEqual(
      lines.flatMap(({ record }) => (record === undefined ? [] : [(record as JsonObject)['text']])).toSorted(),
      ['draft.1.json', 'draft.json', 'drafts/newer.json', 'drafts/window.json'],
    );
    assert.deepEqual(incomplete.toSorted(), [
      'drafts/damaged.json',
      'drafts/folder.json',
      'drafts/newer.json',
      'drafts/old.json.5.unreadable',
    ]);
  });

  it('reports folders that cannot be read, and writes the drafts outside these folders', async () => {
    await write('draft.json', JSON.stringify({ text: 'Typed' }));
    for (const name of ['sessions', 'drafts']) await symlink(name, path.join(folder, name));
    const { lines, incomplete } = await archive();
    assert.deepEqual(incomplete, ['sessions', 'drafts']);
    assert.deepEqual(lines[2], { record: { ...emptyDraft, text: 'Typed' } });
  });

  it('writes one part for the requests of each month', async () => {
    const times = [Date.UTC(2026, 9, 5, 12), Date.UTC(2026, 9, 6, 12), Date.UTC(2026, 10, 5, 12)];
    const requests = times.map((at, index) => ({ ...spendRecord(index, 'complete', at), day: localDayOf(at) }));
    assert.deepEqual(
      (await archive(requests)).lines
        .slice(1)
        .map(({ record, ...line }) => (record as BookedRequest | undefined)?.id ?? line),
      [
        { part: 'spend', version: 1, month: '2026-10' },
        'request-0',
        'request-1',
        { end: 'spend', count: 2 },
        { part: 'spend', version: 1, month: '2026-11' },
        'request-2',
        { end: 'spend', count: 1 },
        { end: 'tally-chat-data', count: 2 },
      ],
    );
  });

  it('ends without the last line if the export is aborted', async () => {
    await write('draft.json', JSON.stringify({ ...emptyDraft, text: 'Typed' }));
    assert.equal((await archive([], AbortSignal.abort())).lines.length, 1);
  });
});
