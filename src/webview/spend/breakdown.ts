import * as l10n from '@vscode/l10n';
import type { Spend } from '../../common/spend.ts';
import type { SpendOfDay, SpendOfSession, SpendOfWorkspace } from '../../common/protocol/spendProtocol.ts';
import {
  formatLeastTokens,
  formatMarkedRange,
  formatMarkedTokens,
  formatTokens,
} from '../../common/text/formatCost.ts';
import { element, leftToRight, textButton } from '../dom.ts';
import type { SpendContext, SpendSection } from './spendContext.ts';
import { averageOf } from './spendFigures.ts';
import { sessionName, workspaceName } from './spendFilters.ts';
import { createSpendTable, tableLabel, type Column, type SpendTable } from './spendTable.ts';
import { tableNames, type TableName } from './spendState.ts';
import { tabs } from './tabs.ts';

/** Creates the section with three tabs, which show tables of the spend by day, by workspace and by session. */
export function breakdown(context: SpendContext): SpendSection {
  const { state, keep } = context;
  const columns = createSpendColumns(context);
  const tables: Readonly<Record<TableName, SpendTable>> = {
    byDay: dayTable(context, columns),
    byWorkspace: workspaceTable(context, columns),
    bySession: sessionTable(context, columns),
  };
  const tabList = tabs(
    l10n.t('Breakdown'),
    tableNames.map((id) => ({ id, label: tableLabel(id), panel: tables[id].element })),
    state().table,
    (table) => {
      keep({ table });
      tables[table].becomeVisible();
    },
  );
  const heading = element('h2', { id: 'breakdown-title' }, l10n.t('Breakdown'));
  return {
    element: element('section', { class: 'breakdown', 'aria-labelledby': heading.id }, heading, ...tabList),
    show: (report) => {
      for (const name of tableNames) tables[name].show(report, name === state().table);
    },
  };
}

/**
 * The columns that all tables have in common. `cost` is separate from `others`, because `cost` must be the second
 * column of each table. There, the cost is visible even in narrow windows.
 */
interface SpendColumns {
  readonly cost: Column<HasSpend>;
  readonly others: readonly Column<HasSpend>[];
}

interface HasSpend {
  readonly spend: Spend;
}

function dayTable(context: SpendContext, { cost, others }: SpendColumns): SpendTable {
  const { dates, state } = context;
  return createSpendTable<SpendOfDay>(context, {
    name: 'byDay',
    rows: ({ days }) => days,
    key: ({ day }) => day,
    text: ({ day }) => `${dates.longDay(day)} ${dates.day(day)} ${day}`,
    initialOrder: { column: 'day', isDescending: true },
    columns: [
      { id: 'day', label: l10n.t('Day'), value: ({ day }) => numberOf(day), cell: ({ day }) => dates.day(day) },
      cost,
      ...others,
    ],
    only: {
      label: ({ day }) => dates.day(day),
      isSet: ({ day }, { first, last }) => day === first && day === last,
      change: ({ day }) => {
        const { period, widerPeriod } = state();
        return { period: { first: day, last: day }, widerPeriod: widerPeriod ?? period };
      },
    },
  });
}

function workspaceTable(context: SpendContext, { cost, others }: SpendColumns): SpendTable {
  const nameOf = ({ id, name }: SpendOfWorkspace) => workspaceName(id, name);
  return createSpendTable<SpendOfWorkspace>(context, {
    name: 'byWorkspace',
    rows: ({ workspaces }) => workspaces,
    key: ({ id }) => id,
    text: nameOf,
    initialOrder: { column: 'cost', isDescending: true },
    columns: [
      { id: 'workspace', label: l10n.t('Workspace'), value: nameOf, cell: (row) => nameCell(nameOf(row)) },
      cost,
      ...others,
    ],
    only: {
      label: nameOf,
      isSet: ({ id }, { workspaceId }) => id === workspaceId,
      change: ({ id }) => ({ workspaceId: id }),
    },
  });
}

