import * as l10n from '@vscode/l10n';
import type { SpendReport } from '../../common/protocol/spendProtocol.ts';
import { formatTokens } from '../../common/formatCost.ts';
import { element, icon, iconButton, textButton } from '../dom.ts';
import { arrangeRows, type Arrangement } from './arrangeRows.ts';
import type { SpendContext } from './spendContext.ts';
import type { SpendState, TableName } from './spendState.ts';

export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  readonly isNumber?: boolean;
  /** What rows are sorted by. */
  readonly value: (row: Row) => string | number;
  readonly cell: (row: Row) => Node | string;
}

export interface TableOptions<Row> {
  readonly name: TableName;
  readonly rows: (report: SpendReport) => readonly Row[];
  /** Tells a row from all others, in every report. */
  readonly key: (row: Row) => string;
  /** What the filter searches. */
  readonly text: (row: Row) => string;
  readonly sortedAtFirst: Pick<Arrangement, 'column' | 'isDescending'>;
  /** The first one names the row. */
  readonly columns: readonly Column<Row>[];
  /** Stands below the table. */
  readonly remark?: (report: SpendReport) => string;
  /** The button that asks for this row alone. */
  readonly only: { readonly label: (row: Row) => string; readonly change: (row: Row) => Partial<SpendState> };
}

/** A table that is sorted by its headings and filtered by a box above it. */
export interface SpendTable {
  readonly element: HTMLElement;
  /** While it is not visible, it only remembers what it would show. */
  readonly show: (report: SpendReport, isVisible: boolean) => void;
  readonly becomeVisible: () => void;
}

const rowsAtOnce = 100;

export function spendTable<Row>(context: SpendContext, options: TableOptions<Row>): SpendTable {
  const { locale, state, keep, choose } = context;
  const { name, columns } = options;
  const collator = new Intl.Collator(locale, { numeric: true });
  let rows: readonly Row[] = [];
  let mostShown = rowsAtOnce;
  let isStale = false;
  /** Made for each row that was shown, to be shown again while nothing in it has changed. */
  let made = new Map<string, { readonly version: string; readonly element: HTMLTableRowElement }>();

  const arrangement = (): Arrangement => state().arrangements[name] ?? { ...options.sortedAtFirst, filter: '' };
  const arrange = (change: Partial<Arrangement>) => {
    keep({ arrangements: { ...state().arrangements, [name]: { ...arrangement(), ...change } } });
    update();
  };

  const filter = element('input', { type: 'search', 'aria-label': l10n.t('Filter rows'), placeholder: l10n.t('Filter'), spellcheck: 'false' });
  filter.value = arrangement().filter;
  filter.addEventListener('input', () => {
    mostShown = rowsAtOnce;
    arrange({ filter: filter.value });
  });
  const count = element('span', { class: 'row-count', role: 'status' });
  const headings = columns.map((column) => heading(column));
  const body = element('tbody');
  const table = element(
    'table',
    {},
    element('caption', { class: 'visually-hidden' }, tableLabel(name)),
    element('thead', {}, element('tr', {}, ...headings.map(({ cell }) => cell))),
    body,
  );
  const nothing = element('p', { class: 'nothing-found', hidden: true }, l10n.t('Nothing was found.'));
  const remark = element('p', { class: 'table-remark', hidden: true });
  const more = textButton('', 'button secondary', () => {
    const next = mostShown;
    mostShown += rowsAtOnce;
    update();
    // The button moves away or is gone.
    if (more.hidden) body.rows[next]?.querySelector('button')?.focus();
  });

  function heading(column: Column<Row>): { readonly column: Column<Row>; readonly cell: HTMLElement; readonly arrow: HTMLElement } {
    const arrow = icon('arrow-up');
    const sort = element('button', { type: 'button' }, element('span', {}, column.label), arrow);
    sort.addEventListener('click', () => {
      const { column: sorted, isDescending } = arrangement();
      // Numbers are looked through from the greatest on.
      arrange({ column: column.id, isDescending: sorted === column.id ? !isDescending : column.isNumber === true });
    });
    return { column, arrow, cell: element('th', { scope: 'col', class: column.isNumber === true ? 'number' : '' }, sort) };
  }

  function makeRow(row: Row): HTMLTableRowElement {
    const only = iconButton('filter', l10n.t('Show only {0}', options.only.label(row)), () => choose(options.only.change(row)));
    return element(
      'tr',
      {},
      ...columns.map((column, index) =>
        index === 0
          ? element('th', { scope: 'row' }, element('div', { class: 'row-name' }, column.cell(row), only))
          : element('td', { class: column.isNumber === true ? 'number' : '' }, column.cell(row)),
      ),
    );
  }

  function update(): void {
    isStale = false;
    const { column: sorted, isDescending } = arrangement();
    const value = columns.find(({ id }) => id === sorted)?.value;
    const found = arrangeRows(rows, arrangement(), options.text, (a, b) => (value === undefined ? 0 : compare(value(a), value(b), collator)));
    const focused = focusWithin(body);
    const next: typeof made = new Map();
    for (const row of found.slice(0, mostShown)) {
      const key = options.key(row);
      const version = JSON.stringify(row);
      const old = made.get(key);
      next.set(key, old?.version === version ? old : { version, element: makeRow(row) });
    }
    for (const { column, cell, arrow } of headings) {
      const isSorted = column.id === sorted;
      if (isSorted) cell.setAttribute('aria-sort', isDescending ? 'descending' : 'ascending');
      else cell.removeAttribute('aria-sort');
      arrow.classList.toggle('descending', isDescending);
    }
    const focusedKey = focused === undefined ? undefined : [...made].find(([, { element }]) => element === focused.row)?.[0];
    body.replaceChildren(...[...next.values()].map(({ element }) => element));
    made = next;
    if (focusedKey !== undefined) next.get(focusedKey)?.element.querySelectorAll('button')[focused?.index ?? 0]?.focus({ preventScroll: true });
    nothing.hidden = found.length > 0;
    table.hidden = found.length === 0;
    count.textContent = found.length === rows.length ? '' : l10n.t('{0} of {1}', formatTokens(found.length, locale), formatTokens(rows.length, locale));
    const rest = found.length - next.size;
    more.hidden = rest === 0;
    more.textContent = l10n.t('Show {0} more', formatTokens(Math.min(rest, rowsAtOnce), locale));
  }

  return {
    element: element('div', { class: 'spend-table' }, element('div', { class: 'table-filter' }, filter, count), element('div', { class: 'table-scroll' }, table), nothing, more, remark),
    show: (report, isVisible) => {
      rows = options.rows(report);
      remark.textContent = options.remark?.(report) ?? '';
      remark.hidden = remark.textContent === '';
      isStale = true;
      if (isVisible) update();
    },
    becomeVisible: () => {
      if (isStale) update();
    },
  };
}

/** A table's caption, and the label of its tab. */
export function tableLabel(name: TableName): string {
  return { byDay: l10n.t('By day'), byWorkspace: l10n.t('By workspace'), bySession: l10n.t('By session') }[name];
}

function compare(a: string | number, b: string | number, collator: Intl.Collator): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
}

/** The row that holds the focus, and which of its buttons it is. */
function focusWithin(body: HTMLElement): { readonly row: Element; readonly index: number } | undefined {
  const { activeElement } = document;
  const row = body.contains(activeElement) ? activeElement?.closest('tr') : undefined;
  if (row === null || row === undefined || activeElement === null) return undefined;
  return { row, index: [...row.querySelectorAll('button')].findIndex((button) => button === activeElement) };
}
