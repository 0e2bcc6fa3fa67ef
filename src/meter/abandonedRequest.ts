import { inFlightTokens, unsavedTokens } from './cost.ts';
import type { SpendRecord } from './ledger/spendRecord.ts';
import { priceOf } from './prices.ts';

/** The assumed maximum of charged output tokens that the last pending record does not cover. */
const missedTokens = inFlightTokens + unsavedTokens;

/**
 * Returns the final record of a pending request whose window crashed and whose reply was not saved. Raises the upper
 * bounds of the cost and of the output, because the reply may have had more output than the pending record covers.
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
