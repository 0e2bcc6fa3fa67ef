import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addDrafts } from '../../../../src/chat/archive/addDrafts.ts';
import type { ArchivedWorkspace } from '../../../../src/chat/archive/archiveFormat.ts';
import {
  importArchive,
  inspectArchive,
  replaceSessions,
  type ImportTargets,
} from '../../../../src/chat/archive/importArchive.ts';
import { readArchive } from '../../../../src/chat/archive/readArchive.ts';
import { writeArchive } from '../../../../src/chat/archive/writeArchive.ts';
import { createDraftStore, emptyDraft } from '../../../../src/chat/draft/draftStore.ts';
import { formatTranscriptRecord, type TranscriptRecord } from '../../../../src/chat/messages/transcript.ts';
import { createSessionStore } from '../../../../src/chat/sessions/sessionStore.ts';
import type { JsonObject } from '../../../../src/common/json.ts';
import { archiveBalance, restoreBalance, type ArchivedBalance } from '../../../../src/meter/balance.ts';
import { addRequests } from '../../../../src/meter/ledger/addRequests.ts';
import { createLedger } from '../../../../src/meter/ledger/ledger.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { spendRecord } from '../../meter/ledger/spendRecords.ts';
import { neverCalled } from '../../neverCalled.ts';
import { filesBelow } from '../../node/storedData/writeFiles.ts';
import { exchangeRecords } from '../conversation/exchangeRecords.ts';
import { shown } from '../openChat.ts';

/** The data of one computer. */
interface Computer {
  readonly folder: string;
  /** The ids of the workspaces that were opened on the computer. */
  readonly workspaces: readonly string[];
  balance?: ArchivedBalance;
  ratios: JsonObject;
}

interface ImportSettings {
  readonly replaces?: boolean;
  /** False if a window shows each session. */
  readonly isFree?: boolean;
  /** False if the ledger has no space for more requests. */
  readonly hasSpace?: boolean;
}

