import * as l10n from '@vscode/l10n';

/** Formats the dates in the list of sessions, relative to a fixed `now`. */
export interface SessionDates {
  /** Returns the heading of the group for a date, such as `Today` or `March 2026`. */
  readonly group: (at: number) => string;
  /** Returns the text for a date within its group, such as `14:05`, `Tue 08:30` or `12 Mar`. */
  readonly time: (at: number) => string;
}

/** `now` and each `at` are milliseconds since the epoch. Days, weeks and months are those of the local time zone. */
export function createSessionDates(now: number, locale: string): SessionDates {
  const today = new Date(now);
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const startOfToday = new Date(year, month, day).getTime();
  const startOfYesterday = new Date(year, month, day - 1).getTime();
  // Weeks start on Monday, as in ISO 8601.
  const startOfWeek = new Date(year, month, day - ((today.getDay() + 6) % 7)).getTime();
  const startOfMonth = new Date(year, month, 1).getTime();
  const startOfYear = new Date(year, 0, 1).getTime();

  const monthName = new Intl.DateTimeFormat(locale, { month: 'long' });
  const monthAndYear = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
  const hours = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', hour: 'numeric', minute: 'numeric' });
  const dayOfMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });

  return {
    group: (at) => {
      if (at >= startOfToday) return l10n.t('Today');
      if (at >= startOfYesterday) return l10n.t('Yesterday');
      if (at >= startOfWeek) return l10n.t('This week');
      if (at >= startOfMonth) return l10n.t('Earlier this month');
      return (at >= startOfYear ? monthName : monthAndYear).format(at);
    },
    time: (at) => {
      if (at >= startOfYesterday) return hours.format(at);
      return (at >= startOfWeek ? weekday : dayOfMonth).format(at);
    },
  };
}
