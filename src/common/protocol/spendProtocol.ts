import type { CompareBill, CorrectEstimates, DidCompareBill, OpenPriceSettings } from './billProtocol.ts';
import type { CostRange } from '../costRange.ts';
import type { DayRange } from '../localDay.ts';
import type { Spend } from '../spend.ts';

/** From the Spend page to the extension. */
export type FromSpendPageMessage =
  ShowReport | ExportSpend | RecordBalance | OpenSpendSession | CompareBill | CorrectEstimates | OpenPriceSettings;

/** From the extension to the Spend page. */
export type ToSpendPageMessage = DidLoadReport | DidCompareBill;

/** What is asked for; all that is not said is not asked for. */
export interface SpendQuery extends DayRange {
  /** Empty for requests without a workspace. */
  readonly workspaceId?: string;
  readonly sessionId?: string;
}

/** The page's first message, and each time something else is asked for. From then on the report is kept up to date. */
export interface ShowReport {
  readonly type: 'showReport';
  readonly query: SpendQuery;
}

/** As CSV, what is shown. */
export interface ExportSpend {
  readonly type: 'exportSpend';
}

export interface RecordBalance {
  readonly type: 'recordBalance';
}

/** Shows a session in the chat. */
export interface OpenSpendSession {
  readonly type: 'openSession';
  readonly sessionId: string;
}

export interface DidLoadReport {
  readonly type: 'didLoadReport';
  readonly report: SpendReport;
}

/** What was spent. */
export interface SpendReport {
  readonly query: SpendQuery;
  /** The day it is here. */
  readonly today: string;
  readonly total: Spend;
  /** The days that have requests, the first one first. */
  readonly days: readonly SpendOfDay[];
  /** The most expensive first. */
  readonly workspaces: readonly SpendOfWorkspace[];
  /** The latest first, and not more than `mostSessions` of them. */
  readonly sessions: readonly SpendOfSession[];
  /** How many there are. */
  readonly sessionCount: number;
  /** All that ever had requests, by their names, whatever is asked for. */
  readonly allWorkspaces: readonly SpendWorkspace[];
  /** What the calendar month of today will have cost if it goes on as it did; undefined while nothing was spent in it. */
  readonly projection?: CostRange;
  /** What is left of the balance, the limits and the trial: sentences. */
  readonly notes: readonly string[];
}

/** More of them nobody reads; a shorter period has the others. */
export const mostSessions = 2_000;

export interface SpendOfDay {
  readonly day: string;
  readonly spend: Spend;
}

export interface SpendWorkspace {
  /** Empty for requests without a workspace. */
  readonly id: string;
  /** What the person calls it; empty where that is not known. */
  readonly name: string;
}

export interface SpendOfWorkspace extends SpendWorkspace {
  readonly spend: Spend;
}

export interface SpendOfSession {
  readonly sessionId: string;
  /** Undefined for sessions of other workspaces, and for those that were deleted. */
  readonly title?: string;
  /** Where it was used last. */
  readonly workspaceName: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly spend: Spend;
}
