import { isJsonObject } from '../../common/json.ts';
import { decodeIdSet } from './idSet.ts';
import { createMonthSums, type LastReply, type MonthSums, type SpendRow } from './monthSums.ts';
import { createSum, spendFields } from './spend.ts';
import { toBookedRequest } from './spendRecord.ts';

/** The sums of a month's journals, up to an offset in each journal. */
export interface MonthSnapshot {
  readonly sums: MonthSums;
  /** The number of bytes in each journal that the sums cover, by journal name. */
  readonly offsets: ReadonlyMap<string, number>;
}

export const snapshotVersion = 1;

const costFields = ['low', 'high', 'inputTokens', 'cachedInputTokens', 'outputTokens'] as const;

/**
 * Formats a snapshot as two lines: a JSON object, and the hashed ids of the ended requests. In the lists `rows` and
 * `lastReplies`, each text is replaced with its index in the list `texts`.
 */
export function formatMonthSnapshot({ sums, offsets }: MonthSnapshot): string {
  const ids = sums.ended.encode();
  const texts = new Map<string, number>();
  const numberOf = (text: string) => {
    const number = texts.get(text) ?? texts.size;
    texts.set(text, number);
    return number;
  };
  const rows = [...sums.rows]
    .filter(({ sum }) => sum.requests > 0)
    .map(({ day, workspaceId, sessionId, origin, sum }) => [
      ...[day, workspaceId, sessionId, origin].map(numberOf),
      ...spendFields.map((field) => sum[field]),
    ]);
  const lastReplies = [...sums.lastReplies].map(([sessionId, { at, cost }]) => [
    numberOf(sessionId),
    at,
    cost.isReported,
    ...costFields.map((field) => cost[field]),
  ]);
  const head = {
    version: snapshotVersion,
    ended: sums.ended.size,
    journals: [...offsets],
    workspaces: [...sums.workspaceNames],
    pending: [...sums.pending.values()],
    texts: [...texts.keys()],
    lastReplies,
    rows,
  };
  return `${JSON.stringify(head)}\n${ids}\n`;
}

/** Returns true if the snapshot has a newer version of the format than ours. `text` is the start of the snapshot. */
export function isNewerSnapshot(text: string): boolean {
  const [, version] = /^\{"version":(\d+)\b/.exec(text) ?? [];
  return Number(version) > snapshotVersion;
}

/** Parses a snapshot. Returns undefined for another version of the format. Throws an error if the text is damaged. */
export function parseMonthSnapshot(text: string): MonthSnapshot | undefined {
  const endOfHead = text.indexOf('\n');
  const head: unknown = JSON.parse(text.slice(0, Math.max(0, endOfHead)));
  if (!isJsonObject(head)) throw new Error('This is no snapshot of a month.');
  if (head.version !== snapshotVersion) return undefined;
  const ended = decodeIdSet(text.slice(endOfHead + 1), Number(head.ended));
  if (ended === undefined) throw new Error('The snapshot of a month is torn.');
  const texts = listOf(head.texts, toText);
  return {
    offsets: new Map(listOf(head.journals, toCount)),
    sums: createMonthSums({
      rows: listOf(head.rows, (value) => toRow(value, texts)),
      pending: listOf(head.pending, (value) => present(toBookedRequest(value))),
      ended,
      lastReplies: listOf(head.lastReplies, (value) => toLastReply(value, texts)),
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

function toRow(value: unknown, texts: readonly string[]): SpendRow {
  const [day, workspaceId, sessionId, origin, ...figures] = listOf(value, toNumber);
  const sum = createSum();
  for (const [index, field] of spendFields.entries()) sum[field] = present(figures[index]);
  return {
    day: textOf(texts, day),
    workspaceId: textOf(texts, workspaceId),
    sessionId: textOf(texts, sessionId),
    origin: textOf(texts, origin),
    sum,
  };
}

function toLastReply(value: unknown, texts: readonly string[]): readonly [string, LastReply] {
  const [sessionId, at, isReported, ...figures] = listOf(value, (item) => item);
  const [low, high, inputTokens, cachedInputTokens, outputTokens] = figures.map(toNumber);
  const cost = {
    low: present(low),
    high: present(high),
    isReported: isReported === true,
    inputTokens: present(inputTokens),
    cachedInputTokens: present(cachedInputTokens),
    outputTokens: present(outputTokens),
  };
  return [textOf(texts, toNumber(sessionId)), { at: toNumber(at), cost }];
}

function textOf(texts: readonly string[], number: number | undefined): string {
  return present(texts[number ?? -1]);
}
