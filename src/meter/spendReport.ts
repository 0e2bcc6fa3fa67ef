import {
  mostSessions,
  type SpendQuery,
  type SpendReport,
  type SpendWorkspace,
} from '../common/protocol/spendProtocol.ts';
import type { LocalDay } from '../common/localDay.ts';
import type { SpendQueries } from './ledger/spendQueries.ts';
import type { Workspace } from './ledger/spendRecord.ts';
import { projectMonth } from './projectMonth.ts';

export interface SpendReportOptions {
  readonly query: SpendQuery;
  readonly today: LocalDay;
  /** The titles, by session id, of the sessions that this workspace can open. */
  readonly titles: ReadonlyMap<string, string>;
  /** Translated sentences to show, for example about the balance. */
  readonly notes: readonly string[];
}

/** Builds the report of the Spend page from the ledger's sums. */
export function createSpendReport(
  ledger: SpendQueries,
  { query, today, titles, notes }: SpendReportOptions,
): SpendReport {
  const projection = projectMonth(ledger, today, query.workspaceId);
  const sessions = ledger.bySession(query);
  return {
    query,
    today,
    total: ledger.total(query),
    days: ledger.byDay(query),
    workspaces: ledger.byWorkspace(query).map(({ workspace, spend }) => ({ ...toSpendWorkspace(workspace), spend })),
    sessionCount: sessions.length,
    sessions: sessions.slice(0, mostSessions).map(({ workspace, ...session }) => {
      const title = titles.get(session.sessionId);
      return { ...session, workspaceName: toSpendWorkspace(workspace).name, ...(title === undefined ? {} : { title }) };
    }),
    allWorkspaces: ledger
      .byWorkspace()
      .map(({ workspace }) => toSpendWorkspace(workspace))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    ...(projection === undefined ? {} : { projection }),
    notes,
  };
}

function toSpendWorkspace(workspace: Workspace | undefined): SpendWorkspace {
  return workspace ?? { id: '', name: '' };
}
