/**
 * A script that killedWindows.test.ts runs in a separate process. Opens a chat, and lets all of its parts write their
 * files again and again until the process is killed. After each write that counts as saved, prints a SavedFact as one
 * line of JSON. Usage:
 * `windowProcess.ts <folder> <baseUrl> <sessionIdFile> <firstNumber>`
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { addDrafts } from '../../../../src/chat/archive/addDrafts.ts';
import { mergeSession } from '../../../../src/chat/archive/mergeSession.ts';
import { emptyDraft } from '../../../../src/chat/draft/draftStore.ts';
import { createBalanceStore } from '../../../../src/meter/balance.ts';
import { createTokenRatios } from '../../../../src/meter/tokenRatio.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { neverCalled } from '../../neverCalled.ts';
import { connectionTo, openChat, type Workspace } from '../openChat.ts';
import { exchangeRecords } from './exchangeRecords.ts';
import { importOf, isDeletedInRound, type SavedFact } from './savedFact.ts';

const [folder = '', baseUrl = '', sessionIdFile = '', firstNumber = ''] = process.argv.slice(2);
let number = Number(firstNumber);

const files = createNodeFileStore(folder);
const ratios = createTokenRatios(files, neverCalled);
const counter = { count: async (text: string) => Promise.resolve(text.length), dispose: () => undefined };
/** Keeps the id of the shown session in a file, as VS Code does. */
const workspace: Workspace = {
  folder,
  windowId: randomUUID(),
  get sessionId() {
    return readFileSync(sessionIdFile, 'utf8');
  },
  set sessionId(id: string) {
    writeFileSync(`${sessionIdFile}.tmp`, id);
    renameSync(`${sessionIdFile}.tmp`, sessionIdFile);
  },
};
const window = await openChat(() => undefined, workspace, counter, { ratios });
const { chat, library, ledger, windows, detachedRequests } = window;
const drafts = await windows.openDrafts();
const balance = createBalanceStore(files, neverCalled);
await Promise.all([drafts.load(), balance.load(), ratios.load(), ledger.refresh()]);
const connection = connectionTo({ baseUrl });

const report = (kind: SavedFact['kind'], id = chat.session.id) => {
  const fact: SavedFact = { kind, number, sessionId: id };
  writeSync(1, `${JSON.stringify(fact)}\n`);
};

const runNow = async (_: string, write: () => Promise<void>) => write().then(() => true);

report('open');
for (;;) {
  number += 1;
  const edit = { sessionId: 'edited', questionId: 'edited', text: `edit ${number}` };
  await drafts.save({ ...emptyDraft, text: `draft ${number}`, edits: [edit] });
  report('draft');
  await chat.session.submit(`question ${number}`, [], connection, { onSaved: () => report('question') });
  report('reply');
  await balance.set({ amount: number, spentBefore: 0, at: number, isWarned: false });
  report('balance');
  await ratios.learn('origin', [{ kind: 'output', counted: 100 + number, reported: 100 + number, overhead: 0 }]);
  await ledger.refresh();
  await library.mark(chat.session.id, { type: 'title', text: `title ${number}` });
  report('title');
  if (isDeletedInRound(number)) {
    await chat.session.deleteExchange(chat.session.messages.at(-1)?.id ?? '');
    report('exchangeDeleted');
  }
  const { id: imported, count } = importOf(number);
  const exchanges = Array.from({ length: count }, (_, index) => exchangeRecords('Text', index + 1));
  await mergeSession({ files, withSession: runNow }, imported, exchanges.flat(), false);
  report('importedSession', imported);
  await addDrafts(files, [{ ...emptyDraft, text: `imported ${number}.` }], () => 'imported');
  report('importedDraft');
  await library.list(() => undefined);
  await detachedRequests.send({
    content: 'Hi',
    connection,
    options: { mode: 'messages', extraBody: {} },
    signal: new AbortController().signal,
    receive: async (events) => {
      for await (const event of events) if (event.type === 'end') return event;
      throw new Error('The reply has no end.');
    },
  });
  if (number % 3 !== 0) continue;
  const { id } = chat.session;
  await library.delete(id);
  report('deleted', id);
  if (number % 2 !== 0) continue;
  await library.restore(id);
  report('restored', id);
  await chat.openSession(id);
}
