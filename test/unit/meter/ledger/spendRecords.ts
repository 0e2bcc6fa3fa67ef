import { costOfCounted, costOfReported, noCost } from '../../../../src/meter/cost.ts';
import type { SpendRecord } from '../../../../src/meter/ledger/spendRecord.ts';
import { published } from '../published.ts';

/** A request as the meter books it, made of a number: the same one for the same number. */
export function spendRecord(seed: number, end: SpendRecord['end'], at: number): SpendRecord {
  return {
    id: `request-${seed}`,
    at,
    sessionId: `session-${seed % 5}`,
    origin: `https://${seed % 3 === 0 ? 'api' : 'other'}.example.com`,
    end,
    cost: costOf(seed, end),
    prices: published,
  };
}

function costOf(seed: number, end: SpendRecord['end']) {
  const historyTokens = (seed * 37) % 900;
  const tokens = { historyTokens, messageTokens: 20 + (seed % 11), outputTokens: 0, isCut: false };
  if (end === 'pending') return costOfCounted(tokens, 'maybe', published);
  if (end === 'failed') return noCost;
  if (seed % 4 === 0) return costOfCounted({ ...tokens, outputTokens: 90 + seed, isCut: end === 'stopped' }, 'yes', published);
  const cachedInputTokens = seed % 4 === 1 ? historyTokens : undefined;
  return costOfReported({ inputTokens: historyTokens + 20, cachedInputTokens, outputTokens: 90 + seed }, historyTokens, published);
}
