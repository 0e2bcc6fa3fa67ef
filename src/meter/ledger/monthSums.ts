import type { Cost } from '../cost.ts';
import { createIdSet, type IdSet } from './idSet.ts';
import type { LocalDay } from '../../common/localDay.ts';
import { addToSum, createSum, sumOf, type SpendSum } from './spend.ts';
import { supersedes, type BookedRequest } from './spendRecord.ts';

/** The key of a row of sums. Requests with the same day, workspace, session and origin share one row. */
export interface SpendGroup {
  readonly day: LocalDay;
  /** Empty if the request has no workspace. */
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly origin: string;
}

export interface SpendRow extends SpendGroup {
  readonly sum: SpendSum;
}

/** Of a session's ended requests, the request that was sent last. */
export interface LastReply {
  /** The time when the request was sent, in milliseconds since the epoch. */
  readonly at: number;
  readonly cost: Cost;
}

/** The sums of one month. Contains no records of ended requests, but `ended` contains hashes of these requests' ids. */
export interface MonthSums {
  /**
   * Adds a record to the sums. Replaces the pending record of the same request. Ignores a record that does not
   * supersede the known pending record (see `supersedes`), and each further record of an ended request. Idempotent.
   */
  take(record: BookedRequest): void;
  readonly rows: Iterable<SpendRow>;
  /** The sums of `rows`, grouped by a single field. */
  readonly by: Readonly<Record<'day' | 'sessionId' | 'origin', ReadonlyMap<string, SpendSum>>>;
  /** Pending requests by id. */
  readonly pending: ReadonlyMap<string, BookedRequest>;
  /** The ids of the ended requests. */
  readonly ended: IdSet;
  /** For each session, by session id: the ended request that was sent last. */
  readonly lastReplies: ReadonlyMap<string, LastReply>;
  /** The names of the workspaces, by workspace id. */
  readonly workspaceNames: ReadonlyMap<string, string>;
}

/** The part of the MonthSums that a snapshot stores. */
export interface KeptSums {
  readonly rows: readonly SpendRow[];
  readonly pending: readonly BookedRequest[];
  readonly ended: IdSet;
  readonly lastReplies: readonly (readonly [string, LastReply])[];
  readonly workspaceNames: readonly (readonly [string, string])[];
}

const nothing: Omit<KeptSums, 'ended'> = { rows: [], pending: [], lastReplies: [], workspaceNames: [] };

export function createMonthSums(kept: KeptSums = { ...nothing, ended: createIdSet() }): MonthSums {
  const rows = new Map<string, SpendRow>();
  const by = {
    day: new Map<string, SpendSum>(),
    sessionId: new Map<string, SpendSum>(),
    origin: new Map<string, SpendSum>(),
  };
  const { ended } = kept;
  const pending = new Map(kept.pending.map((record) => [record.id, record]));
  const lastReplies = new Map(kept.lastReplies);
  const workspaceNames = new Map(kept.workspaceNames);

  const add = (group: SpendGroup, added: SpendSum, sign: 1 | -1 = 1) => {
    const { day, workspaceId, sessionId, origin } = group;
    const key = keyOf(group);
    const row = rows.get(key) ?? { day, workspaceId, sessionId, origin, sum: createSum() };
    rows.set(key, row);
    addToSum(row.sum, added, sign);
    addToSum(sumAt(by.day, day), added, sign);
    addToSum(sumAt(by.sessionId, sessionId), added, sign);
    addToSum(sumAt(by.origin, origin), added, sign);
  };
  for (const row of kept.rows) add(row, row.sum);

  return {
    take(record) {
      const { id, sessionId, at, cost, workspace } = record;
      const known = pending.get(id);
      const isPending = record.end === 'pending';
      if ((known !== undefined && !supersedes(record, known)) || ended.has(id)) return;
      if (workspace !== undefined) workspaceNames.set(workspace.id, workspace.name);
      if (known !== undefined) add(groupOf(known), sumOf(known), -1);
      add(groupOf(record), sumOf(record));
      if (isPending) {
        pending.set(id, record);
        return;
      }
      pending.delete(id);
      ended.add(id);
      const last = lastReplies.get(sessionId);
      if (last === undefined || last.at <= at) lastReplies.set(sessionId, { at, cost });
    },
    get rows() {
      return rows.values();
    },
    by,
    pending,
    ended,
    lastReplies,
    workspaceNames,
  };
}

/** Returns a text that is different for each group. */
export function keyOf({ day, workspaceId, sessionId, origin }: SpendGroup): string {
  return `${day}\n${workspaceId}\n${sessionId}\n${origin}`;
}

export function groupOf({ day, workspace, sessionId, origin }: BookedRequest): SpendGroup {
  return { day, workspaceId: workspace?.id ?? '', sessionId, origin };
}

function sumAt(sums: Map<string, SpendSum>, key: string): SpendSum {
  let sum = sums.get(key);
  if (sum === undefined) sums.set(key, (sum = createSum()));
  return sum;
}
