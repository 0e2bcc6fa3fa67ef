import type { Spend } from '../../common/spend.ts';
import type { Cost } from '../cost.ts';
import { priceOf } from '../prices.ts';
import type { SpendRecord } from './spendRecord.ts';

/** The figures of a sum, in the order in which they are kept in files. */
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

/** A sum that grows; `estimated` is how many requests the service has not reported. */
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

/** The sum of one request. */
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
    // The rest, so that the three are the high end also where it is the price of something else.
    inputHigh: high - cachedInputHigh - outputHigh,
    cachedInputHigh,
    outputHigh,
  };
}

/** Adds to a sum in place, or takes away from it with −1. Field by field: a loop over their names takes ten times as long. */
export function addTo(sum: SpendSum, added: Readonly<SpendSum>, sign: 1 | -1 = 1): void {
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

/** With what a running request, which is in it as it was begun, costs so far. */
export function withCostSoFar(spend: Spend, begun: SpendRecord, cost: Cost): Spend {
  const { isReported, ...figures } = spend;
  const sum = { ...figures, estimated: isReported ? 0 : 1 };
  addTo(sum, sumOf(begun), -1);
  addTo(sum, sumOf({ ...begun, cost }));
  return toSpend(sum);
}
