import * as l10n from '@vscode/l10n';
import type { SpendQuery, SpendReport, ToSpendPageMessage } from '../../common/protocol/spendProtocol.ts';
import { formatMarkedRange, formatTokens } from '../../common/text/formatCost.ts';
import { assertNever } from '../../common/assertNever.ts';
import { pluralText } from '../../common/text/pluralText.ts';
import { element, icon, textButton } from '../dom.ts';
import { createBillSection } from './billSection.ts';
import { breakdown } from './breakdown.ts';
import { periodName } from './period.ts';
import { spendChart } from './spendChart.ts';
import type { SpendContext } from './spendContext.ts';
import { spendFigures } from './spendFigures.ts';
import { createSpendFilters } from './spendFilters.ts';
import { initialState, isSameQuery, queryOf, type SpendState } from './spendState.ts';

export interface SpendPage {
  readonly element: HTMLElement;
  /** Requests the first report. Must be called after `element` was added to the document. */
  readonly start: () => void;
  readonly handle: (message: ToSpendPageMessage) => void;
}

export interface StateStore {
  readonly load: () => SpendState | undefined;
  readonly save: (state: SpendState) => void;
}

/** Creates the Spend page. `today` is used only until the first report, because a report states the current day. */
export function createSpendPage(
  base: Omit<SpendContext, 'state' | 'keep' | 'choose'>,
  store: StateStore,
  today: string,
): SpendPage {
  const { post, announce } = base;
  let state: SpendState = { ...initialState, ...store.load() };
  let day = today;
  let asked: SpendQuery = {};
  /** True if the user changed a filter after the last report. The next report is then announced to screen readers. */
  let isAwaited = false;
  let isFirst = true;

  const root = element('main', { class: 'spend' });
  const context: SpendContext = { ...base, state: () => state, keep, choose };
  const filters = createSpendFilters(context);
  const bill = createBillSection(context);
  const sections = [spendFigures(context), spendChart(context), breakdown(context), bill];

  const header = pageHeader(post);
  const loading = element('p', { class: 'loading' }, l10n.t('Loading…'));
  const empty = emptyPage(() => post({ type: 'openChat' }));
  const nothing = emptySelection(() => {
    choose({ period: 'allTime', widerPeriod: undefined, workspaceId: undefined, sessionId: undefined });
    filters.focus();
  });
  const content = element('div', { class: 'sections', hidden: true }, ...sections.map((section) => section.element));
  root.append(header.element, filters.element, loading, empty, nothing, content);
  document.addEventListener('scrollend', () => keep({ scrollTop: document.documentElement.scrollTop }));

  function keep(change: Partial<SpendState>): void {
    state = { ...state, ...change };
    store.save(state);
  }

  function choose(change: Partial<SpendState>): void {
    keep(change);
    isAwaited = true;
    filters.update();
    ask();
  }

  function ask(): void {
    asked = queryOf(state, day);
    root.setAttribute('aria-busy', 'true');
    post({ type: 'showReport', query: asked });
  }

  function show(report: SpendReport): void {
    day = report.today;
    const isEmpty = report.allWorkspaces.length === 0;
    const hasRequests = report.total.requests > 0;
    loading.hidden = true;
    empty.hidden = !isEmpty;
    filters.element.hidden = isEmpty;
    header.exportButton.hidden = isEmpty;
    nothing.hidden = isEmpty || hasRequests;
    content.hidden = isEmpty || !hasRequests;
    filters.show(report);
    const hadFocus = document.activeElement !== document.body;
    if (!content.hidden) for (const section of sections) section.show(report);
    // The focused button may be gone, such as the button that set the filter.
    if (hadFocus && document.activeElement === document.body) filters.focus();
    root.setAttribute('aria-busy', 'false');
    // All data may have been deleted, so the live region must not keep earlier amounts.
    if (isEmpty) announce('');
    if (isAwaited) announce(spokenReport(report, context));
    isAwaited = false;
    if (isFirst) document.documentElement.scrollTop = state.scrollTop;
    isFirst = false;
  }

  function handle(message: ToSpendPageMessage): void {
    switch (message.type) {
      case 'didLoadReport':
        // Ignore a stale report, that is, a report whose query is not the latest one.
        if (!isSameQuery(message.report.query, asked)) return;
        show(message.report);
        // If the current day has changed, a named period may start on another day. Then request a new report.
        if (!isSameQuery(queryOf(state, day), asked)) ask();
        break;
      case 'didCompareBill':
        bill.showComparison(message.comparison);
        break;
      default:
        assertNever(message);
    }
  }

  function start(): void {
    ask();
    keepFocus(header.heading);
  }

  return { element: root, start, handle };
}

/**
 * Focuses `first` when the page gets the focus. Later, returns the focus to the element that had it last, because VS
 * Code focuses only the page itself after its dialogs.
 */
function keepFocus(first: HTMLElement): void {
  let last = first;
  const restore = () => {
    if (!document.hasFocus() || document.activeElement !== document.body) return;
    (last.checkVisibility() ? last : first).focus({ preventScroll: true });
  };
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = target;
  });
  window.addEventListener('focus', restore);
  restore();
}

function pageHeader(post: SpendContext['post']) {
  const heading = element('h1', { tabindex: '-1' }, l10n.t('Spend'));
  const exportButton = textButton(l10n.t('Export as CSV…'), 'button secondary', () => post({ type: 'exportSpend' }));
  exportButton.title = l10n.t('Amounts are in US dollars, and prices in US dollars per 1,000,000 tokens.');
  const balanceButton = textButton(l10n.t('Record balance…'), 'button secondary', () =>
    post({ type: 'recordBalance' }),
  );
  const actions = element('div', { class: 'actions' }, balanceButton, exportButton);
  return { element: element('header', {}, heading, actions), heading, exportButton };
}

/** Creates the element that replaces the report if no request was ever recorded. */
function emptyPage(onOpenChat: () => void): HTMLElement {
  return element(
    'div',
    { class: 'empty', hidden: true },
    icon('graph'),
    element('h2', {}, l10n.t('Nothing spent yet')),
    element(
      'p',
      {},
      l10n.t(
        'After your first request, this page shows the cost per day, per workspace and per session, and how exact the cost is.',
      ),
    ),
    element('p', {}, l10n.t('Costs are calculated and stored only on this computer.')),
    textButton(l10n.t('Open chat'), 'button', onOpenChat),
  );
}

/** Creates the element that replaces the report if no recorded request matches the filters. */
function emptySelection(onShowAll: () => void): HTMLElement {
  return element(
    'div',
    { class: 'nothing', hidden: true },
    element('p', {}, l10n.t('Nothing was spent in this selection.')),
    textButton(l10n.t('Show all'), 'button secondary', onShowAll),
  );
}

/** Returns the period, cost and number of requests of a report as a text for screen readers. */
function spokenReport({ total, query, today }: SpendReport, { state, dates, locale }: SpendContext): string {
  const name = periodName(state().period, query, today, dates);
  if (total.requests === 0) return l10n.t('{0}: nothing spent', name);
  const cost = formatMarkedRange(total, locale);
  const args = [name, cost, formatTokens(total.requests, locale)];
  return pluralText(total.requests, locale, {
    one: l10n.t('{0}: {1} for {2} request', ...args),
    few: l10n.t({ message: '{0}: {1} for {2} requests', args: [...args], comment: 'few' }),
    many: l10n.t({ message: '{0}: {1} for {2} requests', args: [...args], comment: 'many' }),
    other: l10n.t('{0}: {1} for {2} requests', ...args),
  });
}
