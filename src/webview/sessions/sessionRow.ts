import * as l10n from '@vscode/l10n';
import { element, icon, iconButton } from '../dom.ts';
import type { FoundSession } from './findSessions.ts';
import { createTitleInput } from './titleInput.ts';

/** A row in the list of sessions. */
export interface SessionRow {
  readonly element: HTMLLIElement;
  /** Id of the session. */
  readonly id: string;
  /** Sets whether the row is in the tab order. */
  readonly setActive: (isActive: boolean) => void;
  /** Focuses the row. If `isScrolled` is true, also scrolls the row into view. */
  readonly focus: (options: { readonly isScrolled: boolean }) => void;
  /** Moves the focus to the next (1) or previous (-1) button of the row. Returns false if there is no such button. */
  readonly step: (by: 1 | -1) => boolean;
  readonly rename: () => void;
}

export interface SessionRowState {
  /** True if the conversation shows this session. */
  readonly isShown: boolean;
  /** True if the conversation shows this session and a reply in it is running. */
  readonly isRunning: boolean;
  /** The time to show below the title, for example `14:05`. */
  readonly time: string;
}

export interface SessionRowEvents {
  readonly onOpen: (id: string) => void;
  readonly onRename: (id: string, title: string) => void;
  /** Called after the title input is closed, even if the title is unchanged. */
  readonly onRenameEnd: () => void;
  readonly onPin: (id: string, isPinned: boolean) => void;
  readonly onExport: (id: string) => void;
  readonly onDelete: (id: string) => void;
}

export function createSessionRow(found: FoundSession, state: SessionRowState, events: SessionRowEvents): SessionRow {
  const { id, title, isPinned } = found.session;
  const open = openButton(found, state);
  const row = element(
    'li',
    {
      class: state.isShown ? 'session shown' : 'session',
      // The context menu of VS Code passes the id to the commands of its entries.
      'data-vscode-context': menuContext({ webviewSection: 'session', sessionId: id, isPinned }, true),
    },
    open,
  );
  open.addEventListener('click', () => events.onOpen(id));

  let actions: readonly HTMLButtonElement[] | undefined;

  /** Creates the buttons on the first call, because creating them for thousands of rows in advance would be slow. */
  function showActions(): readonly HTMLButtonElement[] {
    if (actions !== undefined) return actions;
    actions = createActions(found, events, rename);
    row.append(element('span', { class: 'session-actions' }, ...actions));
    return actions;
  }

  function rename(): void {
    const input = createTitleInput(title, (text, hadFocus) => {
      row.classList.remove('renaming');
      input.replaceWith(open);
      if (hadFocus) open.focus();
      if (text !== title) events.onRename(id, text);
      events.onRenameEnd();
    });
    // The text of the input can be cut, copied and pasted.
    input.dataset['vscodeContext'] = menuContext({ webviewSection: '' }, false);
    row.classList.add('renaming');
    open.replaceWith(input);
    input.focus();
    input.select();
  }

  row.addEventListener('pointerenter', showActions);
  row.addEventListener('focusin', showActions);
  return {
    element: row,
    id,
    setActive: (isActive) => {
      open.tabIndex = isActive ? 0 : -1;
      row.classList.toggle('active', isActive);
    },
    focus: ({ isScrolled }) => {
      open.focus({ preventScroll: true });
      if (isScrolled) row.scrollIntoView({ block: 'nearest' });
    },
    step: (by) => {
      const stops = [open, ...showActions()];
      const next = stops[stops.findIndex((stop) => stop === document.activeElement) + by];
      next?.focus();
      return next !== undefined;
    },
    rename,
  };
}

/** @param isOwn true to omit VS Code's entries for text from the context menu */
function menuContext(values: Readonly<Record<string, unknown>>, isOwn: boolean): string {
  return JSON.stringify({ ...values, preventDefaultContextMenuItems: isOwn });
}

function openButton(found: FoundSession, state: SessionRowState): HTMLButtonElement {
  const { session, ranges, snippet } = found;
  const attributes = {
    type: 'button',
    class: 'session-open',
    tabindex: '-1',
    // The arrow moves the focus to the buttons of the row, which are no tab stops.
    'aria-keyshortcuts': `${document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'} F2 Delete Shift+F10`,
    ...(state.isShown ? { 'aria-current': 'true' } : {}),
  };
  return element(
    'button',
    attributes,
    // As the button's own tooltip, the title would also be its description, so that screen readers would say it twice.
    element('span', { class: 'session-title', dir: 'auto', title: session.title }, ...marked(session.title, ranges)),
    ...(snippet === undefined ? [] : [snippetLine(snippet)]),
    element('span', { class: 'session-meta' }, ...metaParts(found, state)),
  );
}

function snippetLine({ before, match, after }: NonNullable<FoundSession['snippet']>): HTMLElement {
  return element('span', { class: 'session-snippet', dir: 'auto' }, before, element('mark', {}, match), after);
}

function createActions(
  { session: { id, isPinned } }: FoundSession,
  events: SessionRowEvents,
  onRename: () => void,
): readonly HTMLButtonElement[] {
  const pinLabel = isPinned ? l10n.t('Unpin') : l10n.t('Pin');
  return [
    actionButton(isPinned ? 'pinned' : 'pin', pinLabel, () => events.onPin(id, !isPinned)),
    actionButton('edit', l10n.t('Rename'), onRename, 'F2'),
    actionButton('export', l10n.t('Export as Markdown'), () => events.onExport(id)),
    actionButton('trash', l10n.t('Delete'), () => events.onDelete(id), 'Delete'),
  ];
}

function actionButton(name: string, label: string, run: () => void, key?: string): HTMLButtonElement {
  const button = iconButton(name, label, run);
  button.tabIndex = -1;
  if (key !== undefined) button.title = `${label} (${key})`;
  return button;
}

function metaParts({ session }: FoundSession, { isRunning, time }: SessionRowState): readonly (Node | string)[] {
  const state =
    isRunning || session.isRunning === true || session.elsewhere === 'running'
      ? l10n.t('Replying…')
      : session.elsewhere === 'open'
        ? l10n.t('In another window')
        : '';
  const edited = session.isEdited === true ? l10n.t('Edited copy') : '';
  const texts = [time, session.cost, edited, state].filter((text) => text !== '').join(' · ');
  return session.isPinned ? [icon('pinned'), texts] : [texts];
}

function marked(text: string, ranges: FoundSession['ranges']): readonly (Node | string)[] {
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const [from, to] of ranges) {
    parts.push(text.slice(end, from), element('mark', {}, text.slice(from, to)));
    end = to;
  }
  return [...parts, text.slice(end)];
}
