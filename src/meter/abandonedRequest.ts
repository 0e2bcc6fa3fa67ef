import { inFlightTokens, unsavedTokens } from './cost.ts';
import type { SpendRecord } from './ledger/spendRecord.ts';
import { priceOf } from './prices.ts';

/** More output than a reply can have gained between its last pending record and the crash of its window. */
const missedTokens = inFlightTokens + unsavedTokens;

/**
 * The last record of a pending request whose window crashed and whose reply was not kept. The pending record was an
 * upper bound when it was written; the new bound is never lower, and never below the bill.
 */
export function endAbandoned(pending: SpendRecord): SpendRecord {
  const { cost, prices } = pending;
  const missed = priceOf({ inputTokens: 0, cachedInputTokens: 0, outputTokens: missedTokens }, prices);
  return {
    ...pending,
    end: 'incomplete',
    cost: { ...cost, high: cost.high + missed, outputTokens: cost.outputTokens + missedTokens, isReported: false },
  };
}
