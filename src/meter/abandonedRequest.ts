import { cappedAmount } from './amount.ts';
import { inFlightTokens, unsavedTokens } from './cost.ts';
import type { SpendRecord } from './ledger/spendRecord.ts';
import { priceOf } from './prices.ts';

/** The assumed maximum of charged output tokens that the last record before the crash does not cover. */
const missedTokens = inFlightTokens + unsavedTokens;

/**
 * Returns the final record of a request whose window crashed and whose reply was not saved. `pending` is the last
 * record that the ledger has of this request. The upper bounds of the cost and of the output are higher than in
 * `pending`, because the reply may have had more output than `pending` covers.
 */
export function endAbandoned<Request extends SpendRecord>(pending: Request): Request {
  const { cost, prices } = pending;
  const missed = priceOf({ inputTokens: 0, cachedInputTokens: 0, outputTokens: missedTokens }, prices);
  return {
    ...pending,
    end: 'incomplete',
    cost: {
      ...cost,
      high: cappedAmount(cost.high + missed),
      outputTokens: cappedAmount(cost.outputTokens + missedTokens),
      isReported: false,
    },
  };
}
