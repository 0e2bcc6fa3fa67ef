import { strict as assert } from 'node:assert';
import { createSessionDates } from '../../../../src/webview/sessions/sessionDates.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';

/** Returns a local time in milliseconds since the epoch. January is month 1. */
const local = (year: number, month: number, day: number, hour = 12, minute = 0) =>
  new Date(year, month - 1, day, hour, minute).getTime();
const datesOn = (now: number) => createSessionDates(now, 'en-GB');

describe('createSessionDates', () => {
  const cleanUp = cleanUpAfterEach();

  it('groups dates by calendar day, week, month and year', () => {
    // 19 March 2026 is a Thursday.
    const { group } = datesOn(local(2026, 3, 19, 9));
    const groups: readonly (readonly [number, string])[] = [
      [local(2026, 3, 19, 23, 59), 'Today'],
      [local(2026, 3, 19, 0), 'Today'],
      [local(2026, 3, 18, 23, 59), 'Yesterday'],
      [local(2026, 3, 18, 0), 'Yesterday'],
      [local(2026, 3, 17, 23, 59), 'This week'],
      [local(2026, 3, 16, 0), 'This week'],
      [local(2026, 3, 15, 23, 59), 'Earlier this month'],
      [local(2026, 3, 1, 0), 'Earlier this month'],
      [local(2026, 2, 28, 23, 59), 'February'],
      [local(2026, 1, 1, 0), 'January'],
      [local(2025, 12, 31, 23, 59), 'December 2025'],
      [local(2025, 3, 19), 'March 2025'],
    ];
    assert.deepEqual(
      groups.map(([at]) => group(at)),
      groups.map(([, name]) => name),
    );
  });

  it('starts the week on Monday', () => {
    const sunday = datesOn(local(2026, 3, 22));
    assert.equal(sunday.group(local(2026, 3, 16, 0)), 'This week');
    assert.equal(sunday.group(local(2026, 3, 15, 23)), 'Earlier this month');
    const monday = datesOn(local(2026, 3, 16));
    assert.equal(monday.group(local(2026, 3, 15)), 'Yesterday');
    assert.equal(monday.group(local(2026, 3, 14)), 'Earlier this month');
  });

  it('groups days before New Year under Yesterday, This week, or a heading with month and year', () => {
    // 1 January 2027 is a Friday.
    const { group } = datesOn(local(2027, 1, 1, 0));
    assert.deepEqual([local(2026, 12, 31), local(2026, 12, 28), local(2026, 12, 27)].map(group), [
      'Yesterday',
      'This week',
      'December 2026',
    ]);
  });

  it('uses calendar days when daylight saving time starts or ends', () => {
    const { TZ } = process.env;
    cleanUp(() => (TZ === undefined ? delete process.env.TZ : (process.env.TZ = TZ)));
    process.env.TZ = 'America/New_York';
    // In 2026 the clock goes forward on 8 March and back on 1 November.
    for (const [month, day] of [
      [3, 8],
      [11, 1],
    ] as const) {
      for (const now of [local(2026, month, day, 23), local(2026, month, day + 1, 9)]) {
        const { group } = datesOn(now);
        const today = new Date(now).getDate();
        const ats = [
          local(2026, month, today, 0),
          local(2026, month, today - 1, 23, 59),
          local(2026, month, today - 1, 0),
          local(2026, month, today - 2, 23, 59),
        ];
        const [first, second, third, fourth] = ats.map(group);
        assert.deepEqual([first, second, third], ['Today', 'Yesterday', 'Yesterday'], new Date(now).toString());
        assert.notEqual(fourth, 'Yesterday', new Date(now).toString());
      }
    }
  });

  it('groups a session with a future date under Today', () => {
    assert.equal(datesOn(local(2026, 3, 19)).group(local(2026, 5, 1)), 'Today');
  });

  it('shows midnight at the start of yesterday as a time, and midnight at the start of the week with the weekday', () => {
    const { time } = datesOn(local(2026, 3, 19));
    const midnights = [local(2026, 3, 18, 0), local(2026, 3, 16, 0)];
    assert.deepEqual(
      midnights.map(time).map((text) => text.replace(/[,\s]+/g, ' ')),
      ['00:00', 'Mon 00:00'],
    );
  });

  it('shows dates of today and yesterday as a time, other dates of this week as weekday and time, and earlier dates as day and month', () => {
    const { time } = datesOn(local(2026, 3, 19));
    const ats = [
      local(2026, 3, 19, 9, 5),
      local(2026, 3, 18, 22),
      local(2026, 3, 17, 8, 30),
      local(2026, 3, 2),
      local(2025, 12, 24),
    ];
    assert.deepEqual(
      ats.map(time).map((text) => text.replace(/[,\s]+/g, ' ')),
      ['09:05', '22:00', 'Tue 08:30', '2 Mar', '24 Dec'],
    );
  });
});
