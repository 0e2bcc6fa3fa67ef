import * as l10n from '@vscode/l10n';
import type { SpendQuery, SpendReport } from '../../common/protocol/spendProtocol.ts';
import { formatTokens } from '../../common/text/formatCost.ts';
import { element, icon, iconButton, replaceAllChildren, textButton } from '../dom.ts';
import type { SpendContext } from './spendContext.ts';
import type { Arrangement, SpendState, TableName } from './spendState.ts';

export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  readonly isNumber?: boolean;
  /** Returns the sort key. */
  readonly value: (row: Row) => string | number;
  readonly cell: (row: Row) => Node | string;
}

export interface TableOptions<Row> {
  readonly name: TableName;
  readonly rows: (report: SpendReport) => readonly Row[];
  /** Returns the id of the row, which is the same in all reports. */
  readonly key: (row: Row) => string;
  /** Returns the text in which the filter searches. */
  readonly text: (row: Row) => string;
  readonly initialOrder: Pick<Arrangement, 'column' | 'isDescending'>;
  /** The first column has the row headers. */
  readonly columns: readonly Column<Row>[];
  /** Returns the note below the table; empty if there is no note. */
  readonly remark?: (report: SpendReport) => string;
  /**
   * Each row has a button that filters the page, unless `isSet` returns true because the report's query already has
   * this filter. `label` names the row, and `change` returns the filter to set.
   */
  readonly only: {
    readonly label: (row: Row) => string;
    readonly isSet: (row: Row, query: SpendQuery) => boolean;
    readonly change: (row: Row) => Partial<SpendState>;
  };
}

/** A table with sortable columns and a filter box. */
export interface SpendTable {
  readonly element: HTMLElement;
  /** Shows a report. If the table is not visible, its rows are rendered later, in `becomeVisible`. */
  readonly show: (report: SpendReport, isVisible: boolean) => void;
  readonly becomeVisible: () => void;
}

const rowsAtOnce = 100;

