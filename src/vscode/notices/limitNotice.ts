import * as vscode from 'vscode';
import type { ReachedLimit, SpendLimits } from '../../meter/budget.ts';
import type { Ledger, RunningRequest } from '../../meter/ledger/ledger.ts';
import type { SpendQuestions } from '../../meter/spendGuard.ts';
import { limitSentence, openSetting } from '../spend/spendQuestions.ts';
import type { SpendStatusBar } from '../spend/spendStatusBar.ts';
import type { PanelNotices } from './panelNotices.ts';

/**
 * Returns a function that tells the user that a limit is nearly reached. The notice shows the current spend, and is
 * removed when the limit is changed, the day has ended or another session is shown.
 */
export function createLimitNotice(
  notices: Pick<PanelNotices, 'tell'>,
  ledger: Pick<Ledger, 'summarize'>,
  limits: () => SpendLimits,
  shownSessionId: () => string | undefined,
  running: SpendStatusBar['running'],
): SpendQuestions['warn'] {
  return (near, sessionId) => {
    const { limit, atMost, spent: spentAtFirst } = near;
    const day = new Date().toDateString();
    const spent = (requests?: readonly RunningRequest[]) => {
      const { today, session } = ledger.summarize(sessionId, new Date(), requests);
      return limit === 'daily' ? today.high : session.high;
    };
    notices.tell({
      id: `limit.${limit}`,
      // The upper bound of a running reply is much higher than its cost so far, which the panel shows elsewhere.
      sentence: () => noticeSentence({ ...near, spent: spent(running()) }),
      isWarning: true,
      action: { label: vscode.l10n.t('Change Limit'), run: async () => openSetting(`budget.${limit}`) },
      isTrue: () => {
        const isSamePeriod = limit === 'daily' ? new Date().toDateString() === day : shownSessionId() === sessionId;
        // The spend is lower if all data was deleted meanwhile.
        return isSamePeriod && limits()[limit] === atMost && spent() >= spentAtFirst;
      },
    });
  };
}

function noticeSentence(reached: ReachedLimit): string {
  const sentence = limitSentence(reached, vscode.env.language);
  return reached.spent < reached.atMost
    ? sentence
    : `${sentence} ${vscode.l10n.t('Tally asks before it sends a message.')}`;
}
