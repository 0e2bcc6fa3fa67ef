import { isJsonObject } from '../../common/json.ts';
import type { Charged, ReplyEnd } from '../../common/replyEnd.ts';
import type { Cost, CountedTokens } from '../cost.ts';
import type { Prices } from '../prices.ts';
import { isLocalDay, localDayOf, type LocalDay } from '../../common/localDay.ts';

/**
 * One request as the meter books it: first as pending, with an upper bound of its cost until the next record, then with
 * its end. A request ends once; later records of it are ignored.
 */
export interface SpendRecord {
  readonly id: string;
  /** When the request left: milliseconds since the epoch. */
  readonly at: number;
  readonly sessionId: string;
  readonly origin: string;
  readonly end: ReplyEnd | 'pending';
  readonly cost: Cost;
  /** In force when the request left: later changes do not rewrite the past. */
  readonly prices: Prices;
  /** The counts behind an estimated cost, so that a bill can correct the factors. */
  readonly counted?: CountedRequest;
}

/** Our own counts, before they are multiplied by the learned factors. */
export interface CountedRequest extends CountedTokens {
  readonly charged: Exclude<Charged, 'no'>;
}

/** A record in the ledger. */
export interface BookedRequest extends SpendRecord {
  /** The day on which the request left, where it left: it stays on that day when the time zone changes. */
  readonly day: LocalDay;
  /** Undefined without a folder, and in records of versions that did not write it. */
  readonly workspace?: Workspace;
}

/** The workspace in which a request was sent. */
export interface Workspace {
  /** The same for all windows of the workspace, and from day to day. */
  readonly id: string;
  /** The name that people see. */
  readonly name: string;
}

/** Returns true if a record replaces an earlier one of the same request, in whatever order they are read. */
export function supersedes(record: SpendRecord, known: SpendRecord): boolean {
  if (known.end !== 'pending') return false;
  return record.end !== 'pending' || record.cost.outputTokens > known.cost.outputTokens;
}

/** Formats a line that starts with a line feed, so that it stays readable after a line torn by a full disk. */
export function formatSpendRecord(record: BookedRequest): string {
  return `\n${JSON.stringify(record)}\n`;
}

/** The limit of a Date: milliseconds since the epoch. */
const lastMoment = 8.64e15;

/** Validates a value from a file, which may be damaged. Returns undefined if it is no record. */
export function toBookedRequest(value: unknown): BookedRequest | undefined {
  if (!isJsonObject(value)) return undefined;
  const { id, at, sessionId, origin, end, cost, prices, counted, day, workspace } = value;
  if (typeof id !== 'string' || typeof at !== 'number' || typeof sessionId !== 'string' || typeof origin !== 'string')
    return undefined;
  if (Math.abs(at) > lastMoment || !isEnd(end) || !isCost(cost) || !isPrices(prices)) return undefined;
  return {
    id,
    at,
    sessionId,
    origin,
    end,
    cost,
    prices,
    ...(isCounted(counted) ? { counted } : {}),
    day: isLocalDay(day) ? day : localDayOf(at),
    ...(isWorkspace(workspace) ? { workspace } : {}),
  };
}

const ends: readonly unknown[] = [
  'pending',
  'complete',
  'incomplete',
  'stopped',
  'failed',
] satisfies SpendRecord['end'][];

function isEnd(value: unknown): value is SpendRecord['end'] {
  return ends.includes(value);
}

function isCost(value: unknown): value is Cost {
  return (
    isJsonObject(value) &&
    typeof value.isReported === 'boolean' &&
    isAmount(value.low) &&
    isAmount(value.high) &&
    isAmount(value.inputTokens) &&
    isAmount(value.cachedInputTokens) &&
    isAmount(value.outputTokens)
  );
}

function isPrices(value: unknown): value is Prices {
  return isJsonObject(value) && isAmount(value.input) && isAmount(value.cachedInput) && isAmount(value.output);
}

function isCounted(value: unknown): value is CountedRequest {
  if (!isJsonObject(value) || !isJsonObject(value.history)) return false;
  const { history, messageTokens, outputTokens, missedTokens, charged } = value;
  return (
    isAmount(history.least) &&
    isAmount(history.most) &&
    isAmount(messageTokens) &&
    isAmount(outputTokens) &&
    isAmount(missedTokens) &&
    (charged === 'yes' || charged === 'maybe')
  );
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isWorkspace(value: unknown): value is Workspace {
  return isJsonObject(value) && typeof value.id === 'string' && typeof value.name === 'string';
}
