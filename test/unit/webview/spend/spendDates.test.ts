import assert from 'node:assert/strict';
import { createSpendDates } from '../../../../src/webview/spend/spendDates.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';

describe('createSpendDates', () => {
  const cleanUp = cleanUpAfterEach();

  it('formats a day as the same date in three time zones', () => {
    const { TZ } = process.env;
    cleanUp(() => (TZ === undefined ? delete process.env.TZ : (process.env.TZ = TZ)));
    for (const zone of ['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati']) {
      process.env.TZ = zone;
      const dates = createSpendDates('en');
      assert.equal(dates.day('2026-11-21'), 'Nov 21, 2026', zone);
      assert.equal(dates.longDay('2026-11-21'), 'Saturday, November 21, 2026', zone);
      assert.equal(dates.shortDay('2026-11-01'), 'Nov 1', zone);
      assert.equal(dates.shortMonth('2026-11-01'), 'Nov 2026', zone);
    }
  });

  it('formats a whole month, a single day and other ranges', () => {
    const dates = createSpendDates('en');
    assert.equal(dates.days('2028-02-01', '2028-02-29'), 'February 2028');
    assert.equal(dates.days('2026-11-21', '2026-11-21'), 'Saturday, November 21, 2026');
    assert.equal(dates.days('2026-11-01', '2026-11-21').replace(/\s/gu, ' '), 'Nov 1 – 21, 2026');
    assert.equal(dates.days('2026-12-28', '2027-01-03').replace(/\s/gu, ' '), 'Dec 28, 2026 – Jan 3, 2027');
  });

  it('shows the Gregorian year in the locale ar-SA', () => {
    assert.match(createSpendDates('ar-SA').day('2026-11-21'), /2026|٢٠٢٦/u);
  });
});
