import { consume, element } from '../dom.ts';
import { createKeyedList, type KeyedEntry } from '../keyedList.ts';
import type { SessionRow } from './sessionRow.ts';

/**
 * A list of groups of rows. The list may have thousands of rows, so it creates the rows in steps, when the user scrolls
 * or moves the focus. The list is a single tab stop. ArrowUp and ArrowDown move the focus between rows. ArrowLeft and
 * ArrowRight move the focus between the buttons of a row.
 */
export interface SessionList {
  readonly element: HTMLElement;
  /**
   * Replaces all rows. If a row has the focus, the new row with the same id gets the focus. If no new row has this id,
   * the new row at the same position gets the focus, or the last row if the new list is shorter.
   */
  readonly show: (rows: readonly ListRow[]) => void;
  readonly focusFirst: () => void;
  /** Focuses the row with this id, if there is one. */
  readonly focus: (id: string) => void;
  /** Begins to edit the title of the focused row with this id. */
  readonly rename: (id: string) => void;
  readonly isEmpty: () => boolean;
  /** Returns the id of the first row; undefined if the list is empty. */
  readonly firstId: () => string | undefined;
  readonly count: () => number;
  /** True while a title is being edited. The caller must not call `show` meanwhile. */
  readonly isRenaming: () => boolean;
}

export interface ListRow {
  readonly id: string;
  /** The heading of the row's group; empty if the group has no heading. Rows of a group are adjacent. */
  readonly group: string;
  /** Identifies the content of the row. When `version` changes, `create` is called again. */
  readonly version: string;
  readonly create: () => SessionRow;
}

export interface SessionListEvents {
  /** Called when ArrowUp is pressed in the first row. */
  readonly onLeave: () => void;
  readonly onDelete: (id: string) => void;
}

/** Number of rows to create at first. This is more than fit in a tall window. */
const firstRows = 60;
/** Number of rows to add each time when more rows are needed. */
const moreRows = 200;

export function createSessionList(events: SessionListEvents): SessionList {
  const root = element('div', { class: 'session-list' });
  const shownRows = growingRows(root, rowOf);
  const created = new Map<string, { readonly version: string; readonly row: SessionRow }>();
  let rows: readonly ListRow[] = [];
  let activeId: string | undefined;

  function rowOf({ id, version, create }: ListRow): SessionRow {
    const known = created.get(id);
    if (known?.version === version) return known.row;
    const row = create();
    row.setActive(id === activeId);
    created.set(id, { version, row });
    return row;
  }

  const activeRow = () => (activeId === undefined ? undefined : created.get(activeId)?.row);
  const activeIndex = () => rows.findIndex(({ id }) => id === activeId);
  const rowNear = (index: number) => rows[Math.max(0, Math.min(index, rows.length - 1))];

  function setActive(id: string | undefined): void {
    activeRow()?.setActive(false);
    activeId = id;
    activeRow()?.setActive(true);
  }

  function focus(index: number): void {
    const row = rowNear(index);
    if (row === undefined) return;
    shownRows.createTo(rows.indexOf(row));
    setActive(row.id);
    activeRow()?.focus({ isScrolled: true });
  }

  function handleKey(event: KeyboardEvent): void {
    const row = activeRow();
    if (row === undefined || isInTitle(event)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
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
    else if (event.key === 'Delete') {
      // Holding the key down would delete one session after the other.
      if (!event.repeat) events.onDelete(row.id);
    } else return;
    consume(event);
  }

  function show(nextRows: readonly ListRow[]): void {
    const hadFocus = root.contains(document.activeElement);
    const index = activeIndex();
    rows = nextRows;
    const ids = new Set(rows.map(({ id }) => id));
    for (const id of created.keys()) if (!ids.has(id)) created.delete(id);
    shownRows.replace(rows);
    if (activeId === undefined || !ids.has(activeId)) setActive(rowNear(index)?.id);
    if (hadFocus) activeRow()?.focus({ isScrolled: false });
  }

  root.addEventListener('keydown', handleKey);
  root.addEventListener('focusin', ({ target }) => {
    const focused = [...created.values()].find(({ row }) => target instanceof Node && row.element.contains(target));
    if (focused !== undefined && focused.row.id !== activeId) setActive(focused.row.id);
  });

  return {
    element: root,
    show,
    focusFirst: () => focus(0),
    focus: (id) => {
      const index = rows.findIndex((row) => row.id === id);
      if (index >= 0) focus(index);
    },
    rename: (id) => {
      if (id === activeId) activeRow()?.rename();
    },
    isEmpty: () => rows.length === 0,
    firstId: () => rows[0]?.id,
    count: () => rows.length,
    isRenaming: () => root.querySelector('.renaming') !== null,
  };
}

/** Creates rows in steps. More rows are added when the last created row is within 1,500 CSS pixels of the view. */
function growingRows(root: HTMLElement, rowOf: (row: ListRow) => SessionRow) {
  const end = element('div', { class: 'session-list-end', 'aria-hidden': 'true' });
  root.append(end);
  // The browser drops a click on an element that is detached while the pointer is pressed, so shown elements stay.
  const groups = createKeyedList<RowGroup, KeyedEntry<RowGroup>>(root, ([name]) => name, createGroup);
  let rows: readonly ListRow[] = [];
  let shown = 0;

  const nearEnd = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) showTo(shown + moreRows);
    },
    { root, rootMargin: '1500px' },
  );

  function createGroup([name]: RowGroup): KeyedEntry<RowGroup> {
    const list = element('ul', name === '' ? {} : { 'aria-label': name });
    const shownRows = createKeyedList<ListRow, SessionRow>(list, ({ id, version }) => `${id} ${version}`, rowOf);
    return {
      element: element('section', {}, ...(name === '' ? [] : [element('h3', {}, name)]), list),
      update: ([, ofGroup]) => shownRows.show(ofGroup),
    };
  }

  /** Shows the first `count` rows. */
  function showTo(count: number): void {
    nearEnd.unobserve(end);
    shown = Math.min(rows.length, count);
    groups.show([...Map.groupBy(rows.slice(0, shown), ({ group }) => group)]);
    if (shown < rows.length) nearEnd.observe(end);
  }

  return {
    /** Creates the rows up to `index` and some of the following rows, unless the row at `index` exists. */
    createTo: (index: number) => {
      if (index >= shown) showTo(index + moreRows);
    },
    /** Replaces all rows and keeps the scroll position. */
    replace: (next: readonly ListRow[]) => {
      const top = root.scrollTop;
      const count = top === 0 ? firstRows : Math.max(firstRows, Math.min(shown, next.length));
      rows = next;
      showTo(count);
      root.scrollTop = top;
    },
  };
}

type RowGroup = readonly [name: string, rows: readonly ListRow[]];

/**
 * Returns the index of the row to which a navigation key moves the focus. The index may be out of range. Returns
 * undefined for other keys.
 */
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

/** Returns true for a key that edits the title of a session. */
export function isInTitle({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement;
}

function isRightToLeft(root: HTMLElement): boolean {
  return getComputedStyle(root).direction === 'rtl';
}
