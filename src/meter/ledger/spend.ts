import type { Spend } from '../../common/spend.ts';
import type { Cost } from '../cost.ts';
import { priceOf } from '../prices.ts';
import type { SpendRecord } from './spendRecord.ts';

/** The fields of a sum, in the order in which snapshots store them. */
export const spendFields = [
  'requests',
  'questions',
  'estimated',
  'low',
  'high',
  'inputTokens',
  'cachedInputTokens',
  'outputTokens',
  'inputHigh',
  'cachedInputHigh',
  'outputHigh',
] as const;

/**
 * A mutable sum over requests. `questions` counts the requests with input tokens. `estimated` counts the requests whose
 * cost is an estimate. The three parts of `high` are `inputHigh` (input that was not certainly cached),
 * `cachedInputHigh` (input that was certainly cached) and `outputHigh`.
 */
export type SpendSum = Record<(typeof spendFields)[number], number>;

export function createSum(): SpendSum {
  return {
    requests: 0,
    questions: 0,
    estimated: 0,
    low: 0,
    high: 0,
    inputTokens: 0,
    cachedInputTokens: 0,
    outputTokens: 0,
    inputHigh: 0,
    cachedInputHigh: 0,
    outputHigh: 0,
  };
}

/** Returns a sum that contains only this request. */
export function sumOf({ cost, prices }: Pick<SpendRecord, 'cost' | 'prices'>): SpendSum {
  const { low, high, isReported, inputTokens, cachedInputTokens, outputTokens } = cost;
  const cachedTokens = { inputTokens: cachedInputTokens, cachedInputTokens, outputTokens: 0 };
  const cachedInputHigh = Math.min(high, priceOf(cachedTokens, prices, Math.floor));
  const outputPrice = priceOf({ inputTokens: 0, cachedInputTokens: 0, outputTokens }, prices, Math.floor);
  const outputHigh = Math.min(high - cachedInputHigh, outputPrice);
  return {
    requests: 1,
    questions: inputTokens > 0 ? 1 : 0,
    estimated: isReported ? 0 : 1,
    low,
    high,
    inputTokens,
    cachedInputTokens,
    outputTokens,
    // The remainder, so that the three parts always add up to `high`.
    inputHigh: high - cachedInputHigh - outputHigh,
    cachedInputHigh,
    outputHigh,
  };
}

/**
 * Adds `added` to `sum` in place, or subtracts `added` if `sign` is -1. Lists the fields, because a loop over the field
 * names would take ten times as long.
 */
export function addToSum(sum: SpendSum, added: Readonly<SpendSum>, sign: 1 | -1 = 1): void {
  sum.requests += sign * added.requests;
  sum.questions += sign * added.questions;
  sum.estimated += sign * added.estimated;
  sum.low += sign * added.low;
  sum.high += sign * added.high;
  sum.inputTokens += sign * added.inputTokens;
  sum.cachedInputTokens += sign * added.cachedInputTokens;
  sum.outputTokens += sign * added.outputTokens;
  sum.inputHigh += sign * added.inputHigh;
  sum.cachedInputHigh += sign * added.cachedInputHigh;
  sum.outputHigh += sign * added.outputHigh;
}

export function toSpend({ estimated, ...figures }: Readonly<SpendSum>): Spend {
  return { ...figures, isReported: estimated === 0 };
}

/**
 * Returns a copy of `spend` in which `cost` replaces the cost of a pending request. `spend` must include the pending
 * request.
 */
export function withCostSoFar(spend: Spend, pending: SpendRecord, cost: Cost): Spend {
  const { isReported, ...figures } = spend;
  const sum = { ...figures, estimated: isReported ? 0 : 1 };
  addToSum(sum, sumOf(pending), -1);
  addToSum(sum, sumOf({ ...pending, cost }));
  return toSpend(sum);
}
