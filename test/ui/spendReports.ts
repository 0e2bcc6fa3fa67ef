import type { Spend } from '../../src/common/spend.ts';
import type {
  SpendOfDay,
  SpendOfSession,
  SpendOfWorkspace,
  SpendQuery,
  SpendReport,
} from '../../src/common/protocol/spendProtocol.ts';

/** The current date in the tests of the Spend page. */
export const today = '2026-11-21';

/**
 * Returns reported spend, with costs in nano-dollars.
 * 1,000,000 tokens cost $2 as input, $0.25 as cached input and $8 as output.
 */
export function reported(
  questions: number,
  inputTokens: number,
  cachedInputTokens: number,
  outputTokens: number,
): Spend {
  const inputHigh = (inputTokens - cachedInputTokens) * 2000;
  const cachedInputHigh = cachedInputTokens * 250;
  const outputHigh = outputTokens * 8000;
  const high = inputHigh + cachedInputHigh + outputHigh;
  return {
    low: high,
    high,
    isReported: true,
    requests: questions,
    questions,
    inputTokens,
    cachedInputTokens,
    outputTokens,
    inputHigh,
    cachedInputHigh,
    outputHigh,
  };
}

/**
 * Returns estimated spend. The low end assumes that most input was cached and that output costs 5 % less.
 * The high end assumes that no input was cached.
 */
export function estimated(questions: number, inputTokens: number, outputTokens: number): Spend {
  const spend = reported(questions, inputTokens, 0, outputTokens);
  return { ...spend, isReported: false, low: Math.floor(inputTokens * 650 + outputTokens * 7600) };
}

function sum(...spends: readonly Spend[]): Spend {
  const add = (field: keyof { [Key in keyof Spend as Spend[Key] extends number ? Key : never]: true }) =>
    spends.reduce((total, spend) => total + spend[field], 0);
  return {
    low: add('low'),
    high: add('high'),
    isReported: spends.every(({ isReported }) => isReported),
    requests: add('requests'),
    questions: add('questions'),
    inputTokens: add('inputTokens'),
    cachedInputTokens: add('cachedInputTokens'),
    outputTokens: add('outputTokens'),
    inputHigh: add('inputHigh'),
    cachedInputHigh: add('cachedInputHigh'),
    outputHigh: add('outputHigh'),
  };
}

export function reportOf(query: SpendQuery, days: readonly SpendOfDay[], rest: Partial<SpendReport> = {}): SpendReport {
  const total = sum(...days.map(({ spend }) => spend));
  const workspaces: readonly SpendOfWorkspace[] =
    days.length === 0 ? [] : [{ id: 'w1', name: 'tally-chat', spend: total }];
  return {
    query,
    today,
    total,
    days,
    workspaces,
    sessions: [],
    sessionCount: rest.sessions?.length ?? 0,
    allWorkspaces: workspaces.map(({ id, name }) => ({ id, name })),
    notes: [],
    ...rest,
  };
}

export const thisMonth: SpendQuery = { first: '2026-11-01' };

export const emptyReport = reportOf(thisMonth, []);

export const nothingInPeriod = reportOf(thisMonth, [], {
  allWorkspaces: [{ id: 'w1', name: 'tally-chat' }],
  notes: ['Balance: ≈$8.0600 of $10.00 left, recorded on November 1, 2026.'],
});

/** A report on the current month, with spend on one day: a single question of estimated cost. */
export const oneDay = reportOf(thisMonth, [{ day: today, spend: estimated(1, 1240, 380) }], {
  sessions: [
    {
      sessionId: 's1',
      title: 'Group by a key',
      workspaceName: 'tally-chat',
      firstDay: today,
      lastDay: today,
      spend: estimated(1, 1240, 380),
    },
  ],
  projection: { low: 100_000_000, high: 160_000_000, isReported: false },
});

/** A report on the first 21 days of a month. Some days have reported spend, some estimated spend, and some no spend. */
export const month = monthReport();

