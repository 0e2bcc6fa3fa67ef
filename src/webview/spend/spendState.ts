import type { SpendQuery } from '../../common/protocol/spendProtocol.ts';
import { periodRange, type Period } from './period.ts';

/** The page's state. VS Code keeps it while the page is hidden or reloads. */
export interface SpendState {
  readonly period: Period;
  /**
   * The period before the user picked days in the chart or in the table by day. Removing the days chip restores this
   * period.
   */
  readonly widerPeriod?: Period | undefined;
  readonly workspaceId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly table: TableName;
  /** Scroll position in CSS pixels. */
  readonly scrollTop: number;
  readonly arrangements: Partial<Record<TableName, Arrangement>>;
  readonly bill?: BillEntry;
}

/** The entries of the bill form. If `first` or `last` is missing, the form shows the report's first or last day. */
export interface BillEntry {
  readonly first?: string;
  readonly last?: string;
  readonly amount: string;
  /** The origin of the service that sent the bill; undefined for all services. */
  readonly origin?: string | undefined;
  /** True if the user has requested a comparison. The page then compares the bill again after a reload. */
  readonly isCompared: boolean;
}

/** The order and the filter of a table's rows. */
export interface Arrangement {
  /** Id of the column by which the rows are sorted. */
  readonly column: string;
  readonly isDescending: boolean;
  /** The filter text. A row matches if its text contains every word of the filter, ignoring case. */
  readonly filter: string;
}

export type TableName = (typeof tableNames)[number];

export const tableNames = ['byDay', 'byWorkspace', 'bySession'] as const;

export const initialState: SpendState = { period: 'thisMonth', table: 'byDay', scrollTop: 0, arrangements: {} };

export function queryOf({ period, workspaceId, sessionId }: SpendState, today: string): SpendQuery {
  return {
    ...periodRange(period, today),
    ...(workspaceId === undefined ? {} : { workspaceId }),
    ...(sessionId === undefined ? {} : { sessionId }),
  };
}

export function isSameQuery(a: SpendQuery, b: SpendQuery): boolean {
  return a.first === b.first && a.last === b.last && a.workspaceId === b.workspaceId && a.sessionId === b.sessionId;
}
