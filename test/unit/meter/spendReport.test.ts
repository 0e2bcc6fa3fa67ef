import { strict as assert } from 'node:assert';
import { mostSessions } from '../../../src/common/protocol/spendProtocol.ts';
import { createLedger, type Ledger } from '../../../src/meter/ledger/ledger.ts';
import type { Workspace } from '../../../src/meter/ledger/spendRecord.ts';
import { projectMonth } from '../../../src/meter/projectMonth.ts';
import { createSpendReport } from '../../../src/meter/spendReport.ts';
import { createNodeFileStore } from '../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';
import { neverCalled } from '../neverCalled.ts';
import { spendRecord } from './ledger/spendRecords.ts';

const shop: Workspace = { id: 'shop-id', name: 'shop' };
const blog: Workspace = { id: 'blog-id', name: 'blog' };
const today = '2026-11-21';

describe('createSpendReport', () => {
  const cleanUp = cleanUpAfterEach();
  let ledger: Ledger;
  let workspace: Workspace | undefined;
  let requests: number;

  beforeEach(async () => {
    requests = 0;
    workspace = undefined;
    ledger = createLedger({
      files: createNodeFileStore(await temporaryFolder(cleanUp)),
      writerId: 'w',
      workspace: () => workspace,
      onDidChange: () => undefined,
      onUnreadable: neverCalled,
      now: Date.now,
    });
  });

  async function spend(where: Workspace | undefined, day: string, cost = { low: 60, high: 90 }) {
    workspace = where;
    requests += 1;
    const at = new Date(`${day}T12:00`).getTime();
    const record = spendRecord(requests, 'complete', at);
    await ledger.append({
      ...record,
      sessionId: `session-${requests}`,
      cost: { ...record.cost, ...cost, isReported: false },
    });
  }
  const report = (query = {}) =>
    createSpendReport(ledger, {
      query,
      today,
      titles: new Map([['session-2', 'Explain this']]),
      notes: ['Balance: used up.'],
    });

  it('returns sums by day, by workspace and by session that each add up to the total', async () => {
    await spend(shop, '2026-11-19');
    await spend(blog, '2026-11-19');
    await spend(undefined, '2026-11-20');
    const { total, days, workspaces, sessions } = report();
    assert.equal(total.high, 270);
    for (const rows of [days, workspaces, sessions]) {
      assert.equal(
        rows.reduce((sum, { spend: { high } }) => sum + high, 0),
        270,
      );
      assert.equal(
        rows.reduce((sum, { spend: { low } }) => sum + low, 0),
        180,
      );
    }
    assert.deepEqual(
      days.map(({ day, spend: { high } }) => [day, high]),
      [
        ['2026-11-19', 180],
        ['2026-11-20', 90],
      ],
    );
  });

  it('sums only the requests that match the query, but lists all workspaces in `allWorkspaces`', async () => {
    await spend(shop, '2026-10-31');
    await spend(blog, '2026-11-19');
    await spend(undefined, '2026-11-20');
    const { total, workspaces, allWorkspaces } = report({ first: '2026-11-01', workspaceId: 'blog-id' });
    assert.equal(total.high, 90);
    assert.deepEqual(
      workspaces.map(({ id, name }) => [id, name]),
      [['blog-id', 'blog']],
    );
    assert.deepEqual(allWorkspaces, [{ id: '', name: '' }, blog, shop]);
    assert.equal(report({ workspaceId: '' }).total.high, 90);
    assert.equal(report({ sessionId: 'session-1' }).days[0]?.day, '2026-10-31');
  });

  it('returns each session with the title, if known, and the name of the workspace', async () => {
    await spend(shop, '2026-11-18');
    await spend(blog, '2026-11-19');
    assert.deepEqual(
      report().sessions.map(({ sessionId, title, workspaceName, lastDay }) => [
        sessionId,
        title,
        workspaceName,
        lastDay,
      ]),
      [
        ['session-2', 'Explain this', 'blog', '2026-11-19'],
        ['session-1', undefined, 'shop', '2026-11-18'],
      ],
    );
  });

  it('lists only the newest sessions, but counts all sessions', async () => {
    await spend(shop, '2026-10-01');
    for (let index = 0; index < mostSessions; index += 1) await spend(shop, '2026-11-20');
    const { sessions, sessionCount } = report();
    assert.deepEqual([sessions.length, sessionCount], [mostSessions, mostSessions + 1]);
    assert.equal(
      sessions.some(({ sessionId }) => sessionId === 'session-1'),
      false,
    );
  });

  it('returns the notes unchanged', () => {
    assert.deepEqual(report().notes, ['Balance: used up.']);
  });

  describe('projection of the month', () => {
    it('assumes that each remaining day costs the average of the days so far', async () => {
      await spend(shop, '2026-09-01');
      await spend(shop, '2026-11-03', { low: 210, high: 420 });
      assert.deepEqual(report().projection, { low: 300, high: 600, isReported: false });
    });

    it('starts the average on the day of the first request in the ledger, if that day is in this month', async () => {
      await spend(shop, '2026-11-21', { low: 50, high: 100 });
      assert.deepEqual(report().projection, { low: 500, high: 1_000, isReported: false });
    });

    it('is undefined if nothing was spent this month', async () => {
      await spend(shop, '2026-10-31');
      assert.equal(report().projection, undefined);
    });

    it('covers only the selected workspace, but the whole month instead of the selected days', async () => {
      await spend(shop, '2026-11-01', { low: 0, high: 210 });
      await spend(blog, '2026-11-01', { low: 0, high: 2_100 });
      assert.equal(report({ first: '2026-11-20', workspaceId: 'shop-id' }).projection?.high, 300);
    });

    it('ends on the last day of the month, also in a leap year', async () => {
      await spend(shop, '2024-02-29', { low: 0, high: 290 });
      assert.equal(projectMonth(ledger, '2024-02-29')?.high, 290);
      await spend(shop, '2026-12-31', { low: 0, high: 310 });
      assert.equal(projectMonth(ledger, '2026-12-31')?.high, 310);
    });
  });
});
