import { element } from '../dom.ts';
import type { SessionRow } from './sessionRow.ts';

/** Rows in groups, of which thousands cost no more than those in sight; one stop for Tab, the arrow keys lead on. */
export interface SessionList {
  readonly element: HTMLElement;
  /** Shows these rows in place of those before; the focus stays with the row of the same id, or near where it was. */
  readonly show: (rows: readonly ListRow[]) => void;
  readonly focusFirst: () => void;
  readonly isEmpty: () => boolean;
  readonly first: () => string | undefined;
  readonly count: () => number;
  /** While a title is written, nothing may move. */
  readonly isRenaming: () => boolean;
}

export interface ListRow {
  readonly id: string;
  /** The heading it stands under; those of one group come one after the other. */
  readonly group: string;
  /** Whatever the row shows: while it is the same, so is the row. */
  readonly version: string;
  readonly make: () => SessionRow;
}

export interface SessionListEvents {
  /** The arrow led up from the first row. */
  readonly onLeave: () => void;
  readonly onDelete: (id: string) => void;
}

/** More than a tall window holds. */
const firstRows = 60;
const moreRows = 200;

export function sessionList(events: SessionListEvents): SessionList {
  const root = element('div', { class: 'session-list' });
  const end = element('div', { class: 'session-list-end', 'aria-hidden': 'true' });
  const made = new Map<string, { readonly version: string; readonly row: SessionRow }>();
  let rows: readonly ListRow[] = [];
  let shown = 0;
  let group: { readonly name: string; readonly list: HTMLElement } | undefined;
  let active: string | undefined;

  // The next rows are made before the last ones come in sight.
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

  function rowOf({ id, version, make }: ListRow): SessionRow {
    const known = made.get(id);
    if (known?.version === version) return known.row;
    const row = make();
    row.setActive(id === active);
    made.set(id, { version, row });
    return row;
  }

  function setActive(id: string | undefined): void {
    if (active !== undefined) made.get(active)?.row.setActive(false);
    active = id;
    if (id !== undefined) made.get(id)?.row.setActive(true);
  }

  function focus(index: number): void {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (row === undefined) return;
    const place = rows.indexOf(row);
    if (place >= shown) showMore(place - shown + moreRows);
    setActive(row.id);
    made.get(row.id)?.row.focus({ isScrolled: true });
  }

  function handleKey(event: KeyboardEvent): void {
    const index = rows.findIndex(({ id }) => id === active);
    const row = active === undefined ? undefined : made.get(active)?.row;
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const isRightToLeft = getComputedStyle(root).direction === 'rtl';
    switch (event.key) {
      case 'ArrowDown':
        focus(index + 1);
        break;
      case 'ArrowUp':
        if (index === 0) events.onLeave();
        else focus(index - 1);
        break;
      case 'Home':
        focus(0);
        break;
      case 'End':
        focus(rows.length - 1);
        break;
      case 'PageDown':
      case 'PageUp': {
        const page = Math.max(1, Math.floor(root.clientHeight / row.element.offsetHeight) - 1);
        focus(index + (event.key === 'PageDown' ? page : -page));
        break;
      }
      case 'ArrowRight':
      case 'ArrowLeft':
        row.step((event.key === 'ArrowRight') === isRightToLeft ? -1 : 1);
        break;
      case 'F2':
        row.rename();
        break;
      case 'Delete':
        events.onDelete(row.id);
        break;
      default:
        return;
    }
    event.preventDefault();
    // VS Code would act on the key a second time.
    event.stopPropagation();
  }

  root.addEventListener('keydown', handleKey);
  root.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Node)) return;
    const row = [...made.values()].find((each) => each.row.element.contains(target));
    if (row !== undefined && row.row.id !== active) setActive(row.row.id);
  });

  return {
    element: root,
    show: (nextRows) => {
      const hadFocus = root.contains(document.activeElement);
      const index = rows.findIndex(({ id }) => id === active);
      const top = root.scrollTop;
      const count = Math.max(firstRows, Math.min(shown, nextRows.length));
      rows = nextRows;
      const ids = new Set(rows.map(({ id }) => id));
      for (const id of made.keys()) if (!ids.has(id)) made.delete(id);
      shown = 0;
      group = undefined;
      root.replaceChildren();
      showMore(top === 0 ? firstRows : count);
      root.scrollTop = top;
      if (active === undefined || !ids.has(active)) setActive(rows[Math.max(0, Math.min(index, rows.length - 1))]?.id);
      if (hadFocus && active !== undefined) made.get(active)?.row.focus({ isScrolled: false });
    },
    focusFirst: () => focus(0),
    isEmpty: () => rows.length === 0,
    first: () => rows[0]?.id,
    count: () => rows.length,
    isRenaming: () => root.querySelector('.renaming') !== null,
  };
}
