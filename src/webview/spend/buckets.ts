import type { Spend } from '../../common/spend.ts';
import type { SpendOfDay } from '../../common/protocol/spendProtocol.ts';
import { addDays, countDays, startOfMonth, startOfNextMonth, startOfWeek } from './calendar.ts';

/** The days of one bar of the chart, from `first` to `last` inclusive, and the total spend of these days. */
export interface Bucket {
  readonly first: string;
  readonly last: string;
  readonly spend: Spend;
}

export type BucketUnit = 'day' | 'week' | 'month';

const noSpend: Spend = {
  low: 0,
  high: 0,
  isReported: true,
  requests: 0,
  questions: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  inputHigh: 0,
  cachedInputHigh: 0,
  outputHigh: 0,
};

/**
 * Returns `day` if `maxBars` bars are enough for the days, else `week` if `maxBars` bars are certainly enough for the
 * weeks of these days. Otherwise returns `month`, even if there are more months than `maxBars`. For the weeks, the
 * comparison uses an upper bound, because the first and last week may be partial.
 */
export function bucketUnitFor(first: string, last: string, maxBars: number): BucketUnit {
  const days = countDays(first, last);
  if (days <= maxBars) return 'day';
  return Math.ceil(days / 7) + 1 <= maxBars ? 'week' : 'month';
}

/**
 * Returns a bucket for each calendar day, week or month from `first` to `last`, oldest first. Days, weeks and months
 * without spend have a bucket, too. The first and last bucket are clipped to the range from `first` to `last`.
 *
 * @param days sorted by date, oldest first; days outside the range are ignored
 */
export function bucketsOf(
  days: readonly SpendOfDay[],
  first: string,
  last: string,
  unit: BucketUnit,
): readonly Bucket[] {
  const buckets: { first: string; last: string; spend: Spend }[] = [];
  let start = first;
  while (start <= last) {
    const next = startOfNext(start, unit);
    const end = addDays(next, -1);
    buckets.push({ first: start, last: end < last ? end : last, spend: noSpend });
    start = next;
  }
  let index = 0;
  for (const { day, spend } of days) {
    while ((buckets[index]?.last ?? day) < day) index += 1;
    const bucket = buckets[index];
    if (bucket !== undefined && bucket.first <= day) bucket.spend = addSpend(bucket.spend, spend);
  }
  return buckets;
}

function startOfNext(day: string, unit: BucketUnit): string {
  switch (unit) {
    case 'day':
      return addDays(day, 1);
    case 'week':
      return addDays(startOfWeek(day), 7);
    case 'month':
      return startOfNextMonth(startOfMonth(day));
  }
}

function addSpend(a: Spend, b: Spend): Spend {
  return {
    low: a.low + b.low,
    high: a.high + b.high,
    isReported: a.isReported && b.isReported,
    requests: a.requests + b.requests,
    questions: a.questions + b.questions,
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    inputHigh: a.inputHigh + b.inputHigh,
    cachedInputHigh: a.cachedInputHigh + b.cachedInputHigh,
    outputHigh: a.outputHigh + b.outputHigh,
  };
}
