import type { SpendQuery } from '../../common/protocol/spendProtocol.ts';
import { periodRange, type Period } from './period.ts';

/** State that survives hiding and reloading the page. */
export interface SpendState {
  readonly period: Period;
  /** The period before days were chosen in the chart. */
  readonly widerPeriod?: Period | undefined;
  readonly workspaceId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly table: TableName;
  /** How far the page is scrolled down, in CSS pixels. */
  readonly scrollTop: number;
  readonly arrangements: Partial<Record<TableName, Arrangement>>;
  readonly bill?: BillEntry;
}

/** The typed bill; without days it is for those of the report. */
export interface BillEntry {
  readonly first?: string;
  readonly last?: string;
  readonly amount: string;
  readonly origin?: string | undefined;
  /** True if it was compared: it is compared again when the page is loaded. */
  readonly isCompared: boolean;
}

/** The order and the filter of a table's rows. */
export interface Arrangement {
  /** Id of the column that sorts the rows. */
  readonly column: string;
  readonly isDescending: boolean;
  /** Each word of it must stand somewhere in the row. */
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
