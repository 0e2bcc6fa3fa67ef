import { strict as assert } from 'node:assert';
import type { SessionSummary } from '../../../../src/chat/sessions/sessionSummary.ts';
import { createLedger, type Ledger } from '../../../../src/meter/ledger/ledger.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { loadSpendReport } from '../../../../src/vscode/spend/loadSpendReport.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { spendRecord } from '../../meter/ledger/spendRecords.ts';
import { neverCalled } from '../../neverCalled.ts';

describe('loadSpendReport', () => {
  const cleanUp = cleanUpAfterEach();
  let ledger: Ledger;

  beforeEach(async () => {
    ledger = createLedger({
      files: createNodeFileStore(await temporaryFolder(cleanUp)),
      writerId: 'w',
      workspace: () => undefined,
      onDidChange: () => undefined,
      onUnreadable: neverCalled,
      now: Date.now,
    });
  });

  const load = async (query = {}) => {
    const summary = { at: 1, isPinned: false, cost: { low: 0, high: 0, isReported: true } };
    const sessions: readonly SessionSummary[] = [
      { ...summary, id: 'session-1', title: 'Pay \u202elive' },
      { ...summary, id: 'session-2', title: '' },
    ];
    return loadSpendReport(
      { ledger, sessions: { list: async () => Promise.resolve(sessions) }, notes: () => ['Balance: used up.'] },
      query,
    );
  };
  const noon = new Date('2026-11-21T12:00').getTime();

  it('marks hidden characters in the titles of sessions, and names a session without a title', async () => {
    await ledger.append(spendRecord(2, 'complete', noon));
    await ledger.append(spendRecord(1, 'complete', noon));
    const { sessions } = await load();
    assert.deepEqual(new Set(sessions.map(({ title }) => title)), new Set(['Pay \ufffdlive', 'Untitled']));
  });

  it('says that the amounts include an estimate of running replies that match the query, until they end', async () => {
    const balance = 'Balance: used up.';
    await ledger.append(spendRecord(1, 'pending', noon));
    const one = '1 reply is running. Until it ends, the amounts include an estimate of its cost.';
    assert.deepEqual((await load()).notes, [one, balance]);
    await ledger.append(spendRecord(2, 'pending', noon));
    const two = '2 replies are running. Until they end, the amounts include an estimate of their cost.';
    assert.deepEqual((await load({ first: '2026-11-21' })).notes, [two, balance]);
    assert.deepEqual((await load({ sessionId: 'session-1' })).notes, [one, balance]);
    assert.deepEqual((await load({ last: '2026-11-20' })).notes, [balance]);
    await ledger.append(spendRecord(1, 'complete', noon));
    await ledger.append(spendRecord(2, 'stopped', noon));
    assert.deepEqual((await load()).notes, [balance]);
  });
});
