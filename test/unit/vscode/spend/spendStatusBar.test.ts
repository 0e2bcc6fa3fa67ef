import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import type { SpendLimits } from '../../../../src/meter/budget.ts';
import type { Ledger, SpendSummary } from '../../../../src/meter/ledger/ledger.ts';
import { createSum, toSpend } from '../../../../src/meter/ledger/spend.ts';
import { noCost, type Cost } from '../../../../src/meter/cost.ts';
import { createSpendStatusBar } from '../../../../src/vscode/spend/spendStatusBar.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';
import { spendRecord } from '../../meter/ledger/spendRecords.ts';

describe('createSpendStatusBar', () => {
  const cleanUp = cleanUpAfterEach();

  /** Creates a status bar that shows the sums of `ledger`. Returns its item too. */
  function create(ledger: Partial<Ledger>, limits: Partial<SpendLimits> = {}) {
    const item = { show: () => undefined, dispose: () => undefined } as unknown as vscode.StatusBarItem;
    const { window } = vscode;
    const { createStatusBarItem } = window;
    Object.assign(window, { createStatusBarItem: () => item });
    cleanUp(() => Object.assign(window, { createStatusBarItem }));
    const statusBar = createSpendStatusBar({
      ledger: ledger as Ledger,
      sessionId: () => 'session',
      limits: () => ({ daily: 0, session: 0, confirmAbove: 0, ...limits }),
      notes: () => [],
    });
    cleanUp(statusBar.dispose);
    return { statusBar, item };
  }

  /** Returns the sums of a session that cost 50 nano-dollars, on a day that cost 80. */
  function summaryWith(more: Partial<SpendSummary>): SpendSummary {
    const sum = (high: number) => ({ ...toSpend(createSum()), high, requests: 1, questions: 1 });
    const sums = { today: sum(80), session: sum(50), month: sum(90), total: sum(90) };
    return { ...sums, lastReply: undefined, replySoFar: undefined, ...more };
  }

  /** Shows the sums of `summaryWith(more)`, and returns the item of the status bar. */
  function show(limits: Partial<SpendLimits>, more: Partial<SpendSummary> = {}): vscode.StatusBarItem {
    const { statusBar, item } = create({ summarize: () => summaryWith(more) }, limits);
    statusBar.update();
    return item;
  }

  /** Returns the item's label and background (see show). */
  function shownWith(limits: Partial<SpendLimits>): readonly [label: string, background: unknown] {
    const item = show(limits);
    return [item.accessibilityInformation?.label ?? '', (item.backgroundColor as { id?: string } | undefined)?.id];
  }

  const spent = 'Spent today with Tally: <$0.0001';

  it('shows and says that the limit for a day or for the session is reached', () => {
    const background = 'statusBarItem.warningBackground';
    assert.deepEqual(shownWith({ daily: 81, session: 51 }), [spent, undefined]);
    assert.deepEqual(shownWith({ daily: 80 }), [`${spent}. You’ve reached your daily limit.`, background]);
    assert.deepEqual(shownWith({ session: 50 }), [`${spent}. You’ve reached your session limit.`, background]);
  });

  /** Returns the cells of the rows of the tooltip's table, without the table's head. */
  function tableWith(more: Partial<SpendSummary>): readonly (readonly string[])[] {
    const { value } = show({}, more).tooltip as vscode.MarkdownString;
    const [, , ...rows] = value.split('\n').filter((line) => line.startsWith('|'));
    return rows.map((row) => row.slice(2, -2).split(' | &emsp;'));
  }

  // A reply that was cut off and continued is one reply of several requests, but the ledger knows only requests.
  it('names the last request and the running request of the session in the tooltip', () => {
    const names = tableWith({ lastReply: noCost, replySoFar: noCost }).map(([name]) => name);
    assert.deepEqual(names, ['Last request', 'This request so far', 'This session', 'Today', 'This month']);
  });

  it('marks tokens that were counted, as the line under a reply does', () => {
    const counted = { ...noCost, low: 1, high: 2, isReported: false, inputTokens: 1_200, outputTokens: 300 };
    const reported = { ...counted, isReported: true, cachedInputTokens: 100 };
    const tokensOf = (lastReply: Cost) => tableWith({ lastReply })[0]?.slice(2);
    assert.deepEqual(tokensOf(counted), ['≈1,200', '≥0', '≈300']);
    assert.deepEqual(tokensOf(reported), ['1,200', '100', '300']);
  });

  it('shows four decimal places in the item if nothing was spent today, and `$0` in the tooltip', () => {
    const today = { ...noCost, requests: 0, questions: 0 } as SpendSummary['today'];
    assert.equal(show({}, { today }).text, '$(credit-card) $0.0000');
    assert.deepEqual(tableWith({ today })[1]?.slice(0, 2), ['Today', '$0']);
  });

  it('includes the costs so far of all pending requests, and forgets those that were booked', () => {
    const pending = new Set(['a', 'b']);
    const included: (readonly string[])[] = [];
    const { statusBar } = create({
      summarize: (_id, _now, running = []) => {
        included.push(running.map((each) => `${each.id}: ${each.costSoFar.high}`));
        return summaryWith({});
      },
      pendingRequest: (id) => (pending.has(id) ? { ...spendRecord(1, 'pending', 0), day: '2026-01-01' } : undefined),
    });
    for (const [id, high] of [
      ['a', 1],
      ['b', 20],
      ['a', 3],
    ] as const)
      statusBar.follow({ id, costSoFar: { ...noCost, high } });
    statusBar.update();
    pending.delete('a');
    statusBar.update();
    assert.deepEqual(included, [['a: 3', 'b: 20'], ['b: 20']]);
  });
});
