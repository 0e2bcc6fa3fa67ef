import type { Spend } from '../../common/spend.ts';
import type { SpendQuery } from '../../common/protocol/spendProtocol.ts';
import type { Cost } from '../cost.ts';
import { isInRange, type LocalDay } from '../../common/localDay.ts';
import type { MonthSums, SpendGroup, SpendRow } from './monthSums.ts';
import { addToSum, createSum, toSpend, type SpendSum } from './spend.ts';
import type { Workspace } from './spendRecord.ts';

/** Selects requests. A request must match every given field. `origin` is the origin of the service's URL. */
export interface SpendFilter extends SpendQuery {
  readonly origin?: string;
}

/** Sums over the records that this ledger has appended or read. No query reads a file. */
export interface SpendQueries {
  /**
   * Returns the sum of the matching requests. The running time depends on the fields of the filter:
   * - Only a single day, only a session, or only an origin: linear in the number of months in the ledger.
   * - Only a range of days, or no field: linear in the number of all days with requests, including days outside the
   *   range.
   * - Any other filter: linear in the number of all rows (see SpendGroup).
   */
  total(filter?: SpendFilter): Spend;
  /** Returns the spend of each day with matching requests. The oldest day is first. */
  byDay(filter?: SpendFilter): readonly DaySpend[];
  /**
   * Returns the spend of each workspace with matching requests. The workspace with the highest upper bound is first.
   * Requests without a workspace are one group.
   */
  byWorkspace(filter?: SpendFilter): readonly WorkspaceSpend[];
  /**
   * Returns the spend of each session with matching requests. The session with the latest `lastDay` is first, and of
   * several the session with the latest request.
   */
  bySession(filter?: SpendFilter): readonly SessionSpend[];
  /**
   * Of the session's ended requests, returns the cost of the request that was sent last. Returns undefined if no
   * request of the session has ended.
   */
  lastReply(sessionId: string): Cost | undefined;
}

export interface DaySpend {
  readonly day: LocalDay;
  readonly spend: Spend;
}

export interface WorkspaceSpend {
  readonly workspace: Workspace | undefined;
  readonly spend: Spend;
}

export interface SessionSpend {
  readonly sessionId: string;
  /** The workspace of one of the requests of `lastDay`. Undefined if this request has no workspace. */
  readonly workspace: Workspace | undefined;
  readonly firstDay: LocalDay;
  readonly lastDay: LocalDay;
  readonly spend: Spend;
}

/** @param months Returns the months, oldest first, so that the newest month decides the name of a renamed workspace. */
export function createSpendQueries(months: () => readonly MonthSums[]): SpendQueries {
  const rowsOf = (filter: SpendFilter) =>
    months().flatMap(({ rows }) => [...rows].filter((row) => row.sum.requests > 0 && matchesFilter(row, filter)));

  const workspaces = (): ReadonlyMap<string, Workspace> =>
    new Map(
      months().flatMap(({ workspaceNames }) => [...workspaceNames].map(([id, name]) => [id, { id, name }] as const)),
    );

  /** Returns the time of the latest request of each session, pending or ended, by session id. */
  const latestTimes = (): ReadonlyMap<string, number> => {
    const times = new Map<string, number>();
    const add = (sessionId: string, at: number) => times.set(sessionId, Math.max(at, times.get(sessionId) ?? at));
    for (const { lastReplies, pending } of months()) {
      for (const [sessionId, { at }] of lastReplies) add(sessionId, at);
      for (const { sessionId, at } of pending.values()) add(sessionId, at);
    }
    return times;
  };

  return {
    total(filter = {}) {
      const { first, last, workspaceId, sessionId, origin } = filter;
      if (workspaceId === undefined && sessionId === undefined && origin === undefined) {
        // Looks in every month, because a record that an older version of the extension wrote has no day. The day of
        // this record is computed in the current time zone, so the day may be in the month before or after the month of
        // the record's journal.
        if (first !== undefined && first === last) return sumAll(months().map(({ by }) => by.day.get(first)));
        return sumAll(
          months().flatMap(({ by }) => [...by.day].map(([day, sum]) => (isInRange(day, filter) ? sum : undefined))),
        );
      }
      const isAnyDay = first === undefined && last === undefined && workspaceId === undefined;
      if (isAnyDay && origin === undefined && sessionId !== undefined)
        return sumAll(months().map(({ by }) => by.sessionId.get(sessionId)));
      if (isAnyDay && sessionId === undefined && origin !== undefined)
        return sumAll(months().map(({ by }) => by.origin.get(origin)));
      return sumAll(rowsOf(filter).map(({ sum }) => sum));
    },
    byDay(filter = {}) {
      const groups = Map.groupBy(rowsOf(filter), ({ day }) => day);
      return [...groups]
        .map(([day, rows]) => ({ day, spend: spendOf(rows) }))
        .toSorted((a, b) => compare(a.day, b.day));
    },
    byWorkspace(filter = {}) {
      const groups = Map.groupBy(rowsOf(filter), ({ workspaceId }) => workspaceId);
      const named = workspaces();
      return [...groups]
        .map(([id, rows]) => ({ workspace: named.get(id), spend: spendOf(rows) }))
        .toSorted((a, b) => b.spend.high - a.spend.high);
    },
    bySession(filter = {}) {
      const groups = Map.groupBy(rowsOf(filter), ({ sessionId }) => sessionId);
      const named = workspaces();
      const times = latestTimes();
      const timeOf = (session: SessionSpend) => times.get(session.sessionId) ?? 0;
      return [...groups]
        .map(([sessionId, rows]) => {
          const sorted = rows.toSorted((a, b) => compare(a.day, b.day));
          const [firstDay = '', lastDay = ''] = [sorted[0]?.day, sorted.at(-1)?.day];
          return {
            sessionId,
            workspace: named.get(sorted.at(-1)?.workspaceId ?? ''),
            firstDay,
            lastDay,
            spend: spendOf(rows),
          };
        })
        .toSorted((a, b) => compare(b.lastDay, a.lastDay) || timeOf(b) - timeOf(a));
    },
    lastReply(sessionId) {
      const replies = months().flatMap(({ lastReplies }) => lastReplies.get(sessionId) ?? []);
      return replies.toSorted((a, b) => a.at - b.at).at(-1)?.cost;
    },
  };
}

export function matchesFilter(group: SpendGroup, filter: SpendFilter): boolean {
  return (
    isInRange(group.day, filter) &&
    (filter.workspaceId ?? group.workspaceId) === group.workspaceId &&
    (filter.sessionId ?? group.sessionId) === group.sessionId &&
    (filter.origin ?? group.origin) === group.origin
  );
}

function spendOf(rows: readonly SpendRow[]): Spend {
  return sumAll(rows.map(({ sum }) => sum));
}

function sumAll(sums: readonly (SpendSum | undefined)[]): Spend {
  const total = createSum();
  for (const sum of sums) if (sum !== undefined) addToSum(total, sum);
  return toSpend(total);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
