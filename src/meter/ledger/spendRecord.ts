import { isJsonObject } from '../../common/json.ts';
import type { Charged, ReplyEnd } from '../../common/replyEnd.ts';
import { isAmount } from '../amount.ts';
import type { Cost, CountedTokens } from '../cost.ts';
import type { Prices } from '../prices.ts';
import { isLocalDay, localDayOf, type LocalDay } from '../../common/localDay.ts';

/**
 * A record of a request at one moment. While a request is running, its records are pending (`end` is `pending`). When
 * the request has ended, a final record follows. The first pending record has the upper bound of the cost without the
 * reply. Each later pending record assumes more output than has arrived. Records after the final record are ignored.
 */
export interface SpendRecord {
  readonly id: string;
  /** The time when the request was sent, in milliseconds since the epoch. */
  readonly at: number;
  readonly sessionId: string;
  /** The origin (scheme, host and port) of the service's URL. */
  readonly origin: string;
  readonly end: ReplyEnd | 'pending';
  readonly cost: Cost;
  /** The prices when the request was sent. */
  readonly prices: Prices;
  /**
   * Our own token counts, if the final cost was estimated from these counts only. When the user enters a bill, the
   * factors can be corrected with these counts. A factor is the service's token count of a text divided by our count.
   */
  readonly counted?: CountedRequest;
}

/**
 * Our own token counts of a request that was charged, or may have been charged. `messageTokens` and `outputTokens` are
 * not multiplied by factors.
 */
export interface CountedRequest extends CountedTokens {
  readonly charged: Exclude<Charged, 'no'>;
}

/** A record as the ledger stores ("books") it. */
export interface BookedRequest extends SpendRecord {
  /**
   * The local day on which the request was sent. A later change of the computer's time zone does not change this day.
   */
  readonly day: LocalDay;
  /** Undefined if no folder was open, or if an older version of the extension wrote the record. */
  readonly workspace?: Workspace;
}

/** The workspace in which a request was sent. */
export interface Workspace {
  /** An id that is the same in all windows of the workspace and after a restart. */
  readonly id: string;
  /** The name to show. */
  readonly name: string;
}

/**
 * Returns true if `record` replaces `known`, a record of the same request that was read before. Journals may be read in
 * any order, so a final record replaces a pending record, but a pending record never replaces a final record. Of two
 * pending records, the record with more output wins.
 */
export function supersedes(record: SpendRecord, known: SpendRecord): boolean {
  if (known.end !== 'pending') return false;
  return record.end !== 'pending' || record.cost.outputTokens > known.cost.outputTokens;
}

/**
 * Formats a record as a line of a journal. Starts with a line feed, so that an incomplete line before the record does
 * not damage the record.
 */
export function formatSpendRecord(record: BookedRequest): string {
  return `\n${JSON.stringify(record)}\n`;
}

/**
 * The range of valid times, in milliseconds since the epoch. In each time zone, the local day of such a time has a year
 * with four digits, which the names of journals need.
 */
const moments = { first: -86_400_000, last: Date.UTC(2199, 11, 30) };

/**
 * Validates a value from a journal that may be damaged. Returns undefined if the value is not a valid record. Omits
 * invalid optional fields. The local day of `at` replaces an invalid or missing day.
 */
export function toBookedRequest(value: unknown): BookedRequest | undefined {
  if (!isJsonObject(value)) return undefined;
  const { id, at, sessionId, origin, end, cost, prices, counted, day, workspace } = value;
  if (typeof id !== 'string' || typeof at !== 'number' || typeof sessionId !== 'string' || typeof origin !== 'string')
    return undefined;
  if (at < moments.first || at > moments.last || !isEnd(end) || !isCost(cost) || !isPrices(prices)) return undefined;
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

function isWorkspace(value: unknown): value is Workspace {
  return isJsonObject(value) && typeof value.id === 'string' && typeof value.name === 'string';
}
