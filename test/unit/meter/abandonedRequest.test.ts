import assert from 'node:assert/strict';
import { endAbandoned } from '../../../src/meter/abandonedRequest.ts';
import type { SpendRecord } from '../../../src/meter/ledger/spendRecord.ts';
import { published } from './published.ts';

const cost = {
  low: 1_000_000,
  high: 2_000_000,
  inputTokens: 500,
  cachedInputTokens: 0,
  outputTokens: 40,
  isReported: true,
};
const pending: SpendRecord = {
  id: 'r1',
  at: 1,
  sessionId: 's1',
  origin: 'https://api.example.com',
  end: 'pending',
  cost,
  prices: published,
};

describe('endAbandoned', () => {
  it('returns an incomplete request whose upper bounds include 150 more output tokens', () => {
    assert.deepEqual(endAbandoned(pending), {
      ...pending,
      end: 'incomplete',
      cost: { ...cost, high: 2_000_000 + 150 * 8_000, outputTokens: 190, isReported: false },
    });
  });

  it('never raises the cost or the output above the maximum that the ledger can read', () => {
    const high = Number.MAX_SAFE_INTEGER - 1;
    const outputTokens = Number.MAX_SAFE_INTEGER;
    const ended = endAbandoned({ ...pending, cost: { ...cost, high, outputTokens } });
    assert.deepEqual([ended.cost.high, ended.cost.outputTokens], [Number.MAX_SAFE_INTEGER, outputTokens]);
  });
});
