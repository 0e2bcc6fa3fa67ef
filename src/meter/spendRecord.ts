import type { ReplyEnd } from '../common/replyEnd.ts';
import type { Cost } from './cost.ts';
import type { Prices } from './prices.ts';

/** One request, as it stands in the ledger: first pending, then with its end. The last line of an id counts. */
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
}

/** One line, on a line of its own even after one that a full disk has torn: it would take this one with it. */
export function formatSpendRecord(record: SpendRecord): string {
  return `\n${JSON.stringify(record)}\n`;
}

/** A line of a file that anything may have happened to; undefined for a torn or foreign one. */
export function parseSpendRecord(line: string): SpendRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  return isSpendRecord(value) ? value : undefined;
}

function isSpendRecord(value: unknown): value is SpendRecord {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Partial<Record<keyof SpendRecord, unknown>>;
  return (
    typeof record.id === 'string' &&
    Number.isFinite(record.at) &&
    typeof record.sessionId === 'string' &&
    typeof record.end === 'string' &&
    isCost(record.cost)
  );
}

function isCost(value: unknown): value is Cost {
  if (typeof value !== 'object' || value === null) return false;
  const cost = value as Partial<Record<keyof Cost, unknown>>;
  const amounts = [cost.low, cost.high, cost.inputTokens, cost.cachedInputTokens, cost.outputTokens];
  return amounts.every((amount) => Number.isFinite(amount)) && typeof cost.isReported === 'boolean';
}
