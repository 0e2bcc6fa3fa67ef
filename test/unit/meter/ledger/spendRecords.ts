import { noCost, type Cost } from '../../../../src/meter/cost.ts';
import type { SpendRecord } from '../../../../src/meter/ledger/spendRecord.ts';
import { priceOf } from '../../../../src/meter/prices.ts';
import { published } from '../published.ts';

/**
 * Returns a record like those that the meter appends. The same arguments always give the same record. `nextOutput` is
 * the number of output tokens in a pending record.
 */
export function spendRecord(seed: number, end: SpendRecord['end'], at: number, nextOutput = 0): SpendRecord {
  return {
    id: `request-${seed}`,
    at,
    sessionId: `session-${seed % 5}`,
    origin: `https://${seed % 3 === 0 ? 'api' : 'other'}.example.com`,
    end,
    cost: costOf(seed, end, nextOutput),
    prices: published,
  };
}

function costOf(seed: number, end: SpendRecord['end'], nextOutput: number): Cost {
  if (end === 'failed') return noCost;
  const inputTokens = 20 + ((seed * 37) % 900);
  const outputTokens = end === 'pending' ? nextOutput : 90 + seed;
  const isReported = end !== 'pending' && seed % 4 !== 0;
  const cachedInputTokens = isReported && seed % 4 === 1 ? inputTokens - 20 : 0;
  const high = priceOf({ inputTokens, cachedInputTokens, outputTokens }, published);
  return {
    low: isReported ? high : Math.floor(high / 2),
    high,
    isReported,
    inputTokens,
    cachedInputTokens,
    outputTokens,
  };
}
