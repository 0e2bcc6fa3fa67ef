import { element } from '../dom.ts';
import type { SessionRow } from './sessionRow.ts';

/** Thousands of rows in groups, made only when they come near. One stop for Tab; the arrow keys lead on. */
export interface SessionList {
  readonly element: HTMLElement;
  /** Shows these rows in place of those before; the focus stays with the row of the same id, or near where it was. */
  readonly show: (rows: readonly ListRow[]) => void;
  readonly focusFirst: () => void;
  readonly isEmpty: () => boolean;
  readonly first: () => string | undefined;
  readonly count: () => number;
  /** True while a title is edited: nothing may move. */
  readonly isRenaming: () => boolean;
}

export interface ListRow {
  readonly id: string;
  /** Its heading; rows of one group follow each other. */
  readonly group: string;
  /** Changes with anything that the row shows; the row is made again then. */
  readonly version: string;
  readonly make: () => SessionRow;
}

export interface SessionListEvents {
  /** ArrowUp was pressed in the first row. */
  readonly onLeave: () => void;
  readonly onDelete: (id: string) => void;
}

/** More than a tall window holds. */
const firstRows = 60;
const moreRows = 200;

export function createSessionList(events: SessionListEvents): SessionList {
  const root = element('div', { class: 'session-list' });
  const shownRows = growingRows(root, rowOf);
  const made = new Map<string, { readonly version: string; readonly row: SessionRow }>();
  let rows: readonly ListRow[] = [];
  let active: string | undefined;

  function rowOf({ id, version, make }: ListRow): SessionRow {
    const known = made.get(id);
    if (known?.version === version) return known.row;
    const row = make();
    row.setActive(id === active);
    made.set(id, { version, row });
    return row;
  }

  const activeRow = () => (active === undefined ? undefined : made.get(active)?.row);
  const activeIndex = () => rows.findIndex(({ id }) => id === active);
  const rowNear = (index: number) => rows[Math.max(0, Math.min(index, rows.length - 1))];

  function setActive(id: string | undefined): void {
    activeRow()?.setActive(false);
    active = id;
    activeRow()?.setActive(true);
  }

  function focus(index: number): void {
    const row = rowNear(index);
    if (row === undefined) return;
    shownRows.reach(rows.indexOf(row));
    setActive(row.id);
    activeRow()?.focus({ isScrolled: true });
  }

  function handleKey(event: KeyboardEvent): void {
    const row = activeRow();
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const index = activeIndex();
    const next = indexAfterKey(
      event.key,
      index,
      rows.length,
      () => Math.floor(root.clientHeight / row.element.offsetHeight) - 1,
    );
    if (event.key === 'ArrowUp' && index === 0) events.onLeave();
    else if (next !== undefined) focus(next);
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft')
      row.step((event.key === 'ArrowRight') === isRightToLeft(root) ? -1 : 1);
    else if (event.key === 'F2') row.rename();
    else if (event.key === 'Delete') events.onDelete(row.id);
    else return;
    event.preventDefault();
    // VS Code would act on the key a second time.
    event.stopPropagation();
  }

  function show(nextRows: readonly ListRow[]): void {
    const hadFocus = root.contains(document.activeElement);
    const index = activeIndex();
    rows = nextRows;
    const ids = new Set(rows.map(({ id }) => id));
    for (const id of made.keys()) if (!ids.has(id)) made.delete(id);
    shownRows.replace(rows);
    if (active === undefined || !ids.has(active)) setActive(rowNear(index)?.id);
    if (hadFocus) activeRow()?.focus({ isScrolled: false });
  }

  root.addEventListener('keydown', handleKey);
  root.addEventListener('focusin', ({ target }) => {
    const focused = [...made.values()].find(({ row }) => target instanceof Node && row.element.contains(target));
    if (focused !== undefined && focused.row.id !== active) setActive(focused.row.id);
  });

  return {
    element: root,
    show,
    focusFirst: () => focus(0),
    isEmpty: () => rows.length === 0,
    first: () => rows[0]?.id,
    count: () => rows.length,
    isRenaming: () => root.querySelector('.renaming') !== null,
  };
}

/** Makes the rows in sight and some more; the next ones follow before the last come in sight. */
function growingRows(root: HTMLElement, rowOf: (row: ListRow) => SessionRow) {
  const end = element('div', { class: 'session-list-end', 'aria-hidden': 'true' });
  let rows: readonly ListRow[] = [];
  let shown = 0;
  let group: { readonly name: string; readonly list: HTMLElement } | undefined;

  const nearEnd = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) showMore(moreRows);
    },
    { root, rootMargin: '1500px' },
  );

  function showMore(count: number): void {
    nearEnd.unobserve(end);
    for (const row of rows.slice(shown, shown + count)) {
      if (group?.name !== row.group) group = addGroup(row.group);
      group.list.append(rowOf(row).element);
    }
    shown = Math.min(rows.length, shown + count);
    root.append(end);
    if (shown < rows.length) nearEnd.observe(end);
  }

  function addGroup(name: string): { readonly name: string; readonly list: HTMLElement } {
    const list = element('ul', name === '' ? {} : { 'aria-label': name });
    root.append(element('section', {}, ...(name === '' ? [] : [element('h3', {}, name)]), list));
    return { name, list };
  }

  return {
    /** Makes the row at an index, and more. */
    reach: (index: number) => {
      if (index >= shown) showMore(index - shown + moreRows);
    },
    /** Shows other rows at the same scroll position. */
    replace: (next: readonly ListRow[]) => {
      const top = root.scrollTop;
      const count = top === 0 ? firstRows : Math.max(firstRows, Math.min(shown, next.length));
      rows = next;
      shown = 0;
      group = undefined;
      root.replaceChildren();
      showMore(count);
      root.scrollTop = top;
    },
  };
}

/** The row that a key leads to, before the first or behind the last maybe; undefined for other keys. */
function indexAfterKey(key: string, index: number, count: number, rowsPerPage: () => number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'PageDown':
      return index + Math.max(1, rowsPerPage());
    case 'PageUp':
      return index - Math.max(1, rowsPerPage());
    default:
      return undefined;
  }
}

function isRightToLeft(root: HTMLElement): boolean {
  return getComputedStyle(root).direction === 'rtl';
}
