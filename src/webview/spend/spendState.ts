import type { SpendQuery } from '../../common/protocol/spendProtocol.ts';
import type { Arrangement } from './arrangeRows.ts';
import { periodRange, type Period } from './period.ts';

/** What survives hiding and reloading of the page. */
export interface SpendState {
  readonly period: Period;
  /** What the period was before days were chosen in the chart. */
  readonly widerPeriod?: Period | undefined;
  readonly workspaceId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly table: TableName;
  /** How far the page is scrolled down, in CSS pixels. */
  readonly scrollTop: number;
  readonly arrangements: Partial<Record<TableName, Arrangement>>;
  readonly bill?: BillEntry;
}

/** What is typed of a bill; days that are not are those of the report. */
export interface BillEntry {
  readonly first?: string;
  readonly last?: string;
  readonly amount: string;
  readonly origin?: string | undefined;
  /** It was compared, and is again when the page is loaded. */
  readonly isCompared: boolean;
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
