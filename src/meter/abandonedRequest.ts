import { inFlightTokens, unsavedTokens } from './cost.ts';
import type { SpendRecord } from './ledger/spendRecord.ts';
import { priceOf } from './prices.ts';

/** Upper bound of the output tokens that arrived before the crash and are missing from the last pending record. */
const missedTokens = inFlightTokens + unsavedTokens;

/**
 * Returns the final record of a pending request whose window crashed and whose reply was not saved. Raises the upper
 * bound of the cost, because the reply may have had more output than the pending record.
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
