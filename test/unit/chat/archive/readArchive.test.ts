import { strict as assert } from 'node:assert';
import { maxLineLength } from '../../../../src/chat/archive/archiveFormat.ts';
import { hasTooManyValues } from '../../../../src/chat/archive/archiveLimits.ts';
import { ArchiveError, readArchive, type ReadPart } from '../../../../src/chat/archive/readArchive.ts';
import { spendRecord } from '../../meter/ledger/spendRecords.ts';

const workspace = { id: 'w', uri: 'file:///w', name: 'W' };
const draft = { text: 'Typed', attachments: [], queue: [] };
const request = { ...spendRecord(1, 'complete', 1_000), day: '2026-10-05' };
const balance = { amount: 5, at: 7, isWarned: false, spentSince: 2 };
/** The header and the record of each kind of part. */
const samples = [
  [
    { part: 'session', version: 1, workspace, id: 's' },
    { type: 'title', text: 'Named', later: 1 },
  ],
  [
    { part: 'draft', version: 1, workspace },
    { ...draft, later: 1 },
  ],
  [
    { part: 'spend', version: 1, month: '2026-10' },
    { ...request, later: 1 },
  ],
  [
    { part: 'balance', version: 1 },
    { ...balance, later: 1 },
  ],
  [{ part: 'tokenRatios', version: 1 }, { later: 1 }],
] as const;
type Header = (typeof samples)[number][0];

const header = { format: 'tally-chat-data', version: 1, at: 1 };
const partLines = (part: { readonly part: string }, records: readonly unknown[]) => [
  part,
  ...records.map((record) => ({ record })),
  { end: part.part, count: records.length },
];
const archiveLines = (count: number, parts: readonly unknown[]) =>
  [header, ...parts, { end: 'tally-chat-data', count }].map((value) => JSON.stringify(value));
/** Line 1 is the header of the archive. The lines of part n are 3n - 1, 3n and 3n + 1. Line 17 is the end. */
const lines = archiveLines(
  samples.length,
  samples.flatMap(([part, record]) => partLines(part, [record])),
);

const partsOf = async (all: readonly string[]): Promise<readonly ReadPart[]> => {
  async function* asLines() {
    await Promise.resolve();
    yield* all;
  }
  const parts: ReadPart[] = [];
  for await (const part of readArchive(asLines())) parts.push(part);
  return parts;
};
/** Returns the number of unreadable parts. Returns the fault if the archive is refused. */
const faultOf = async (all: readonly string[]): Promise<string | number> =>
  partsOf(all).then(
    (parts) => parts.reduce((sum, part) => sum + (part.part === 'unreadable' ? part.count : 0), 0),
    (error: unknown) => {
      assert.ok(error instanceof ArchiveError);
      assert.deepEqual([error.name, error.message], ['ArchiveError', `The archive is ${error.fault}.`]);
      return error.fault;
    },
  );
/** Returns the parts without the unreadable ones. */
const readableOf = async (all: readonly string[]) => (await partsOf(all)).filter(({ part }) => part !== 'unreadable');

