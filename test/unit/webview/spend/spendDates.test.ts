import assert from 'node:assert/strict';
import { createSpendDates } from '../../../../src/webview/spend/spendDates.ts';

describe('createSpendDates', () => {
  const dates = createSpendDates('en');

  it('formats a day without a time zone shift', () => {
    assert.equal(dates.day('2026-11-21'), 'Nov 21, 2026');
    assert.equal(dates.longDay('2026-11-21'), 'Saturday, November 21, 2026');
    assert.equal(dates.shortDay('2026-11-01'), 'Nov 1');
    assert.equal(dates.shortMonth('2026-11-01'), 'Nov 2026');
  });

  it('formats a whole month, a single day and other ranges', () => {
    assert.equal(dates.days('2028-02-01', '2028-02-29'), 'February 2028');
    assert.equal(dates.days('2026-11-21', '2026-11-21'), 'Saturday, November 21, 2026');
    assert.equal(dates.days('2026-11-01', '2026-11-21').replace(/\s/gu, ' '), 'Nov 1 – 21, 2026');
    assert.equal(dates.days('2026-12-28', '2027-01-03').replace(/\s/gu, ' '), 'Dec 28, 2026 – Jan 3, 2027');
  });

  it('uses the Gregorian calendar in any locale', () => {
    assert.match(createSpendDates('ar-SA').day('2026-11-21'), /2026|٢٠٢٦/u);
  });
});