function monthReport(): SpendReport {
  const days = [...Array(21).keys()]
    .map((index) => index + 1)
    .filter((day) => ![7, 8, 14, 15].includes(day))
    .map((day): SpendOfDay => {
      const size = 1 + ((day * 7) % 11);
      const spend =
        day % 3 === 0 ? reported(size, size * 9000, size * 5200, size * 900) : estimated(size, size * 9000, size * 900);
      return { day: `2026-11-${String(day).padStart(2, '0')}`, spend };
    });
  const total = sum(...days.map(({ spend }) => spend));
  const [first, second, third] = [days.slice(0, 9), days.slice(9, 14), days.slice(14)].map((part) =>
    sum(...part.map(({ spend }) => spend)),
  );
  const session = (
    sessionId: string,
    title: string | undefined,
    workspaceName: string,
    firstDay: string,
    lastDay: string,
    spend: Spend,
  ): SpendOfSession => ({
    sessionId,
    ...(title === undefined ? {} : { title }),
    workspaceName,
    firstDay,
    lastDay,
    spend,
  });
  return reportOf(thisMonth, days, {
    workspaces: [
      { id: 'w1', name: 'tally-chat', spend: first! },
      { id: 'w2', name: 'a-workspace-with-quite-a-long-name', spend: second! },
      { id: '', name: '', spend: third! },
    ],
    allWorkspaces: [
      { id: '', name: '' },
      { id: 'w2', name: 'a-workspace-with-quite-a-long-name' },
      { id: 'w1', name: 'tally-chat' },
    ],
    sessions: [
      session(
        's4',
        'Why the tests are slow on two cores',
        'tally-chat',
        '2026-11-18',
        today,
        estimated(31, 290_000, 22_000),
      ),
      session(
        's3',
        undefined,
        'a-workspace-with-quite-a-long-name',
        '2026-11-12',
        '2026-11-19',
        reported(18, 160_000, 90_000, 12_000),
      ),
      session('s2', 'تجميع حسب المفتاح', '', '2026-11-10', '2026-11-10', reported(2, 900, 0, 700)),
      session('s1', 'Group by a key', 'tally-chat', '2026-11-01', '2026-11-09', estimated(40, 410_000, 33_000)),
    ],
    projection: { low: Math.floor((total.low / 21) * 30), high: Math.ceil((total.high / 21) * 30), isReported: false },
    notes: ['Balance: ≈$8.0600 of $10.00 left, recorded on November 1, 2026.', 'Daily limit: $0.6000 of $1.00 spent.'],
  });
}

/** Returns a report with the given numbers of days, workspaces and sessions. */
export function longReport(
  query: SpendQuery,
  first: string,
  dayCount: number,
  workspaceCount: number,
  sessionCount: number,
): SpendReport {
  const days = [...Array(dayCount).keys()].map((index): SpendOfDay => {
    const size = 1 + ((index * 13) % 29);
    return {
      day: dayAfter(first, index),
      spend:
        index % 4 === 0
          ? reported(size, size * 9000, size * 5200, size * 900)
          : estimated(size, size * 9000, size * 900),
    };
  });
  const workspaces = [...Array(workspaceCount).keys()].map((index) => ({
    id: `w${index}`,
    name: `workspace-${index}`,
    spend: estimated(index + 1, (index + 1) * 9000, (index + 1) * 900),
  }));
  const sessions = [...Array(sessionCount).keys()].map((index): SpendOfSession => {
    const day = dayAfter(first, dayCount - 1 - (index % dayCount));
    return {
      sessionId: `s${index}`,
      title: `Session number ${index}`,
      workspaceName: `workspace-${index % workspaceCount}`,
      firstDay: day,
      lastDay: day,
      spend: estimated(1 + (index % 17), 9000 + index, 900 + index),
    };
  });
  return reportOf(query, days, {
    workspaces,
    sessions,
    allWorkspaces: workspaces.map(({ id, name }) => ({ id, name })),
    projection: { low: 1e9, high: 2e9, isReported: false },
  });
}

function dayAfter(first: string, count: number): string {
  return new Date(Date.parse(first) + count * 86_400_000).toISOString().slice(0, 10);
}
