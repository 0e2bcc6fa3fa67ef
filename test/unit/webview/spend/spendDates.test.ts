import assert from 'node:assert/strict';
import { createSpendDates } from '../../../../src/webview/spend/spendDates.ts';

describe('the names of days', () => {
  const dates = createSpendDates('en');

  it('are those of the day itself, wherever this is', () => {
    assert.equal(dates.day('2026-11-21'), 'Nov 21, 2026');
    assert.equal(dates.longDay('2026-11-21'), 'Saturday, November 21, 2026');
    assert.equal(dates.shortDay('2026-11-01'), 'Nov 1');
    assert.equal(dates.shortMonth('2026-11-01'), 'Nov 2026');
  });

  it('say a whole month or a single day by its name, and other days by their ends', () => {
    assert.equal(dates.days('2028-02-01', '2028-02-29'), 'February 2028');
    assert.equal(dates.days('2026-11-21', '2026-11-21'), 'Saturday, November 21, 2026');
    assert.equal(dates.days('2026-11-01', '2026-11-21').replace(/\s/gu, ' '), 'Nov 1 – 21, 2026');
    assert.equal(dates.days('2026-12-28', '2027-01-03').replace(/\s/gu, ' '), 'Dec 28, 2026 – Jan 3, 2027');
  });

  it('are those of the calendar in which the days are counted', () => {
    assert.match(createSpendDates('ar-SA').day('2026-11-21'), /2026|٢٠٢٦/u);
  });
});
