import type { SessionStore } from '../../chat/sessions/sessionStore.ts';
import { sessionTitles } from '../../chat/sessions/sessionTitles.ts';
import { localDayOf } from '../../common/localDay.ts';
import type { SpendQuery, SpendReport } from '../../common/protocol/spendProtocol.ts';
import type { Ledger } from '../../meter/ledger/ledger.ts';
import { createSpendReport } from '../../meter/spendReport.ts';
import { shownTitle } from '../dialogs/plainText.ts';

export interface SpendReportSources {
  readonly ledger: Ledger;
  /** The sessions of this workspace, whose titles the report contains. */
  readonly sessions: Pick<SessionStore, 'list'>;
  /** Returns the sentences of the report, such as the sentence about the balance. */
  readonly notes: () => readonly string[];
}

/** Builds the report of the Spend page. Hidden characters in the titles of sessions have visible marks. */
export async function loadSpendReport(
  { ledger, sessions, notes }: SpendReportSources,
  query: SpendQuery,
): Promise<SpendReport> {
  const titles = [...(await sessionTitles(sessions))].map(([id, title]) => [id, shownTitle(title)] as const);
  return createSpendReport(ledger, {
    query,
    today: localDayOf(Date.now()),
    titles: new Map(titles),
    notes: notes(),
  });
}