export function createSpendTable<Row>(context: SpendContext, options: TableOptions<Row>): SpendTable {
  const { locale, state, keep, choose } = context;
  const { name, columns, only } = options;
  const compare = comparison(new Intl.Collator(locale, { numeric: true }));
  const formatCount = (count: number) => formatTokens(count, locale);
  let rows: readonly Row[] = [];
  let query: SpendQuery = {};
  let shownLimit = rowsAtOnce;
  let isStale = false;

  const arrangement = (): Arrangement => state().arrangements[name] ?? { ...options.initialOrder, filter: '' };
  const filter = filterBox(arrangement().filter, (text) => {
    shownLimit = rowsAtOnce;
    arrange({ filter: text });
  });
  const count = element('span', { class: 'row-count', role: 'status' });
  const headings = columns.map((column) => tableHeading(column, arrangement, arrange));
  const body = tableBody(
    options.key,
    (row: Row) => JSON.stringify([row, only.isSet(row, query)]),
    (row: Row) => tableRow(row, columns, only.isSet(row, query) ? undefined : filterButton(row, only, choose)),
  );
  const table = tableElement(
    name,
    headings.map(({ cell }) => cell),
    body.element,
  );
  const nothing = element('p', { class: 'nothing-found', hidden: true }, l10n.t('Nothing was found.'));
  const remark = element('p', { class: 'table-remark', hidden: true });
  const more = textButton('', 'button secondary', () => {
    const next = shownLimit;
    shownLimit += rowsAtOnce;
    update();
    // If all rows are now shown, this button is hidden. Then move the focus to the first button in the added rows.
    if (more.hidden) body.element.rows[next]?.querySelector('button')?.focus();
  });

  function arrange(change: Partial<Arrangement>): void {
    keep({ arrangements: { ...state().arrangements, [name]: { ...arrangement(), ...change } } });
    update();
  }

  function update(): void {
    isStale = false;
    const value = columns.find(({ id }) => id === arrangement().column)?.value ?? (() => 0);
    const found = arrangeRows(rows, arrangement(), options.text, (a, b) => compare(value(a), value(b)));
    const shown = found.slice(0, shownLimit);
    const rest = found.length - shown.length;
    for (const heading of headings) heading.update();
    body.show(shown);
    nothing.hidden = found.length > 0;
    table.hidden = found.length === 0;
    count.textContent =
      found.length === rows.length ? '' : l10n.t('{0} of {1}', formatCount(found.length), formatCount(rows.length));
    more.hidden = rest === 0;
    more.textContent = l10n.t('Show {0} more', formatCount(Math.min(rest, rowsAtOnce)));
  }

  const filterLine = element('div', { class: 'table-filter' }, filter, count);
  return {
    element: element(
      'div',
      { class: 'spend-table' },
      filterLine,
      element('div', { class: 'table-scroll' }, table),
      nothing,
      more,
      remark,
    ),
    show: (report, isVisible) => {
      rows = options.rows(report);
      query = report.query;
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

/** Returns the table's caption, which is also the label of its tab. */
export function tableLabel(name: TableName): string {
  return { byDay: l10n.t('By day'), byWorkspace: l10n.t('By workspace'), bySession: l10n.t('By session') }[name];
}

function filterBox(text: string, onInput: (text: string) => void): HTMLInputElement {
  const filter = element('input', {
    type: 'search',
    'aria-label': l10n.t('Filter rows'),
    placeholder: l10n.t('Filter'),
    spellcheck: 'false',
  });
  filter.value = text;
  filter.addEventListener('input', () => onInput(filter.value));
  return filter;
}

function tableElement(name: TableName, headings: readonly HTMLElement[], body: HTMLElement): HTMLElement {
  const caption = element('caption', { class: 'visually-hidden' }, tableLabel(name));
  return element('table', {}, caption, element('thead', {}, element('tr', {}, ...headings)), body);
}

/**
 * Scrolls the table until a heading is visible beside the first column. The browser would leave a heading under the
 * first column, which stays in place, and a heading of which only a few pixels are visible.
 */
function reveal(heading: HTMLElement): void {
  const first = heading.parentElement?.firstElementChild;
  const frame = heading.closest<HTMLElement>('.table-scroll');
  if (!first || !frame || heading === first) return;
  frame.style.scrollPaddingInlineStart = `${first.clientWidth}px`;
  heading.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/**
 * Creates a column heading. A click sorts the rows by this column, or reverses the order if the rows are already sorted
 * by this column.
 */
function tableHeading<Row>(
  { id, label, isNumber = false }: Column<Row>,
  arrangement: () => Arrangement,
  arrange: (change: Partial<Arrangement>) => void,
) {
  const arrow = icon('arrow-up');
  const sort = element('button', { type: 'button' }, element('span', {}, label), arrow);
  const cell = element('th', { scope: 'col', class: isNumber ? 'number' : '' }, sort);
  sort.addEventListener('click', () => {
    const { column, isDescending } = arrangement();
    // A newly chosen column is sorted in descending order if it has `isNumber`, otherwise in ascending order.
    arrange({ column: id, isDescending: column === id ? !isDescending : isNumber });
  });
  sort.addEventListener('focus', () => {
    // A scroll between the press and the release of the mouse button would move the heading away from the pointer.
    if (sort.matches(':focus-visible')) reveal(cell);
  });
  return {
    cell,
    /** Shows the current sort order. */
    update: () => {
      const { column, isDescending } = arrangement();
      cell.ariaSort = column === id ? (isDescending ? 'descending' : 'ascending') : null;
      arrow.classList.toggle('descending', isDescending);
    },
  };
}

function filterButton<Row>(
  row: Row,
  { label, change }: TableOptions<Row>['only'],
  choose: SpendContext['choose'],
): HTMLElement {
  return iconButton('filter', l10n.t('Show only {0}', label(row)), () => choose(change(row)));
}

/** Creates a row, with `only` after the content of its first cell. */
function tableRow<Row>(row: Row, columns: readonly Column<Row>[], only: HTMLElement | undefined): HTMLTableRowElement {
  const [first, ...others] = columns.map(({ cell, isNumber = false }) => ({
    content: cell(row),
    className: isNumber ? 'number' : '',
  }));
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, element('div', { class: 'row-name' }, first?.content ?? '', only ?? '')),
    ...others.map(({ content, className }) => element('td', { class: className }, content)),
  );
}

/**
 * Creates a table body. Its `show` reuses the elements of unchanged rows. If the row that contains the focus is shown
 * again, the same button of the row has the focus afterwards, if the row still has this button.
 *
 * @param versionOf Returns the same text if and only if `make` would create an equal element.
 */
function tableBody<Row>(
  keyOf: (row: Row) => string,
  versionOf: (row: Row) => string,
  make: (row: Row) => HTMLTableRowElement,
) {
  const body = element('tbody');
  let made = new Map<string, { readonly version: string; readonly element: HTMLTableRowElement }>();
  return {
    element: body,
    show: (rows: readonly Row[]) => {
      const focused = focusWithin(body);
      const focusedKey = [...made].find(([, { element }]) => element === focused?.row)?.[0];
      const next: typeof made = new Map();
      for (const row of rows) {
        const key = keyOf(row);
        const version = versionOf(row);
        const old = made.get(key);
        next.set(key, old?.version === version ? old : { version, element: make(row) });
      }
      made = next;
      replaceAllChildren(
        body,
        [...made.values()].map(({ element }) => element),
      );
      if (focused === undefined || focusedKey === undefined) return;
      made.get(focusedKey)?.element.querySelectorAll('button')[focused.index]?.focus({ preventScroll: true });
    },
  };
}

/**
 * Returns the row that contains the focus, and the index of the focused button among the buttons of the row.
 * Returns undefined if no row contains the focus.
 */
function focusWithin(body: HTMLElement): { readonly row: Element; readonly index: number } | undefined {
  const { activeElement } = document;
  const row = body.contains(activeElement) ? activeElement?.closest('tr') : undefined;
  if (row === null || row === undefined || activeElement === null) return undefined;
  return { row, index: [...row.querySelectorAll('button')].findIndex((button) => button === activeElement) };
}

function comparison(collator: Intl.Collator): (a: string | number, b: string | number) => number {
  return (a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)));
}

/**
 * Returns the rows whose text contains every word of the filter, ignoring case. The rows are sorted with `compare`, in
 * reverse if `isDescending` is true. Equal rows keep their order.
 */
export function arrangeRows<Row>(
  rows: readonly Row[],
  { filter, isDescending }: Arrangement,
  text: (row: Row) => string,
  compare: (a: Row, b: Row) => number,
): readonly Row[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const matches = (row: Row) => {
    const searched = text(row).toLowerCase();
    return words.every((word) => searched.includes(word));
  };
  const found = words.length === 0 ? rows : rows.filter(matches);
  return found.toSorted(isDescending ? (a, b) => compare(b, a) : compare);
}
