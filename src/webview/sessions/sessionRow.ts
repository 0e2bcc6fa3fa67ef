import * as l10n from '@vscode/l10n';
import { isComposing } from '../composer/messageKey.ts';
import { element, icon, iconButton } from '../dom.ts';
import type { FoundSession } from './findSessions.ts';

/** One session in the list. */
export interface SessionRow {
  readonly element: HTMLLIElement;
  readonly id: string;
  /** Makes it the row that Tab leads to, or not. */
  readonly setActive: (isActive: boolean) => void;
  /** Brings it into view if wanted. */
  readonly focus: (options: { readonly isScrolled: boolean }) => void;
  /** Leads from the row to its actions and back, as the arrow keys do; false when there is nothing in that direction. */
  readonly step: (by: 1 | -1) => boolean;
  readonly rename: () => void;
}

export interface SessionRowState {
  readonly isShown: boolean;
  readonly isRunning: boolean;
  /** What stands beside the title, such as `14:05`. */
  readonly time: string;
}

export interface SessionRowEvents {
  readonly onOpen: (id: string) => void;
  readonly onRename: (id: string, title: string) => void;
  /** What was written is kept or not: the row may be shown anew. */
  readonly onRenameEnd: () => void;
  readonly onPin: (id: string, isPinned: boolean) => void;
  readonly onExport: (id: string) => void;
  readonly onDelete: (id: string) => void;
}

export function createSessionRow(found: FoundSession, state: SessionRowState, events: SessionRowEvents): SessionRow {
  const { session, ranges, snippet } = found;
  const { id, title, isPinned } = session;
  const meta = element('span', { class: 'session-meta' }, ...metaParts(found, state));
  const open = element(
    'button',
    { type: 'button', class: 'session-open', tabindex: '-1', title, 'aria-keyshortcuts': 'F2 Delete', ...(state.isShown ? { 'aria-current': 'true' } : {}) },
    element('span', { class: 'session-title', dir: 'auto' }, ...marked(title, ranges)),
    meta,
  );
  if (snippet !== undefined) {
    open.insertBefore(element('span', { class: 'session-snippet', dir: 'auto' }, snippet.before, element('mark', {}, snippet.match), snippet.after), meta);
  }
  open.addEventListener('click', () => events.onOpen(id));
  const row = element('li', { class: state.isShown ? 'session shown' : 'session' }, open);

  let actions: readonly HTMLButtonElement[] | undefined;

  /** Made when somebody comes near: thousands of rows would have thousands of them. */
  function showActions(): readonly HTMLButtonElement[] {
    if (actions !== undefined) return actions;
    actions = [
      action(isPinned ? 'pinned' : 'pin', isPinned ? l10n.t('Unpin') : l10n.t('Pin'), () => events.onPin(id, !isPinned)),
      action('edit', l10n.t('Rename'), rename, 'F2'),
      action('export', l10n.t('Export as Markdown'), () => events.onExport(id)),
      action('trash', l10n.t('Delete'), () => events.onDelete(id), 'Delete'),
    ];
    row.append(element('span', { class: 'session-actions' }, ...actions));
    return actions;
  }

  function action(name: string, label: string, run: () => void, key?: string): HTMLButtonElement {
    const button = iconButton(name, label, run);
    button.tabIndex = -1;
    if (key !== undefined) button.title = `${label} (${key})`;
    return button;
  }

  function rename(): void {
    const input = element('input', { type: 'text', class: 'session-rename', dir: 'auto', 'aria-label': l10n.t('Session title'), value: title, maxlength: '200', spellcheck: 'false' });
    let isDone = false;
    const finish = (isKept: boolean) => {
      if (isDone) return;
      isDone = true;
      const hadFocus = document.activeElement === input;
      row.classList.remove('renaming');
      input.replaceWith(open);
      if (hadFocus) open.focus();
      const text = input.value.trim();
      if (isKept && text !== title) events.onRename(id, text);
      events.onRenameEnd();
    };
    input.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (isComposing(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return;
      event.preventDefault();
      finish(event.key === 'Enter');
    });
    input.addEventListener('blur', () => finish(true));
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

function metaParts({ session }: FoundSession, { isRunning, time }: SessionRowState): readonly (Node | string)[] {
  const state = isRunning || session.elsewhere === 'running' ? l10n.t('Replying…') : session.elsewhere === 'open' ? l10n.t('In another window') : '';
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
