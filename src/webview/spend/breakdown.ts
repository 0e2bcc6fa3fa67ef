import * as l10n from '@vscode/l10n';
import type { Spend } from '../../common/spend.ts';
import type { SpendOfDay, SpendOfSession, SpendOfWorkspace } from '../../common/protocol/spendProtocol.ts';
import { formatMarkedRange, formatTokens } from '../../common/formatCost.ts';
import { element, textButton } from '../dom.ts';
import { leftToRight } from './leftToRight.ts';
import type { SpendContext, SpendSection } from './spendContext.ts';
import { averageOf } from './spendFigures.ts';
import { sessionName, workspaceName } from './spendFilters.ts';
import { spendTable, tableLabel, type Column, type SpendTable } from './spendTable.ts';
import { tableNames, type TableName } from './spendState.ts';
import { tabs } from './tabs.ts';

/** The numbers behind the chart, by day, by workspace and by session. */
export function breakdown(context: SpendContext): SpendSection {
  const { locale, state, keep } = context;
  // What is looked for stands beside the name, however narrow the page is.
  const [cost, ...others] = spendColumns(context);
  const tables: Readonly<Record<TableName, SpendTable>> = {
    byDay: spendTable<SpendOfDay>(context, {
      name: 'byDay',
      rows: ({ days }) => days,
      key: ({ day }) => day,
      text: ({ day }) => `${context.dates.longDay(day)} ${context.dates.day(day)} ${day}`,
      sortedAtFirst: { column: 'day', isDescending: true },
      columns: [{ id: 'day', label: l10n.t('Day'), value: ({ day }) => numberOf(day), cell: ({ day }) => context.dates.day(day) }, cost, ...others],
      only: {
        label: ({ day }) => context.dates.day(day),
        change: ({ day }) => {
          const { period, widerPeriod } = state();
          return { period: { first: day, last: day }, widerPeriod: widerPeriod ?? period };
        },
      },
    }),
    byWorkspace: spendTable<SpendOfWorkspace>(context, {
      name: 'byWorkspace',
      rows: ({ workspaces }) => workspaces,
      key: ({ id }) => id,
      text: ({ id, name }) => workspaceName(id, name),
      sortedAtFirst: { column: 'cost', isDescending: true },
      columns: [
        { id: 'workspace', label: l10n.t('Workspace'), value: ({ id, name }) => workspaceName(id, name), cell: ({ id, name }) => nameOf(workspaceName(id, name)) },
        cost,
        ...others,
      ],
      only: { label: ({ id, name }) => workspaceName(id, name), change: ({ id }) => ({ workspaceId: id }) },
    }),
    bySession: spendTable<SpendOfSession>(context, {
      name: 'bySession',
      rows: ({ sessions }) => sessions,
      key: ({ sessionId }) => sessionId,
      text: (session) => `${sessionName(context, session)} ${session.workspaceName} ${context.dates.day(session.firstDay)} ${context.dates.day(session.lastDay)}`,
      sortedAtFirst: { column: 'days', isDescending: true },
      columns: [
        { id: 'session', label: l10n.t('Session'), value: (session) => sessionName(context, session), cell: sessionCell },
        cost,
        { id: 'days', label: l10n.t('Days'), value: ({ firstDay, lastDay }) => numberOf(lastDay) * 1e8 + numberOf(firstDay), cell: ({ firstDay, lastDay }) => context.dates.shortDays(firstDay, lastDay) },
        { id: 'workspace', label: l10n.t('Workspace'), value: (session) => session.workspaceName, cell: (session) => nameOf(session.workspaceName) },
        ...others,
      ],
      remark: ({ sessions, sessionCount }) =>
        sessionCount > sessions.length ? l10n.t('The latest {0} of {1} sessions. Choose a shorter period to see the others.', formatTokens(sessions.length, locale), formatTokens(sessionCount, locale)) : '',
      only: { label: (session) => sessionName(context, session), change: ({ sessionId }) => ({ sessionId }) },
    }),
  };

  function sessionCell(session: SpendOfSession): Node {
    const name = sessionName(context, session);
    if (session.title === undefined) return nameOf(name);
    const open = textButton(name, 'link', () => context.post({ type: 'openSession', sessionId: session.sessionId }));
    open.dir = 'auto';
    open.title = l10n.t('Open {0} in the chat', name);
    return open;
  }

  const tabList = tabs(
    l10n.t('Breakdown'),
    tableNames.map((id) => ({ id, label: tableLabel(id), panel: tables[id].element })),
    state().table,
    (table) => {
      keep({ table });
      tables[table].becomeVisible();
    },
  );

  return {
    element: element('section', { class: 'breakdown', 'aria-labelledby': 'breakdown-title' }, element('h2', { id: 'breakdown-title' }, l10n.t('Breakdown')), ...tabList),
    show: (report) => {
      for (const name of tableNames) tables[name].show(report, name === state().table);
    },
  };
}

/** Sorts as the day does, in less time than a text. */
function numberOf(day: string): number {
  return Number(day.replaceAll('-', ''));
}

/** Names are written in either direction, and may be cut off where they are long. */
function nameOf(text: string): HTMLElement {
  return element('span', { class: 'name', dir: 'auto', title: text }, text);
}

interface HasSpend {
  readonly spend: Spend;
}

function spendColumns({ locale }: SpendContext): readonly [Column<HasSpend>, ...Column<HasSpend>[]] {
  const tokens = (id: string, label: string, of: (spend: Spend) => number): Column<HasSpend> => ({
    id,
    label,
    isNumber: true,
    value: ({ spend }) => of(spend),
    cell: ({ spend }) => formatTokens(of(spend), locale),
  });
  return [
    { id: 'cost', label: l10n.t('Cost'), isNumber: true, value: ({ spend }) => spend.high, cell: ({ spend }) => leftToRight(formatMarkedRange(spend, locale)) },
    tokens('questions', l10n.t('Questions'), ({ questions }) => questions),
    {
      id: 'average',
      label: l10n.t('Average'),
      isNumber: true,
      value: ({ spend }) => averageOf(spend)?.high ?? 0,
      cell: ({ spend }) => {
        const average = averageOf(spend);
        return average === undefined ? '–' : leftToRight(formatMarkedRange(average, locale));
      },
    },
    tokens('input', l10n.t('Input'), ({ inputTokens }) => inputTokens),
    tokens('cached', l10n.t('Cached'), ({ cachedInputTokens }) => cachedInputTokens),
    tokens('output', l10n.t('Output'), ({ outputTokens }) => outputTokens),
  ];
}
