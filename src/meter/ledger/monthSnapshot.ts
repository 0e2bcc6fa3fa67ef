import { isRecord } from '../../common/isRecord.ts';
import { decodeIdSet } from './idSet.ts';
import { isLocalDay } from './localDay.ts';
import { createMonthSums, type LastReply, type MonthSums, type SpendRow } from './monthSums.ts';
import { createSum, spendFields } from './spend.ts';
import { isCost, toBookedRequest } from './spendRecord.ts';

/** The sums of a month's journals, each read as far as its offset says. */
export interface MonthSnapshot {
  readonly sums: MonthSums;
  /** Bytes, by the names of the journals. */
  readonly offsets: ReadonlyMap<string, number>;
}

const version = 1;

/** Two lines: JSON, and the ids of the requests that have ended. */
export function formatMonthSnapshot({ sums, offsets }: MonthSnapshot): string {
  // First the ids: they are sorted by that, and counted then.
  const ids = sums.ended.encode();
  const head = {
    version,
    ended: sums.ended.size,
    journals: [...offsets],
    workspaces: [...sums.workspaceNames],
    pending: [...sums.pending.values()],
    lastReplies: [...sums.lastReplies],
    rows: [...sums.rows]
      .filter(({ sum }) => sum.requests > 0)
      .map(({ day, workspaceId, sessionId, origin, sum }) => [day, workspaceId, sessionId, origin, ...spendFields.map((field) => sum[field])]),
  };
  return `${JSON.stringify(head)}\n${ids}\n`;
}

/** Undefined for the text of another version. Throws when it is torn or not ours. */
export function parseMonthSnapshot(text: string): MonthSnapshot | undefined {
  const endOfHead = text.indexOf('\n');
  const head: unknown = JSON.parse(text.slice(0, Math.max(0, endOfHead)));
  if (!isRecord(head)) throw new Error('This is no snapshot of a month.');
  if (head.version !== version) return undefined;
  const ended = decodeIdSet(text.slice(endOfHead + 1), Number(head.ended));
  if (ended === undefined) throw new Error('The snapshot of a month is torn.');
  return {
    offsets: new Map(listOf(head.journals, toCount)),
    sums: createMonthSums({
      rows: listOf(head.rows, toRow),
      pending: listOf(head.pending, (value) => present(toBookedRequest(value))),
      ended,
      lastReplies: listOf(head.lastReplies, toLastReply),
      workspaceNames: listOf(head.workspaces, (value) => {
        const [id, name] = listOf(value, toText);
        return [present(id), present(name)] as const;
      }),
    }),
  };
}

function listOf<T>(value: unknown, toItem: (item: unknown) => T): readonly T[] {
  if (!Array.isArray(value)) throw new Error('The snapshot of a month lacks a list.');
  return value.map(toItem);
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The snapshot of a month lacks a value.');
  return value;
}

function toText(value: unknown): string {
  return present(typeof value === 'string' ? value : undefined);
}

function toNumber(value: unknown): number {
  return present(typeof value === 'number' && Number.isFinite(value) ? value : undefined);
}

function toCount(value: unknown): readonly [string, number] {
  const [name, count] = listOf(value, (item) => item);
  return [toText(name), toNumber(count)];
}

function toRow(value: unknown): SpendRow {
  const [day, workspaceId, sessionId, origin, ...figures] = listOf(value, (item) => item);
  const sum = createSum();
  for (const [index, field] of spendFields.entries()) sum[field] = toNumber(figures[index]);
  return {
    day: present(isLocalDay(day) ? day : undefined),
    workspaceId: toText(workspaceId),
    sessionId: toText(sessionId),
    origin: toText(origin),
    sum,
  };
}

function toLastReply(value: unknown): readonly [string, LastReply] {
  const [sessionId, reply] = listOf(value, (item) => item);
  if (!isRecord(reply) || !isCost(reply.cost)) throw new Error('The snapshot of a month lacks a reply.');
  return [toText(sessionId), { at: toNumber(reply.at), cost: reply.cost }];
}
