import * as l10n from '@vscode/l10n';
import type { SpendQuery, SpendReport, ToSpendPageMessage } from '../../common/protocol/spendProtocol.ts';
import { formatCost, formatTokens } from '../../common/formatCost.ts';
import { assertNever } from '../../common/assertNever.ts';
import { element, icon, textButton } from '../dom.ts';
import { billSection } from './billSection.ts';
import { breakdown } from './breakdown.ts';
import { periodName } from './periodName.ts';
import { spendChart } from './spendChart.ts';
import type { SpendContext } from './spendContext.ts';
import { spendFigures } from './spendFigures.ts';
import { spendFilters } from './spendFilters.ts';
import { initialState, isSameQuery, queryOf, type SpendState } from './spendState.ts';

export interface SpendPage {
  readonly element: HTMLElement;
  /** Asks for the first report. */
  readonly start: () => void;
  readonly handle: (message: ToSpendPageMessage) => void;
}

export interface StateStore {
  readonly load: () => SpendState | undefined;
  readonly save: (state: SpendState) => void;
}

/** What was spent, for the days, workspace and session that are chosen. `today` holds until a report says which day it is. */
export function spendPage(given: Omit<SpendContext, 'state' | 'keep' | 'choose'>, store: StateStore, today: string): SpendPage {
  const { locale, post, announce } = given;
  let state: SpendState = { ...initialState, ...store.load() };
  let day = today;
  let asked: SpendQuery = {};
  /** The person waits for this report, and is told of it. */
  let isAwaited = false;
  let isFirst = true;

  const keep = (change: Partial<SpendState>) => {
    state = { ...state, ...change };
    store.save(state);
  };
  const ask = () => {
    asked = queryOf(state, day);
    root.setAttribute('aria-busy', 'true');
    post({ type: 'showReport', query: asked });
  };
  const context: SpendContext = {
    ...given,
    state: () => state,
    keep,
    choose: (change) => {
      keep(change);
      isAwaited = true;
      filters.update();
      ask();
    },
  };

  const filters = spendFilters(context);
  // Each is shown below the one before.
  const bill = billSection(context);
  const sections = [spendFigures(context), spendChart(context), breakdown(context), bill];

  const loading = element('p', { class: 'loading' }, l10n.t('Adding up…'));
  const content = element('div', { class: 'sections', hidden: true }, ...sections.map((section) => section.element));
  const nothing = element(
    'div',
    { class: 'nothing', hidden: true },
    element('p', {}, l10n.t('Nothing was spent in this selection.')),
    textButton(l10n.t('Show all'), 'button secondary', () => {
      context.choose({ period: 'allTime', widerPeriod: undefined, workspaceId: undefined, sessionId: undefined });
      filters.focus();
    }),
  );
  const empty = element(
    'div',
    { class: 'empty', hidden: true },
    icon('graph'),
    element('h2', {}, l10n.t('Nothing spent yet')),
    element('p', {}, l10n.t('After your first question, this page shows what it cost: per day, per workspace and per session, and how sure that is.')),
    element('p', {}, l10n.t('All of it is counted on this computer and stays here.')),
  );
  const exportButton = textButton(l10n.t('Export as CSV…'), 'button secondary', () => post({ type: 'exportSpend' }));
  const balanceButton = textButton(l10n.t('Record balance…'), 'button secondary', () => post({ type: 'recordBalance' }));
  const header = element('header', {}, element('h1', {}, l10n.t('Spend')), element('div', { class: 'actions' }, balanceButton, exportButton));
  const root = element('main', { class: 'spend' }, header, filters.element, loading, empty, nothing, content);

  const show = (report: SpendReport) => {
    day = report.today;
    loading.hidden = true;
    const isEmpty = report.allWorkspaces.length === 0;
    const hasRequests = report.total.requests > 0;
    empty.hidden = !isEmpty;
    filters.element.hidden = isEmpty;
    exportButton.hidden = isEmpty;
    nothing.hidden = isEmpty || hasRequests;
    content.hidden = isEmpty || !hasRequests;
    filters.show(report);
    if (!content.hidden) for (const section of sections) section.show(report);
    root.setAttribute('aria-busy', 'false');
    if (isAwaited) announce(sentence(report));
    isAwaited = false;
    if (isFirst) document.documentElement.scrollTop = state.scrollTop;
    isFirst = false;
  };

  const sentence = ({ total, query }: SpendReport): string => {
    const name = periodName(context, query, day);
    if (total.requests === 0) return l10n.t('{0}: nothing spent', name);
    const cost = formatCost(total, locale);
    if (total.questions === 1) return l10n.t('{0}: {1} for one question', name, cost);
    return l10n.t('{0}: {1} for {2} questions', name, cost, formatTokens(total.questions, locale));
  };

  document.addEventListener('scrollend', () => keep({ scrollTop: document.documentElement.scrollTop }));

  return {
    element: root,
    start: ask,
    handle: (message) => {
      switch (message.type) {
        case 'didLoadReport':
          // Another one was asked for since.
          if (!isSameQuery(message.report.query, asked)) return;
          show(message.report);
          // It is another day here than this page thought.
          if (!isSameQuery(queryOf(state, day), asked)) ask();
          break;
        case 'didCompareBill':
          bill.showComparison(message.comparison);
          break;
        default:
          assertNever(message);
      }
    },
  };
}
