import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { createDraftStore } from '../../../../src/chat/draft/draftStore.ts';
import type { Message } from '../../../../src/chat/messages/message.ts';
import { createSessionStore, type SessionStore } from '../../../../src/chat/sessions/sessionStore.ts';
import { createBalanceStore } from '../../../../src/meter/balance.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { removeTemporaryFiles } from '../../../../src/node/temporaryFiles.ts';
import type { StandIn } from '../../../standIn/standIn.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { ledgerSums, naiveSums, readAllRequests } from '../../meter/ledger/naiveLedger.ts';
import { createLedger } from '../../../../src/meter/ledger/ledger.ts';
import { neverCalled } from '../../neverCalled.ts';
import { importOf, isDeletedInRound, type SavedFact } from './savedFact.ts';

const kinds = [
  'draft',
  'question',
  'reply',
  'title',
  'exchangeDeleted',
  'importedSession',
  'importedDraft',
  'deleted',
  'restored',
  'balance',
] as const;
const minKills = 20;
/** On a slow computer, more kills are needed until a fact of each kind was saved. */
const maxKills = 100;
/** The seed for the time from the opening of a window to its kill. */
const seed = 14;
/** The maximum time from the opening of a window to its kill, in milliseconds. */
const longestLife = 400;

describe('windows that are killed', function () {
  this.timeout(240_000);
  const cleanUp = cleanUpAfterEach();

  it(`leave no incomplete JSON file behind, and lose nothing that counted as saved, seed ${seed}`, async () => {
    const standIn = await standInService(cleanUp, { tokens: 40 });
    const root = await temporaryFolder(cleanUp);
    const folder = path.join(root, 'files');
    await writeFile(path.join(root, 'sessionId'), 'first');
    const saved: SavedFact[] = [];
    const lives = fc.sample(fc.integer({ min: 0, max: longestLife }), { seed, numRuns: maxKills });
    const missing = () => kinds.filter((kind) => saved.every((fact) => fact.kind !== kind));
    for (const [index, life] of lives.entries()) {
      if (index >= minKills && missing().length === 0) break;
      const before = saved.length;
      await runAndKill(root, standIn, life, saved);
      assert.ok(saved.length > before, 'The window has opened.');
      const copy = await temporaryFolder(cleanUp);
      await cp(folder, copy, { recursive: true });
      await assertWhole(copy);
      await assertSaved(copy, saved, standIn);
    }
    assert.deepEqual(missing(), [], 'A fact of each kind was saved.');
  });
});

/**
 * Runs `windowProcess.ts`, and kills the process `life` milliseconds after it has reported `open`. Adds to `saved`
 * each fact that the process prints.
 */
async function runAndKill(root: string, standIn: StandIn, life: number, saved: SavedFact[]): Promise<void> {
  const number = saved.at(-1)?.number ?? 0;
  const script = path.join(import.meta.dirname, 'windowProcess.ts');
  const [files, sessionIdFile] = [path.join(root, 'files'), path.join(root, 'sessionId')];
  const child = spawn(process.execPath, [script, files, standIn.baseUrl, sessionIdFile, String(number)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    const fact = JSON.parse(line) as SavedFact;
    saved.push(fact);
    if (fact.kind === 'open') setTimeout(() => child.kill('SIGKILL'), life);
  }
  assert.deepEqual(await exited, [null, 'SIGKILL']);
}

/** Checks that each JSON file is complete, and that a kill leaves no superfluous files except temporary files. */
async function assertWhole(folder: string): Promise<void> {
  await removeTemporaryFiles(folder, Infinity);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    assert.match(entry.name, /\.(?:json|jsonl|lease)$/);
    if (entry.name.endsWith('.jsonl')) continue;
    // In a snapshot of the ledger, a second line follows the JSON.
    const [json = ''] = (await readFile(file, 'utf8')).split('\n');
    assert.doesNotThrow(() => void JSON.parse(json), `${file}: ${json.slice(-100)}`);
  }
}

