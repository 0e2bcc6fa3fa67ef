import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import type { SpendLimits } from '../../../../src/meter/budget.ts';
import type { Ledger } from '../../../../src/meter/ledger/ledger.ts';
import { noCost } from '../../../../src/meter/cost.ts';
import { createSpendStatusBar } from '../../../../src/vscode/spend/spendStatusBar.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';

describe('createSpendStatusBar', () => {
  const cleanUp = cleanUpAfterEach();

  /** Returns the item's label and background after a session that cost 50 nano-dollars, on a day that cost 80. */
  function shownWith(limits: Partial<SpendLimits>): readonly [label: string, background: unknown] {
    const item = { show: () => undefined, dispose: () => undefined } as unknown as vscode.StatusBarItem;
    const { window } = vscode;
    const { createStatusBarItem } = window;
    Object.assign(window, { createStatusBarItem: () => item });
    cleanUp(() => Object.assign(window, { createStatusBarItem }));
    const sum = (high: number) => ({ ...noCost, high, requests: 1, questions: 1 });
    const summary = { today: sum(80), session: sum(50), month: sum(90), total: sum(90) };
    const statusBar = createSpendStatusBar({
      ledger: { summarize: () => ({ ...summary, lastReply: undefined, replySoFar: undefined }) } as unknown as Ledger,
      sessionId: () => 'session',
      limits: () => ({ daily: 0, session: 0, confirmAbove: 0, ...limits }),
      notes: () => [],
    });
    cleanUp(statusBar.dispose);
    statusBar.update();
    return [item.accessibilityInformation?.label ?? '', (item.backgroundColor as { id?: string } | undefined)?.id];
  }

  const spent = 'Spent today with Tally: <$0.0001';

  it('shows and says that the limit for a day or for the session is reached', () => {
    const background = 'statusBarItem.warningBackground';
    assert.deepEqual(shownWith({ daily: 81, session: 51 }), [spent, undefined]);
    assert.deepEqual(shownWith({ daily: 80 }), [`${spent}. You’ve reached your daily limit.`, background]);
    assert.deepEqual(shownWith({ session: 50 }), [`${spent}. You’ve reached your session limit.`, background]);
  });
});
