import * as vscode from 'vscode';
import type { SessionStore } from '../../chat/sessions/sessionStore.ts';
import { sessionTitles } from '../../chat/sessions/sessionTitles.ts';
import { localDayOf } from '../../common/localDay.ts';
import type { SpendQuery, SpendReport } from '../../common/protocol/spendProtocol.ts';
import { formatTokens } from '../../common/text/formatCost.ts';
import { pluralText } from '../../common/text/pluralText.ts';
import type { Ledger } from '../../meter/ledger/ledger.ts';
import { groupOf } from '../../meter/ledger/monthSums.ts';
import { matchesFilter } from '../../meter/ledger/spendQueries.ts';
import { createSpendReport } from '../../meter/spendReport.ts';
import { shownTitle } from '../dialogs/plainText.ts';

export interface SpendReportSources {
  readonly ledger: Ledger;
  /** The sessions of this workspace, whose titles the report contains. */
  readonly sessions: Pick<SessionStore, 'list'>;
  /** Returns the sentences of the report, such as the sentence about the balance. */
  readonly notes: () => readonly string[];
}

/**
 * Builds the report of the Spend page. Hidden characters in the titles of sessions have visible marks. If replies are
 * running, the first note says so, because the ledger contains only an upper bound of their cost.
 */
export async function loadSpendReport(
  { ledger, sessions, notes }: SpendReportSources,
  query: SpendQuery,
): Promise<SpendReport> {
  const titles = [...(await sessionTitles(sessions))].map(([id, title]) => [id, shownTitle(title)] as const);
  return createSpendReport(ledger, {
    query,
    today: localDayOf(Date.now()),
    titles: new Map(titles),
    notes: [...runningNote(ledger, query), ...notes()],
  });
}

function runningNote(ledger: Ledger, query: SpendQuery): readonly string[] {
  const { l10n, env } = vscode;
  const count = ledger.pendingRequests().filter((request) => matchesFilter(groupOf(request), query)).length;
  if (count === 0) return [];
  const args = [formatTokens(count, env.language)];
  return [
    pluralText(count, env.language, {
      one: l10n.t('{0} reply is running. Until it ends, the amounts include an estimate of its cost.', ...args),
      few: l10n.t({
        message: '{0} replies are running. Until they end, the amounts include an estimate of their cost.',
        args,
        comment: 'few',
      }),
      many: l10n.t({
        message: '{0} replies are running. Until they end, the amounts include an estimate of their cost.',
        args,
        comment: 'many',
      }),
      other: l10n.t('{0} replies are running. Until they end, the amounts include an estimate of their cost.', ...args),
    }),
  ];
}