describe('An archive', () => {
  const cleanUp = cleanUpAfterEach();
  let from: Computer;
  let to: Computer;
  let balanceQuestions = 0;

  const createComputer = async (): Promise<Computer> => ({
    folder: await temporaryFolder(cleanUp),
    workspaces: ['one', 'two'],
    ratios: {},
  });
  const filesOf = ({ folder }: Computer, workspace = '') => createNodeFileStore(path.join(folder, workspace));
  const sessionsOf = (computer: Computer, workspace: string) =>
    createSessionStore(filesOf(computer, workspace), Date.now);
  const ledgerOf = async (computer: Computer) => {
    const ledger = createLedger({
      files: filesOf(computer),
      writerId: randomUUID(),
      workspace: () => undefined,
      onDidChange: () => undefined,
      onUnreadable: neverCalled,
      now: Date.now,
    });
    await ledger.refresh();
    return ledger;
  };
  const describeWorkspace = (id: string): ArchivedWorkspace => ({ id, name: `Name of ${id}` });

  const exportFrom = async (
    computer: Computer,
    onIncomplete: (workspace: ArchivedWorkspace | undefined, name: string) => void = (_, name) => neverCalled(name),
  ) => {
    const lines: string[] = [];
    const archive = writeArchive({
      workspaces: computer.workspaces.map((id) => ({ workspace: describeWorkspace(id), files: filesOf(computer, id) })),
      requests: (await ledgerOf(computer)).requests(),
      balance: computer.balance,
      tokenRatios: computer.ratios,
      at: 1,
      onIncomplete,
    });
    for await (const line of archive) lines.push(line.trimEnd());
    return lines;
  };

  async function* asLines(lines: readonly string[]): AsyncGenerator<string> {
    await Promise.resolve();
    yield* lines;
  }

  const importInto = async (
    computer: Computer,
    lines: readonly string[],
    { replaces = false, isFree = true, hasSpace = true }: ImportSettings = {},
  ) => {
    const ledger = await ledgerOf(computer);
    const known = new Set<string>();
    for await (const { id } of ledger.requests()) known.add(id);
    const targets: ImportTargets = {
      targetOf: ({ id }) =>
        computer.workspaces.includes(id)
          ? {
              files: filesOf(computer, id),
              withSession: async (_, write) => {
                if (isFree) await write();
                return isFree;
              },
            }
          : undefined,
      addDrafts: async ({ files }, drafts) => (await addDrafts(files, drafts, () => 'hash')).count,
      addRequests: async (requests) => {
        if (!hasSpace) return undefined;
        return (await addRequests(filesOf(computer), requests, known, randomUUID(), async (_, write) => write()))
          .length;
      },
      setBalance: async (balance) => {
        balanceQuestions += 1;
        computer.balance = balance;
        return Promise.resolve();
      },
      addTokenRatios: async (ratios) => {
        computer.ratios = ratios;
        return Promise.resolve();
      },
    };
    const first = await importArchive(readArchive(asLines(lines)), targets);
    return replaces ? replaceSessions(readArchive(asLines(lines)), targets.targetOf, first) : first;
  };

  const messagesOf = async (computer: Computer, workspace: string, id: string) =>
    shown((await sessionsOf(computer, workspace).load(id)).messages);

  beforeEach(async () => {
    [from, to] = [await createComputer(), await createComputer()];
    await sessionsOf(from, 'one').append('a', exchangeRecords('First', 1));
    await sessionsOf(from, 'one').append('a', [{ type: 'title', text: 'Named' }]);
    await sessionsOf(from, 'two').append('b', exchangeRecords('Second', 3));
    await createDraftStore(filesOf(from, 'two'), neverCalled).save({ ...emptyDraft, text: 'Not sent' });
    const ledger = await ledgerOf(from);
    await ledger.append(spendRecord(1, 'complete', Date.UTC(2026, 9, 5, 12)));
    await ledger.append(spendRecord(3, 'stopped', Date.UTC(2026, 10, 5, 12)));
    from.balance = { amount: 5, at: 7, isWarned: false, spentSince: 2 };
    from.ratios = { 'https://api.example.com': { input: [[1, 1.1]], output: [], bill: {} } };
  });

  it('copies sessions, drafts, requests, the balance and the token ratios to another computer', async () => {
    const lines = await exportFrom(from);
    const content = await inspectArchive(readArchive(asLines(lines)));
    assert.deepEqual(
      [...content.workspaces.values()],
      [
        { workspace: describeWorkspace('one'), sessions: 1 },
        { workspace: describeWorkspace('two'), sessions: 1 },
      ],
    );
    assert.equal(content.requests, 2);
    const { sessions, requests } = await importInto(to, lines);
    assert.deepEqual([sessions.added, requests], [2, 2]);
    assert.deepEqual(await messagesOf(to, 'one', 'a'), await messagesOf(from, 'one', 'a'));
    assert.equal((await sessionsOf(to, 'one').load('a')).title, 'Named');
    assert.deepEqual(await messagesOf(to, 'two', 'b'), ['You: Second', 'complete: Reply to Second']);
    assert.deepEqual((await ledgerOf(to)).total(), (await ledgerOf(from)).total());
    assert.deepEqual((await ledgerOf(to)).byDay(), (await ledgerOf(from)).byDay());
    assert.deepEqual({ balance: to.balance, ratios: to.ratios }, { balance: from.balance, ratios: from.ratios });
    assert.match(await readFile(path.join(to.folder, 'two/drafts/hash.json'), 'utf8'), /Not sent/);
  });

  it('has one JSON object per line, and its last line has the number of its parts', async () => {
    const values = (await exportFrom(from)).map((line) => JSON.parse(line) as JsonObject);
    assert.deepEqual(values[0], { format: 'tally-chat-data', version: 1, at: 1 });
    assert.deepEqual(values[1], { part: 'session', version: 1, workspace: describeWorkspace('one'), id: 'a' });
    assert.deepEqual(values.at(-1), { end: 'tally-chat-data', count: 7 });
  });

  it('changes nothing when it is imported a second time', async () => {
    const lines = await exportFrom(from);
    await importInto(to, lines);
    // Read the ledger before the files are listed, because reading writes a snapshot of the past month.
    await ledgerOf(to);
    const before = await filesBelow(to.folder);
    const { sessions, requests } = await importInto(to, lines);
    assert.deepEqual([sessions.added, sessions.unchanged, requests], [0, 2, 0]);
    assert.deepEqual(await filesBelow(to.folder), before);
    assert.deepEqual(await exportFrom(to).then((exported) => exported.slice(0, 8)), lines.slice(0, 8));
  });

  it('does not add a draft whose text is already a part of the draft of the workspace', async () => {
    const draft = { ...emptyDraft, text: 'Not sent\n\nTyped here' };
    await createDraftStore(filesOf(to, 'two'), neverCalled).save(draft);
    await importInto(to, await exportFrom(from));
    assert.deepEqual(
      (await filesBelow(to.folder)).filter((name) => name.includes('drafts')),
      [],
    );
  });

  it('omits deleted sessions and the content of deleted messages', async () => {
    await sessionsOf(from, 'one').append('a', [...exchangeRecords('Gone', 5), { type: 'deleted', ids: ['q5', 'r5'] }]);
    await sessionsOf(from, 'two').trash('b');
    const text = (await exportFrom(from)).join('\n');
    assert.doesNotMatch(text, /Gone|Second/);
    assert.match(text, /First/);
  });

  it('appends the records that a session of this computer does not have yet', async () => {
    await importInto(to, await exportFrom(from));
    await sessionsOf(from, 'one').append('a', exchangeRecords('Later', 9));
    const { sessions } = await importInto(to, await exportFrom(from));
    assert.deepEqual([sessions.extended, sessions.unchanged], [1, 1]);
    assert.deepEqual((await messagesOf(to, 'one', 'a')).slice(2), ['You: Later', 'complete: Reply to Later']);
  });

  it('keeps a session that only this computer continued; if both computers did, replaces it only if `replaces` is true', async () => {
    await importInto(to, await exportFrom(from));
    await sessionsOf(to, 'one').append('a', exchangeRecords('Here', 9));
    assert.equal((await importInto(to, await exportFrom(from))).sessions.unchanged, 2);
    await sessionsOf(from, 'one').append('a', exchangeRecords('There', 11));
    const lines = await exportFrom(from);
    assert.equal((await importInto(to, lines)).sessions.different, 1);
    assert.match((await messagesOf(to, 'one', 'a')).join(), /Here/);
    balanceQuestions = 0;
    const { sessions } = await importInto(to, lines, { replaces: true });
    assert.deepEqual([sessions.replaced, sessions.different, sessions.unchanged], [1, 0, 1]);
    assert.equal(balanceQuestions, 1, 'The balance is set only once.');
    assert.deepEqual(await messagesOf(to, 'one', 'a'), await messagesOf(from, 'one', 'a'));
  });

  it('does not change a session that a window shows', async () => {
    await importInto(to, await exportFrom(from));
    await sessionsOf(from, 'one').append('a', exchangeRecords('Later', 9));
    const { sessions } = await importInto(to, await exportFrom(from), { isFree: false });
    assert.equal(sessions.open, 1);
    assert.equal((await messagesOf(to, 'one', 'a')).length, 2);
  });

  it('skips the sessions of workspaces without a target', async () => {
    const other: Computer = { ...to, workspaces: ['two'] };
    const { sessions, skipped } = await importInto(other, await exportFrom(from));
    assert.deepEqual([sessions.added, skipped], [1, 1]);
  });

  it('adds a pending request as an ended request, and does not lower the upper bound of its cost', async () => {
    await (await ledgerOf(from)).append(spendRecord(9, 'pending', Date.UTC(2026, 10, 6, 12)));
    await importInto(to, await exportFrom(from));
    const ledger = await ledgerOf(to);
    assert.deepEqual(ledger.pendingRequests(), []);
    assert.ok(ledger.total().high >= (await ledgerOf(from)).total().high);
  });

  it('leaves the same balance on a computer where a different amount was spent', () => {
    const archived = archiveBalance({ amount: 50, spentBefore: 100, at: 1, isWarned: false }, 130);
    assert.equal(archived.spentSince, 30);
    assert.deepEqual(restoreBalance(archived, 500), { amount: 50, spentBefore: 470, at: 1, isWarned: false });
    assert.deepEqual(restoreBalance(archived, 10), { amount: 30, spentBefore: 0, at: 1, isWarned: false });
  });

  describe('read by inspectArchive', () => {
    const faultOf = async (lines: readonly string[]) => {
      const before = await filesBelow(to.folder);
      let fault = 'none';
      await inspectArchive(readArchive(asLines(lines))).catch((error: unknown) => {
        ({ fault } = error as { readonly fault: string });
      });
      assert.deepEqual(await filesBelow(to.folder), before);
      return fault;
    };
    it('is refused if it has another format or a newer version, or is cut off', async () => {
      const lines = await exportFrom(from);
      assert.equal(await faultOf([]), 'foreign');
      assert.equal(await faultOf(['{"type":"question"}']), 'foreign');
      assert.equal(await faultOf(['not JSON']), 'foreign');
      assert.equal(await faultOf(lines.with(0, '{"format":"tally-chat-data","version":2}')), 'newer');
      for (let length = 1; length < lines.length; length += 1)
        assert.equal(await faultOf(lines.slice(0, length)), 'incomplete');
    });
  });

  it('is imported without the parts that are damaged, which are counted', async () => {
    const lines = await exportFrom(from);
    const spend = lines.findIndex((line) => line.includes('"part":"spend"'));
    const balance = lines.findIndex((line) => line.includes('"part":"balance"'));
    const damaged = lines
      .with(2, JSON.stringify({ record: { type: 'title', text: { a: 1 } } }))
      .with(spend + 1, JSON.stringify({ record: { ...spendRecord(1, 'complete', 1), cost: { low: -1 } } }))
      .with(balance + 1, JSON.stringify({ record: { amount: 1, at: 1e300, spentSince: 0 } }));
    const { sessions, unreadable } = await importInto(to, damaged);
    assert.deepEqual([sessions.added, unreadable, to.balance], [1, 3, undefined]);
    assert.deepEqual(await messagesOf(to, 'one', 'a'), []);
  });

  it('is imported without sessions whose id could name a file in another folder, names the lease of a draft or is not valid', async () => {
    const lines = await exportFrom(from);
    for (const id of [
      '../a',
      'a/b',
      '..',
      '',
      'a\u0000',
      'a'.repeat(65),
      '__proto__/x',
      5,
      'draft',
      'draft-w',
      'Draft',
    ]) {
      const header = { part: 'session', version: 1, workspace: describeWorkspace('one'), id };
      const { unreadable } = await importInto(to, lines.with(1, JSON.stringify(header)));
      assert.equal(unreadable, 1, String(id));
    }
    assert.deepEqual(
      (await filesBelow(to.folder)).filter((name) => name.endsWith('.jsonl') && !name.includes('spend')),
      ['two/sessions/b.jsonl'],
    );
  });

  it('is imported without requests that the ledger has no space for, which are counted', async () => {
    const lines = await exportFrom(from);
    const { requests, unreadable } = await importInto(to, lines, { hasSpace: false });
    assert.deepEqual([requests, unreadable], [0, lines.filter((line) => line.includes('"part":"spend"')).length]);
  });

  it('is imported without the parts that only a newer version can read', async () => {
    const lines = await exportFrom(from);
    const header = JSON.parse(lines[1]!) as JsonObject;
    const newer = lines
      .with(1, JSON.stringify({ ...header, version: 2 }))
      .with(2, '{"record":{"type":"hologram"}}')
      .with(-1, '{"end":"tally-chat-data","count":8}')
      .toSpliced(-1, 0, '{"part":"photos","version":1,"album":3}', '{"record":{"x":1}}', '{"end":"photos","count":1}');
    const { newerParts } = await inspectArchive(readArchive(asLines(newer)));
    assert.deepEqual([...newerParts], ['session', 'photos']);
    const { sessions } = await importInto(to, newer);
    assert.equal(sessions.added, 1);
    assert.deepEqual(await messagesOf(to, 'one', 'a'), []);
  });

  it('contains all readable records, and `onIncomplete` names each file that is missing or incomplete in the archive', async () => {
    const [folder, names] = [path.join(from.folder, 'one'), new Set<string>()];
    await mkdir(path.join(folder, 'sessions/unreadable.jsonl'));
    const newer = exchangeRecords('Newer', 7).map(formatTranscriptRecord).join('');
    await writeFile(path.join(folder, 'sessions/newer.jsonl'), `{"type":"version","version":2}\n${newer}`);
    await writeFile(path.join(folder, 'draft.json'), JSON.stringify({ version: 2, text: 'Typed', pictures: [1] }));
    await writeFile(path.join(folder, 'draft.json.5.unreadable'), 'Typed');
    const lines = await exportFrom(from, (workspace, name) => names.add(`${workspace?.id}/${name}`));
    assert.deepEqual(
      [...names].toSorted(),
      ['draft.json', 'draft.json.5.unreadable', 'sessions/newer.jsonl', 'sessions/unreadable.jsonl'].map(
        (name) => `one/${name}`,
      ),
    );
    assert.match(lines.join(''), /First[^]*Newer[^]*Typed/);
  });

  it('contains the valid parts of damaged drafts, and `onIncomplete` names each damaged draft once', async () => {
    const [folder, names] = [path.join(from.folder, 'one'), [] as string[]];
    await mkdir(path.join(folder, 'drafts'));
    await writeFile(path.join(folder, 'draft.json'), '{"version":1,"text":"Cut o');
    await writeFile(path.join(folder, 'drafts/array.json'), '[]');
    await writeFile(path.join(folder, 'drafts/newer.json'), JSON.stringify({ version: 2, text: 5 }));
    const partlyValid = { version: 1, text: 'Typed', queue: [{ id: 'q', text: 'Queued', attachments: [] }, 'damaged'] };
    await writeFile(path.join(folder, 'drafts/queue.json'), JSON.stringify(partlyValid));
    await writeFile(path.join(folder, 'drafts/whole.json'), JSON.stringify({ version: 1, text: 'Whole' }));
    await writeFile(path.join(folder, 'drafts/empty.json'), '\n');
    const lines = await exportFrom(from, (workspace, name) => names.push(`${workspace?.id}/${name}`));
    assert.deepEqual(
      names.toSorted(),
      ['draft.json', 'drafts/array.json', 'drafts/newer.json', 'drafts/queue.json'].map((name) => `one/${name}`),
    );
    for (const text of ['Typed', 'Queued', 'Whole']) assert.ok(lines.join('').includes(text), text);
  });

  it('omits unknown and incomplete records of a session’s file, but contains the records that follow them', async () => {
    const file = path.join(from.folder, 'one/sessions/a.jsonl');
    await appendFile(file, '\n{"type":"hologram"}\n\n{"type":"te');
    await mkdir(path.join(from.folder, 'one/sessions/folder.jsonl.d'));
    const { sessions } = await importInto(to, await exportFrom(from));
    assert.equal(sessions.added, 2);
    const later: TranscriptRecord = { type: 'pin', isPinned: true };
    await appendFile(file, formatTranscriptRecord(later));
    assert.equal((await importInto(to, await exportFrom(from))).sessions.extended, 1);
  });
});
