import assert from 'node:assert/strict';
import fc from 'fast-check';
import { localDayOf } from '../../../../src/common/localDay.ts';
import {
  addDays,
  countDays,
  startOfMonth,
  startOfNextMonth,
  startOfWeek,
} from '../../../../src/webview/spend/calendar.ts';
import { dayRange, periodRange } from '../../../../src/webview/spend/period.ts';

const day = fc.integer({ min: 0, max: 60_000 }).map((count) => addDays('1970-01-01', count));

describe('calendar days', () => {
  it('are added and subtracted across the ends of months and years, and in leap years', () => {
    assert.equal(addDays('2026-02-28', 1), '2026-03-01');
    assert.equal(addDays('2028-02-28', 1), '2028-02-29');
    assert.equal(addDays('2026-12-31', 1), '2027-01-01');
    assert.equal(addDays('2026-03-01', -1), '2026-02-28');
  });

  it('are counted with both ends included, or as 0 if the last day is before the first', () => {
    assert.equal(countDays('2026-11-21', '2026-11-21'), 1);
    assert.equal(countDays('2028-01-01', '2028-12-31'), 366);
    assert.equal(countDays('2026-11-21', '2026-11-20'), 0);
    fc.assert(fc.property(day, fc.nat(2000), (first, count) => countDays(first, addDays(first, count)) === count + 1));
  });

  it('match the local date on each day of 2026 in five time zones, despite daylight saving time', () => {
    const zone = process.env['TZ'];
    try {
      for (const name of ['Europe/Berlin', 'America/Los_Angeles', 'America/Santiago', 'Pacific/Apia', 'Africa/Cairo']) {
        process.env['TZ'] = name;
        for (let index = 0; index < 365; index += 1) {
          const [year, month, date] = addDays('2026-01-01', index).split('-').map(Number) as [number, number, number];
          assert.equal(localDayOf(new Date(year, month - 1, date, 23, 59)), addDays('2026-01-01', index), name);
          assert.equal(countDays('2026-01-01', localDayOf(new Date(year, month - 1, date, 12))), index + 1, name);
        }
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('belong to a week that starts on Monday and to a month that starts on the 1st', () => {
    assert.equal(startOfWeek('2026-11-21'), '2026-11-16');
    assert.equal(startOfWeek('2026-11-16'), '2026-11-16');
    assert.equal(startOfWeek('2026-11-22'), '2026-11-16');
    assert.equal(startOfMonth('2028-02-29'), '2028-02-01');
    assert.equal(startOfNextMonth('2026-12-31'), '2027-01-01');
    assert.equal(startOfNextMonth('2026-01-31'), '2026-02-01');
  });
});

describe('periodRange', () => {
  it('returns no last day for a named period, and returns a first day unless the period is `allTime`', () => {
    assert.deepEqual(periodRange('thisMonth', '2026-11-21'), { first: '2026-11-01' });
    assert.deepEqual(periodRange('last7Days', '2026-03-03'), { first: '2026-02-25' });
    assert.deepEqual(periodRange('last7Days', '2028-03-03'), { first: '2028-02-26' });
    assert.deepEqual(periodRange('last30Days', '2026-11-21'), { first: '2026-10-23' });
    assert.deepEqual(periodRange('last90Days', '2026-11-21'), { first: '2026-08-24' });
    assert.deepEqual(periodRange('thisYear', '2026-11-21'), { first: '2026-01-01' });
    assert.deepEqual(periodRange('allTime', '2026-11-21'), {});
  });

  it('returns fixed days unchanged', () => {
    assert.deepEqual(periodRange({ first: '2026-11-03' }, '2026-11-21'), { first: '2026-11-03' });
  });
});

describe('dayRange', () => {
  it('puts two days in order, and omits a day that is an empty string', () => {
    assert.deepEqual(dayRange('2026-11-20', '2026-11-03'), { first: '2026-11-03', last: '2026-11-20' });
    assert.deepEqual(dayRange('2026-11-20', ''), { first: '2026-11-20' });
    assert.deepEqual(dayRange('', '2026-11-20'), { last: '2026-11-20' });
    assert.deepEqual(dayRange('', ''), {});
  });
});