async function assertSaved(folder: string, saved: readonly SavedFact[], standIn: StandIn): Promise<void> {
  const files = createNodeFileStore(folder);
  const last = (kind: SavedFact['kind']) => saved.findLast((fact) => fact.kind === kind)?.number ?? 0;
  await assertDrafts(folder, saved);
  const balance = createBalanceStore(files, neverCalled);
  await balance.load();
  assert.ok((balance.get()?.amount ?? 0) >= last('balance'));

  const sessions = createSessionStore(files, Date.now);
  const listed = new Set((await sessions.list()).map(({ id }) => id));
  for (const [id, facts] of Map.groupBy(saved, ({ sessionId }) => sessionId)) {
    const presence = facts.findLast(({ kind }) => ['deleted', 'restored', 'question'].includes(kind));
    if (presence === undefined) continue;
    // Before its kill, a window may have done one more action without reporting it, on the session of its last fact.
    const next = saved[saved.indexOf(facts.at(-1)!) + 1];
    const mayHaveChanged = next === undefined || next.kind === 'open';
    // A session without a question is not listed.
    const hasQuestion = facts.some((fact) => fact.kind === 'question' && !isDeletedInRound(fact.number));
    if (!mayHaveChanged && hasQuestion)
      assert.equal(listed.has(id), presence.kind !== 'deleted', `${id}: ${presence.kind}`);
    if (!listed.has(id)) continue;
    const { messages, title = '' } = await sessions.load(id);
    assertMessages(messages, facts, standIn);
    assertPurged(await readFile(path.join(folder, 'sessions', `${id}.jsonl`), 'utf8'), facts);
    const titles = facts.filter(({ kind }) => kind === 'title');
    assert.ok(Number(title.replace('title ', '')) >= (titles.at(-1)?.number ?? 0), title);
  }
  await assertImported(sessions, saved);

  const ledger = createLedger({
    files,
    writerId: 'reader',
    workspace: () => undefined,
    onDidChange: () => undefined,
    onUnreadable: neverCalled,
    now: Date.now,
  });
  await ledger.refresh();
  const requests = await readAllRequests(folder);
  assert.deepEqual(await ledgerSums(ledger), naiveSums(requests));
  assert.equal(requests.length >= standIn.requests.length, true, 'Each request was booked before it was sent.');
  const ended = requests.filter(({ end }) => end === 'complete');
  assert.ok(ended.length >= saved.filter(({ kind }) => kind === 'reply').length);
}

/** Checks that the message box and the unsent edit are saved together, and that an imported draft is not lost. */
async function assertDrafts(folder: string, saved: readonly SavedFact[]): Promise<void> {
  const files = createNodeFileStore(folder);
  const draft = await createDraftStore(files, neverCalled).load();
  const [, number = '0'] = /^draft (\d+)/.exec(draft.text) ?? [];
  assert.ok(Number(number) >= (saved.findLast(({ kind }) => kind === 'draft')?.number ?? 0), draft.text);
  if (number !== '0')
    assert.deepEqual(
      draft.edits?.map(({ text }) => text),
      [`edit ${number}`],
    );
  // A window moves the imported draft to its message box when it opens, and then replaces the text.
  const imported = saved.slice(saved.findLastIndex(({ kind }) => kind === 'open')).findLast(isImportedDraft);
  if (imported === undefined) return;
  const added = await createDraftStore(files, neverCalled, 'drafts/imported.json').load();
  const [, round = '0'] = /^imported (\d+)\.$/.exec(added.text) ?? [];
  assert.ok(Number(round) >= imported.number, added.text);
}

/** Checks that each imported session has all of its exchanges up to the last import, each of them complete. */
async function assertImported(sessions: SessionStore, saved: readonly SavedFact[]): Promise<void> {
  const imports = saved.filter(({ kind }) => kind === 'importedSession');
  for (const [id, facts] of Map.groupBy(imports, ({ sessionId }) => sessionId)) {
    const { messages } = await sessions.load(id);
    const replies = messages.flatMap((message) => (message.kind === 'reply' ? [[message.state, message.text]] : []));
    assert.ok(replies.length >= importOf(facts.at(-1)!.number).count);
    assert.deepEqual(
      replies,
      replies.map(() => ['complete', 'Reply to Text']),
    );
    assert.equal(messages.length, 2 * replies.length);
  }
}

/** Checks that the file has no content of a deleted question if a reply has ended since the deletion. */
function assertPurged(text: string, facts: readonly SavedFact[]): void {
  const lastReply = facts.findLast(({ kind }) => kind === 'reply')?.number ?? 0;
  for (const { kind, number } of facts)
    if (kind === 'exchangeDeleted' && number < lastReply) assert.ok(!text.includes(`"question ${number}"`));
}

function isImportedDraft({ kind }: SavedFact): boolean {
  return kind === 'importedDraft';
}

/**
 * Checks that the session has all reported questions in their order. Also checks that each reply is the beginning of
 * the text that the service sent, and that each reported reply is complete.
 */
function assertMessages(messages: readonly Message[], facts: readonly SavedFact[], standIn: StandIn): void {
  const questions = messages.flatMap((message) => (message.kind === 'question' ? [message.text] : []));
  const deleted = facts.filter(({ kind }) => kind === 'exchangeDeleted').map(({ number }) => `question ${number}`);
  assert.deepEqual(
    questions.filter((text) => deleted.includes(text)),
    [],
  );
  // A window may have been killed before it reported the deletion.
  const isCertain = ({ number }: SavedFact) => !isDeletedInRound(number);
  const asked = facts
    .filter((fact) => fact.kind === 'question' && isCertain(fact))
    .map(({ number }) => `question ${number}`);
  // A question may be saved although the window was killed before it reported the question.
  const reported = questions.filter((text) => asked.includes(text));
  assert.deepEqual(reported, asked);
  const replied = new Set(facts.filter(({ kind }) => kind === 'reply').map(({ number }) => `question ${number}`));
  for (const [index, message] of messages.entries()) {
    const question = messages[index - 1];
    if (message.kind !== 'reply' || question?.kind !== 'question') continue;
    const sent = standIn.requests.find(({ body }) => body.includes(JSON.stringify(question.text)))?.textSent ?? '';
    assert.ok(sent.startsWith(message.text));
    if (replied.has(question.text)) assert.deepEqual([message.state, message.text], ['complete', sent]);
  }
}
