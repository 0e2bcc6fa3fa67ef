import type { CompareBill, CorrectEstimates, DidCompareBill, OpenPriceSettings } from './billProtocol.ts';
import type { CostRange } from '../costRange.ts';
import type { DayRange } from '../localDay.ts';
import type { Spend } from '../spend.ts';

/** A message from the Spend page to the extension. */
export type FromSpendPageMessage =
  | ShowReport
  | ExportSpend
  | RecordBalance
  | OpenChat
  | OpenSpendSession
  | CompareBill
  | CorrectEstimates
  | OpenPriceSettings;

/** A message from the extension to the Spend page. */
export type ToSpendPageMessage = DidLoadReport | DidCompareBill;

/** A filter for requests. A missing field does not restrict the result. */
export interface SpendQuery extends DayRange {
  /** The id of a workspace. An empty id selects the requests without a workspace. */
  readonly workspaceId?: string;
  readonly sessionId?: string;
}

/**
 * Asks for a report, and for a new report whenever the ledger changes while the page is visible. The ledger records the
 * cost of every request. A later `showReport` replaces an earlier one.
 */
export interface ShowReport {
  readonly type: 'showReport';
  readonly query: SpendQuery;
}

/** Exports the requests of the shown report as a CSV file. */
export interface ExportSpend {
  readonly type: 'exportSpend';
}

export interface RecordBalance {
  readonly type: 'recordBalance';
}

/** Shows the chat, with the cursor in the message box. */
export interface OpenChat {
  readonly type: 'openChat';
}

/** Opens a session in the chat. */
export interface OpenSpendSession {
  readonly type: 'openSession';
  readonly sessionId: string;
}

export interface DidLoadReport {
  readonly type: 'didLoadReport';
  readonly report: SpendReport;
}

/** The cost of the requests that match `query`. */
export interface SpendReport {
  readonly query: SpendQuery;
  /** Today's LocalDay. */
  readonly today: string;
  readonly total: Spend;
  /** The days with requests, in ascending order. */
  readonly days: readonly SpendOfDay[];
  /** The workspaces, sorted by the high end of their cost, most expensive first. */
  readonly workspaces: readonly SpendOfWorkspace[];
  /** At most `mostSessions` sessions, sorted by `lastDay`, then by their latest request, newest first. */
  readonly sessions: readonly SpendOfSession[];
  /** The number of all matching sessions. */
  readonly sessionCount: number;
  /** All workspaces in the ledger, sorted by name. The query does not filter this list. */
  readonly allWorkspaces: readonly SpendWorkspace[];
  /**
   * The projected cost of the current calendar month. Covers the workspace of the query, or all workspaces if the query
   * has no `workspaceId`. Undefined if the covered workspaces have spent nothing this month.
   */
  readonly projection?: CostRange;
  /**
   * Sentences about running replies, the remaining balance, the limits, the used tokens of a trial account, and the
   * correction of token estimates.
   */
  readonly notes: readonly string[];
}

/** The maximum number of sessions in a report. To see the remaining sessions, the user can choose a shorter period. */
export const mostSessions = 2_000;

export interface SpendOfDay {
  readonly day: string;
  readonly spend: Spend;
}

export interface SpendWorkspace {
  /** Empty for requests without a workspace. */
  readonly id: string;
  /** The workspace's name as VS Code shows it; empty if unknown. */
  readonly name: string;
}

export interface SpendOfWorkspace extends SpendWorkspace {
  readonly spend: Spend;
}

export interface SpendOfSession {
  readonly sessionId: string;
  /**
   * Undefined for a deleted session, for a session whose questions are deleted, and for a session of another workspace.
   */
  readonly title?: string;
  /** The name of a workspace that used the session on `lastDay`; empty if unknown. */
  readonly workspaceName: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly spend: Spend;
}