describe('readArchive', () => {
  it('yields every part of version 1, and omits unknown fields except in sessions and token ratios', async () => {
    assert.deepEqual(await partsOf(lines), [
      { part: 'session', workspace, id: 's', records: [{ type: 'title', text: 'Named', later: 1 }] },
      { part: 'draft', workspace, records: [draft] },
      { part: 'spend', month: '2026-10', records: [request] },
      { part: 'balance', records: [balance] },
      { part: 'tokenRatios', records: [{ later: 1 }] },
    ]);
  });

  it('yields all other parts, in order, and one unreadable part for each part with a line that is not valid', async () => {
    const [session, ownDraft, spend] = samples.map(([part]) => part) as [Header, Header, Header];
    const invalid: readonly (readonly [line: number, value: unknown])[] = [
      ...[
        null,
        7,
        [],
        {},
        { part: 'session' },
        { version: 1 },
        { part: 5, version: 1 },
        { part: 'session', version: '1' },
      ].map((value) => [2, value] as const),
      ...[undefined, {}, { id: 'w' }, { name: 'W' }, { ...workspace, uri: 5 }].flatMap((each) => [
        [2, { ...session, workspace: each }] as const,
        [5, { ...ownDraft, workspace: each }] as const,
      ]),
      [2, { ...session, id: undefined }],
      [8, { ...spend, month: undefined }],
      [3, { record: { type: 'title' } }],
      [6, { record: { text: 7 } }],
      [6, { record: { attachments: [null] } }],
      [9, { record: { ...request, cost: { low: -1 } } }],
      [12, { record: { ...balance, amount: -1 } }],
      ...[3, 6, 9, 12, 15].map((line) => [line, { record: [] }] as const),
      [4, { end: 'draft', count: 1 }],
      ...[4, 7, 10, 13, 16].flatMap((line) =>
        [0, 2, undefined].map((count) => [line, { ...(JSON.parse(lines[line - 1]!) as object), count }] as const),
      ),
    ];
    const whole = await partsOf(lines);
    const assertUnreadable = async (line: number, text: string) => {
      const damaged = lines.with(line - 1, text);
      assert.equal(await faultOf(damaged), 1, `${line}: ${text}`);
      const others = whole.toSpliced(Math.floor((line - 2) / 3), 1);
      assert.deepEqual(await readableOf(damaged), others, `${line}: ${text}`);
    };
    for (const [line, value] of invalid) await assertUnreadable(line, JSON.stringify(value));
    for (let line = 2; line < lines.length; line += 1) await assertUnreadable(line, '{"re');
  });

  it('counts the parts that are missing before the end, and text after the end as one unreadable part', async () => {
    const end = (count: unknown) => JSON.stringify({ end: 'tally-chat-data', count });
    assert.equal(await faultOf(lines.with(16, end(9))), 4);
    assert.equal(await faultOf(lines.toSpliced(1, 3)), 1);
    assert.equal(await faultOf(lines.with(16, end(4))), 0);
    assert.equal(await faultOf(lines.with(16, '{"end":"tally-chat-data","count":1e999}')), 1);
    assert.equal(await faultOf([...lines, ...lines]), 1);
    assert.equal((await readableOf([...lines, ...lines])).length, 5);
  });

  it('yields only the other parts if a line is missing or doubled', async () => {
    for (let index = 1; index < lines.length - 1; index += 1) {
      for (const damaged of [lines.toSpliced(index, 1), lines.toSpliced(index, 0, lines[index]!)]) {
        assert.equal(await faultOf(damaged), 1, damaged.join('\n'));
        // A doubled header or end damages no part.
        assert.ok([4, 5].includes((await readableOf(damaged)).length));
      }
    }
  });

  it('refuses an archive without an end, even if its last line is a record of a damaged part', async () => {
    for (let length = 1; length < lines.length; length += 1)
      assert.equal(await faultOf(lines.slice(0, length).with(-1, length === 1 ? lines[0]! : 'x')), 'incomplete');
  });

  it('omits parts with names, ids and URIs of more than 65,536 characters', async () => {
    const long = 'x'.repeat(65_537);
    const draft = { part: 'draft', version: 1, workspace: { id: 'w', name: 'W' } };
    const invalid = [
      { part: long, version: 1 },
      ...['id', 'uri', 'name'].map((field) => ({ ...draft, workspace: { ...draft.workspace, [field]: long } })),
    ];
    for (const part of invalid)
      assert.equal(await faultOf(archiveLines(1, [part])), 1, JSON.stringify(part).slice(0, 60));
  });

  it('omits a record with values that are nested more than 100 deep, which could not be written again', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    for (const line of [3, 15]) {
      const faultAt = async (depth: number) =>
        faultOf(lines.with(line - 1, lines[line - 1]!.replace('"later":1', `"later":${nested(depth)}`)));
      assert.equal(await faultAt(100), 0);
      assert.equal(await faultAt(101), 1);
      assert.equal(await faultAt(100_000), 1);
    }
    const carriedAt = async (depth: number) => {
      const message = { kind: 'question', id: 'q', at: 1, text: '', attachments: [], content: '', later: 1 };
      const record = JSON.stringify({ record: { type: 'carried', from: 's', messages: [message] } });
      return faultOf(lines.with(2, record.replace('"later":1', `"later":${nested(depth)}`)));
    };
    assert.equal(await carriedAt(100), 0, 'A message can be copied to an edited session.');
    assert.equal(await carriedAt(101), 1);
  });

  it('omits a draft with more than 10,000 attachments, in the message box and the queue together', async () => {
    const attachment = { id: 'a', path: '', startLine: 1, endLine: 1, languageId: '', code: '' };
    const withAttachments = (count: number) => ({
      ...draft,
      attachments: [attachment],
      queue: [{ id: 'm', text: '', attachments: Array.from({ length: count - 1 }, () => attachment) }],
    });
    assert.equal(await faultOf(lines.with(5, JSON.stringify({ record: withAttachments(10_000) }))), 0);
    assert.equal(await faultOf(lines.with(5, JSON.stringify({ record: withAttachments(10_001) }))), 1);
  });

  it('omits a draft whose edits together have more than 1 MB of text, whatever the length of the other texts', async () => {
    const megabyte = 1024 * 1024;
    const withEdit = (length: number) => ({
      ...draft,
      text: 't'.repeat(megabyte),
      edits: [{ sessionId: 's', questionId: 'q', text: 'e'.repeat(length) }],
    });
    assert.equal(await faultOf(lines.with(5, JSON.stringify({ record: withEdit(megabyte) }))), 0);
    assert.equal(await faultOf(lines.with(5, JSON.stringify({ record: withEdit(megabyte + 1) }))), 1);
  });

  it('omits drafts with more than 1 MB of text, more than 100 drafts, and drafts with more than 8 MB together', async () => {
    const drafts = (count: number, length: number, attached = 0) =>
      archiveLines(
        count,
        Array.from({ length: count }, () => {
          const code = 'c'.repeat(attached);
          const attachment = { id: 'a', path: '', startLine: 1, endLine: 1, languageId: '', code };
          return partLines(samples[1][0], [{ ...draft, text: 't'.repeat(length), attachments: [attachment] }]);
        }).flat(),
      );
    assert.equal(await faultOf(drafts(1, 1024 * 1024)), 0);
    assert.equal(await faultOf(drafts(1, 1024 * 1024 + 1)), 1);
    assert.equal(await faultOf(drafts(103, 1)), 3);
    assert.equal(await faultOf(drafts(10, 0, 1024 * 1024)), 3);
  });

  it('accepts any number of records in a session or spend part, but exactly one record in each other part', async () => {
    for (const [part, record] of samples) {
      for (const records of [[], [record], [record, record]]) {
        const isValid = part.part === 'session' || part.part === 'spend' || records.length === 1;
        assert.equal(await faultOf(archiveLines(1, partLines(part, records))), isValid ? 0 : 1);
      }
    }
  });

  it('yields the name, but not the records, of an unknown or newer part, and checks the number of the records', async () => {
    const newer = [
      ...samples.map(([{ part }]) => [part, 2]),
      ...['photos', 'toString', '__proto__'].map((part) => [part, 1]),
    ];
    for (const [part, version] of newer as [string, number][]) {
      const all = partLines({ part, version } as { part: string }, [{ a: 1 }, { b: 2 }]);
      assert.deepEqual(await partsOf(archiveLines(1, all)), [{ part: 'newer', name: part }]);
      assert.equal(await faultOf(archiveLines(1, all.toSpliced(1, 1))), 1);
    }
  });

  describe('with an untrusted file', () => {
    const tooMany = 500_001;
    const session = samples[0][0];
    const withRecord = (line: string) => archiveLines(1, partLines(session, [{}])).with(2, line);

    it('finds too many values in a line before the line is parsed', async () => {
      for (const character of [',', '[', '{']) {
        assert.equal(hasTooManyValues(character.repeat(tooMany)), true);
        assert.equal(hasTooManyValues(character.repeat(tooMany - 1)), false);
        assert.equal(await faultOf(withRecord(character.repeat(tooMany))), 1);
      }
      assert.equal(hasTooManyValues(`"${','.repeat(tooMany)}`), false);
    });

    it('accepts a line with the maximum number of values, omits a line with more, and ignores punctuation in JSON strings', async () => {
      for (const text of ['', 'a', 'ab', '"', '\\', 'a"', '\\"', '"\\']) {
        // The line has two objects, three commas between fields, the array, and the commas of the array.
        const record = (values: number) => ({ type: 'pin', isPinned: true, text, x: Array(values - 5).fill(0) });
        assert.equal(await faultOf(withRecord(JSON.stringify({ record: record(tooMany - 1) }))), 0);
        assert.equal(await faultOf(withRecord(JSON.stringify({ record: record(tooMany) }))), 1);
        const long = { type: 'title', text: `${text}${'[{,"\\'.repeat(tooMany)}`, last: text };
        assert.equal(await faultOf(withRecord(JSON.stringify({ record: long }))), 0);
      }
    });

    it('accepts a part whose records together are as long as two lines of the maximum length, and omits a longer part', async () => {
      const lineOf = (length: number) => {
        const empty = JSON.stringify({ record: { type: 'title', text: '' } });
        return empty.replace('""', `"${'a'.repeat(length - empty.length)}"`);
      };
      const size = 256 * 1024;
      assert.equal(2 * maxLineLength, 128 * 1024 * 1024);
      const count = (2 * maxLineLength) / size;
      const all = archiveLines(1, partLines(session, Array(count).fill({}))).fill(lineOf(size), 2, 2 + count);
      assert.equal(await faultOf(all), 0);
      assert.equal(await faultOf(all.with(count + 1, lineOf(size + 1))), 1);
    });
  });
});
