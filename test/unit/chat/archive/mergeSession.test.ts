import { strict as assert } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mergeSession } from '../../../../src/chat/archive/mergeSession.ts';
import { formatTranscriptRecord, type TranscriptRecord } from '../../../../src/chat/messages/transcript.ts';
import type { FileStore, WriteOptions } from '../../../../src/common/fileStore.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { createFaultyStore } from '../../faultyStore.ts';
import { countTurns } from '../../eventLoopTurns.ts';
import { exchangeRecords } from '../conversation/exchangeRecords.ts';

describe('mergeSession', () => {
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  let file: string;
  let files: FileStore;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
    file = path.join(folder, 'sessions/s.jsonl');
    files = createNodeFileStore(folder);
    await mkdir(path.dirname(file));
  });

  const [first, second] = [exchangeRecords('First', 1), exchangeRecords('Second', 2)];
  const textOf = (...records: readonly (TranscriptRecord | { readonly type: 'version'; readonly version: number })[]) =>
    records.map(formatTranscriptRecord).join('');
  const marked = (...records: readonly TranscriptRecord[]) =>
    records.map((record) => (record.type === 'reply' ? { ...record, isImported: true } : record));
  const version = (number = 1) => ({ type: 'version', version: number }) as const;
  const free = async (_: string, write: () => Promise<void>) => write().then(() => true);
  const merge = async (
    records: readonly TranscriptRecord[],
    { replaces = false, withSession = free }: { readonly replaces?: boolean; readonly withSession?: typeof free } = {},
  ) => mergeSession({ files, withSession }, 's', records, replaces);

  it('writes, extends, replaces or keeps the file, depending on the existing file and on `replaces`, and marks the replies that it writes', async () => {
    const cases: readonly (readonly [before: string | undefined, replaces: boolean, result: string, after: string])[] =
      [
        [undefined, false, 'added', textOf(version(), ...marked(...first, ...second))],
        ['', false, 'extended', textOf(...marked(...first, ...second))],
        [textOf(version(), ...first), true, 'extended', textOf(version(), ...first, ...marked(...second))],
        [textOf(...first, ...second), true, 'unchanged', textOf(...first, ...second)],
        [textOf(...marked(...first, ...second)), true, 'unchanged', textOf(...marked(...first, ...second))],
        [textOf(...first, ...second, version()), true, 'unchanged', textOf(...first, ...second, version())],
        [textOf(...second), false, 'different', textOf(...second)],
        [textOf(...second), true, 'replaced', textOf(version(), ...marked(...first, ...second))],
        [textOf(version(2), ...first), true, 'different', textOf(version(2), ...first)],
        [textOf(version(2), ...second), true, 'different', textOf(version(2), ...second)],
      ];
    for (const [before, replaces, result, after] of cases) {
      await files.remove('sessions/s.jsonl');
      if (before !== undefined) await writeFile(file, before);
      assert.equal(await merge([...first, ...second], { replaces }), result);
      assert.equal(await readFile(file, 'utf8'), after);
    }
  });

  it('lets other tasks run while it compares a large session', async () => {
    const records = Array.from({ length: 10 }, (_, index) =>
      exchangeRecords(`${index} ${'long '.repeat(200_000)}`, 2 * index + 1),
    ).flat();
    const deletion = { type: 'deleted', ids: ['q1', 'r1'] } as const;
    await writeFile(file, textOf(...records, deletion));
    const real = files;
    const [result, turns] = await countTurns(async ({ start }) => {
      files = {
        ...real,
        read: async (name) => {
          const text = await real.read(name);
          start();
          return text;
        },
      };
      return merge([...records.slice(0, 3), deletion]);
    });
    assert.equal(result, 'different');
    // After the file is read, only pauses of the comparison let the event loop turn.
    assert.ok(turns >= 20, `The event loop turned ${turns} times.`);
  });

  it('flushes new and appended records to disk', async () => {
    const options: (WriteOptions | undefined)[] = [];
    const real = files;
    files = {
      ...real,
      create: async (name, text, option) => {
        options.push(option);
        return real.create(name, text, option);
      },
      append: async (name, text, option) => {
        options.push(option);
        return real.append(name, text, option);
      },
    };
    assert.equal(await merge(first), 'added');
    assert.equal(await merge([...first, ...second]), 'extended');
    assert.deepEqual(options, [{ flush: true }, { flush: true }]);
  });

  it('compares the records again if a window writes to the session before `withSession` holds the session', async () => {
    for (const [written, result] of [
      [[...first, ...second], 'unchanged'],
      [[...first, { type: 'pin', isPinned: true } as const], 'different'],
    ] as const) {
      await writeFile(file, textOf(...first));
      const withSession = async (_: string, write: () => Promise<void>) => {
        await writeFile(file, textOf(...written));
        return free(_, write);
      };
      assert.equal(await merge([...first, ...second], { withSession }), result);
      assert.equal(await readFile(file, 'utf8'), textOf(...written));
    }
  });

  it('changes nothing and returns `open` if a window creates the file during the import', async () => {
    files = createFaultyStore(files, (operation) => {
      if (operation === 'create') writeFileSync(file, textOf(...second));
      return undefined;
    });
    assert.equal(await merge(first), 'open');
    assert.equal(await readFile(file, 'utf8'), textOf(...second));
  });
});
