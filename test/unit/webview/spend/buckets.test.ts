import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addDays, countDays } from '../../../../src/webview/spend/calendar.ts';
import { bucketsOf, bucketUnitFor } from '../../../../src/webview/spend/buckets.ts';
import { estimated, reported } from '../../../ui/spendReports.ts';

const units = ['day', 'week', 'month'] as const;

describe('bucketsOf', () => {
  it('returns a bucket for each day, including days without spend', () => {
    const spend = reported(2, 1000, 0, 100);
    const buckets = bucketsOf([{ day: '2028-02-29', spend }], '2028-02-28', '2028-03-01', 'day');
    assert.deepEqual(
      buckets.map(({ first, last, spend: { questions } }) => [first, last, questions]),
      [
        ['2028-02-28', '2028-02-28', 0],
        ['2028-02-29', '2028-02-29', 2],
        ['2028-03-01', '2028-03-01', 0],
      ],
    );
    assert.deepEqual(buckets[1]?.spend, spend);
  });

  it('starts weeks on Monday and months on the 1st, and clips the first and last bucket to the period', () => {
    const ends = (unit: 'week' | 'month') =>
      bucketsOf([], '2026-11-12', '2026-12-02', unit).map(({ first, last }) => `${first.slice(5)} ${last.slice(5)}`);
    assert.deepEqual(ends('week'), ['11-12 11-15', '11-16 11-22', '11-23 11-29', '11-30 12-02']);
    assert.deepEqual(ends('month'), ['11-12 11-30', '12-01 12-02']);
  });

  it('marks a bucket as reported only if the spend of all its days is reported', () => {
    const days = [
      { day: '2026-11-16', spend: reported(1, 1000, 500, 100) },
      { day: '2026-11-17', spend: reported(1, 1000, 0, 100) },
      { day: '2026-11-23', spend: reported(1, 1000, 0, 100) },
      { day: '2026-11-24', spend: estimated(1, 1000, 100) },
    ];
    assert.deepEqual(
      bucketsOf(days, '2026-11-16', '2026-11-29', 'week').map(({ spend }) => [spend.questions, spend.isReported]),
      [
        [2, true],
        [2, false],
      ],
    );
  });

  it('adds up each figure of the days of a bucket', () => {
    const spend = {
      ...{ low: 1, high: 2, isReported: false, requests: 3, questions: 4 },
      ...{ inputTokens: 5, cachedInputTokens: 6, outputTokens: 7 },
      ...{ inputHigh: 8, cachedInputHigh: 9, outputHigh: 10 },
    };
    const days = ['2026-11-16', '2026-11-17', '2026-11-18'].map((day) => ({ day, spend }));
    const [bucket] = bucketsOf(days, '2026-11-16', '2026-11-22', 'week');
    const tripled = Object.entries(spend).map(([name, value]) => [name, typeof value === 'number' ? 3 * value : value]);
    assert.deepEqual(bucket?.spend, Object.fromEntries(tripled));
  });

  it('returns, for each unit, buckets that cover the period without gaps and add up to the period’s spend', () => {
    const offsets = fc.uniqueArray(fc.nat(900), { maxLength: 40 }).map((all) => all.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(offsets, fc.nat(400), fc.nat(400), fc.constantFrom(...units), (spent, from, length, unit) => {
        const [first, last] = [addDays('2023-11-22', from), addDays('2023-11-22', from + length)];
        const days = spent.map((offset) => ({
          day: addDays('2023-11-22', offset),
          spend: estimated(1, offset + 1, 7),
        }));
        const buckets = bucketsOf(days, first, last, unit);
        const inPeriod = days.filter(({ day }) => first <= day && day <= last);
        const total = (field: 'high' | 'low' | 'inputTokens') =>
          buckets.reduce((sum, { spend }) => sum + spend[field], 0);
        for (const field of ['high', 'low', 'inputTokens'] as const)
          assert.equal(
            total(field),
            inPeriod.reduce((sum, { spend }) => sum + spend[field], 0),
          );
        assert.equal(buckets[0]?.first, first);
        assert.equal(buckets.at(-1)?.last, last);
        assert.equal(
          buckets.reduce((sum, bucket) => sum + countDays(bucket.first, bucket.last), 0),
          length + 1,
        );
      }),
    );
  });
});

describe('bucketUnitFor', () => {
  it('returns `day` or `week` only if this unit needs at most `maxBars` bars, otherwise `month`', () => {
    assert.equal(bucketUnitFor('2026-11-01', '2026-11-30', 30), 'day');
    assert.equal(bucketUnitFor('2026-11-01', '2026-11-30', 29), 'week');
    assert.equal(bucketUnitFor('2026-11-01', '2026-11-30', 6), 'week');
    assert.equal(bucketUnitFor('2026-11-01', '2026-11-30', 5), 'month');
    assert.equal(bucketUnitFor('2026-01-01', '2026-12-31', 54), 'week');
    assert.equal(bucketUnitFor('2026-01-01', '2026-12-31', 40), 'month');
    fc.assert(
      fc.property(fc.nat(700), fc.nat(3000), fc.integer({ min: 20, max: 300 }), (from, length, maxBars) => {
        const [first, last] = [addDays('2024-01-01', from), addDays('2024-01-01', from + length)];
        const unit = bucketUnitFor(first, last, maxBars);
        if (unit !== 'month') assert.ok(bucketsOf([], first, last, unit).length <= maxBars);
      }),
    );
  });
});