function sessionTable(context: SpendContext, { cost, others }: SpendColumns): SpendTable {
  const { dates, locale } = context;
  const nameOf = (session: SpendOfSession) => sessionName(session, dates);
  return createSpendTable<SpendOfSession>(context, {
    name: 'bySession',
    rows: ({ sessions }) => sessions,
    key: ({ sessionId }) => sessionId,
    text: (session) =>
      `${nameOf(session)} ${session.workspaceName} ${dates.day(session.firstDay)} ${dates.day(session.lastDay)}`,
    initialOrder: { column: 'days', isDescending: true },
    columns: [
      { id: 'session', label: l10n.t('Session'), value: nameOf, cell: (session) => sessionCell(session, context) },
      cost,
      {
        id: 'days',
        label: l10n.t('Days'),
        value: ({ firstDay, lastDay }) => numberOf(lastDay) * 1e8 + numberOf(firstDay),
        cell: ({ firstDay, lastDay }) => dates.shortDays(firstDay, lastDay),
      },
      {
        id: 'workspace',
        label: l10n.t('Workspace'),
        value: (session) => session.workspaceName,
        cell: (session) => nameCell(session.workspaceName),
      },
      ...others,
    ],
    remark: ({ sessions, sessionCount }) => {
      if (sessionCount <= sessions.length) return '';
      const [listed, all] = [formatTokens(sessions.length, locale), formatTokens(sessionCount, locale)];
      return l10n.t(
        'Only the latest sessions are listed: {0} of {1}. Choose a shorter period to see the others.',
        listed,
        all,
      );
    },
    only: {
      label: nameOf,
      isSet: ({ sessionId }, query) => sessionId === query.sessionId,
      change: ({ sessionId }) => ({ sessionId }),
    },
  });
}

/**
 * Creates a link that opens the session in the chat. For a session without a title, creates only its name: the session
 * or its questions were deleted, or the session belongs to another workspace.
 */
function sessionCell(session: SpendOfSession, { dates, post }: SpendContext): Node {
  const name = sessionName(session, dates);
  if (session.title === undefined) return nameCell(name);
  const open = textButton(name, 'link', () => post({ type: 'openSession', sessionId: session.sessionId }));
  open.dir = 'auto';
  open.title = l10n.t('Open {0} in the chat', name);
  return open;
}

/**
 * Creates the element for a name, which may be in any text direction. The tooltip shows the full name, because CSS
 * truncates long names.
 */
function nameCell(text: string): HTMLElement {
  return element('span', { class: 'name', dir: 'auto', title: text }, text);
}

/** Converts `2026-11-21` to 20261121, because comparing numbers is faster than comparing texts. */
function numberOf(day: string): number {
  return Number(day.replaceAll('-', ''));
}

function createSpendColumns({ locale }: SpendContext): SpendColumns {
  const tokens = (
    id: string,
    label: string,
    of: (spend: Spend) => number,
    format = formatMarkedTokens,
  ): Column<HasSpend> => ({
    id,
    label,
    isNumber: true,
    value: ({ spend }) => of(spend),
    cell: ({ spend }) => leftToRight(format(of(spend), spend, locale)),
  });
  return {
    cost: {
      id: 'cost',
      label: l10n.t('Cost'),
      isNumber: true,
      value: ({ spend }) => spend.high,
      cell: ({ spend }) => leftToRight(formatMarkedRange(spend, locale)),
    },
    others: [
      {
        id: 'requests',
        label: l10n.t('Requests'),
        isNumber: true,
        value: ({ spend }) => spend.requests,
        cell: ({ spend }) => formatTokens(spend.requests, locale),
      },
      {
        id: 'average',
        label: l10n.t('Per charged request'),
        isNumber: true,
        value: ({ spend }) => averageOf(spend)?.high ?? 0,
        cell: ({ spend }) => {
          const average = averageOf(spend);
          return average === undefined ? '–' : leftToRight(formatMarkedRange(average, locale));
        },
      },
      tokens('input', l10n.t('Tokens in'), ({ inputTokens }) => inputTokens),
      tokens('cached', l10n.t('Of these cached'), ({ cachedInputTokens }) => cachedInputTokens, formatLeastTokens),
      tokens('output', l10n.t('Tokens out'), ({ outputTokens }) => outputTokens),
    ],
  };
}
