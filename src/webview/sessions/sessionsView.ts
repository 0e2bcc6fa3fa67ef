import * as l10n from '@vscode/l10n';
import type { ToWebviewMessage } from '../../common/protocol/protocol.ts';
import type {
  BackgroundReplyView,
  DidChangeSession,
  DidChooseSessionAction,
  DidDeleteSession,
  DidFindSessions,
  DidListSessions,
  SessionView,
} from '../../common/protocol/sessionProtocol.ts';
import { element, iconButton, onFirstClick } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { createDeletedSession } from './deletedSession.ts';
import type { FoundSession } from './findSessions.ts';
import { createKnownSessions, type KnownSessions } from './knownSessions.ts';
import { createSessionDates } from './sessionDates.ts';
import { createSessionList, isInTitle, type ListRow, type SessionList } from './sessionList.ts';
import { createSessionRow, type SessionRowEvents } from './sessionRow.ts';
import { createSessionSearch, type SessionSearch } from './sessionSearch.ts';

/** The list of this workspace's sessions. While open, the list covers the conversation. */
export interface SessionsView {
  readonly element: HTMLElement;
  readonly isOpen: () => boolean;
  readonly open: () => void;
  readonly close: () => void;
  /** Sets which session the conversation shows, so that the list can mark that session. */
  readonly setShown: (id: string, isRunning: boolean) => void;
  /** Updates the list when a reply of another session begins or ends. */
  readonly setReplies: (replies: readonly BackgroundReplyView[]) => void;
  readonly handle: (message: SessionsMessage) => void;
  readonly focus: () => void;
}

export type SessionsMessage = Extract<
  ToWebviewMessage,
  {
    readonly type:
      'didListSessions' | 'didChangeSession' | 'didDeleteSession' | 'didFindSessions' | 'didChooseSessionAction';
  }
>;

export interface SessionsViewEvents {
  readonly onClose: () => void;
  /** Called when a session is chosen, even if the conversation already shows that session. */
  readonly onOpen: () => void;
}

export function createSessionsView(context: PanelContext, { onClose, onOpen }: SessionsViewEvents): SessionsView {
  const { post, announce } = context;
  const known = createKnownSessions();
  let shown: ShownSession = { id: '', isRunning: false };
  const haveChanged = createReplyTest();

  const search = createSessionSearch(context, showFromTop);
  const rowEvents: SessionRowEvents = { ...rowActions(context, known, show), onOpen: openSession, onRenameEnd: show };
  const list = createSessionList({ onLeave: search.focus, onDelete: rowEvents.onDelete });
  const message = element('p', { class: 'sessions-message' });
  const deleted = createDeletedSession(restore);
  const parts = [header(post, onClose), search.element, message, list.element, deleted.element];
  const root = element('section', { class: 'sessions', hidden: true, 'aria-label': l10n.t('Sessions') }, ...parts);
  listenToKeys(search, list, openSession, deleted.undo);

  function openSession(id: string): void {
    if (id !== shown.id) post({ type: 'openSession', id });
    onOpen();
  }

  function restore(id: string): void {
    known.expectRestored(id);
    post({ type: 'restoreSession', id });
    announce(l10n.t('The session was restored.'));
    focus();
  }

  function show(): void {
    if (root.hidden || list.isRenaming()) return;
    list.show(listRows(known, search, shown, rowEvents));
    message.textContent = messageOf(known, search, list);
    root.setAttribute('aria-busy', String(search.isSearching() || !known.isComplete()));
  }

  function showFromTop(): void {
    list.element.scrollTop = 0;
    show();
  }

  function takeSessions(received: DidListSessions | DidChangeSession): void {
    known.take(received);
    if (received.type === 'didListSessions' && received.deleted) deleted.show(received.deleted);
    show();
    if (received.type !== 'didChangeSession' || !known.takeRestored(received.session.id)) return;
    if (root.contains(document.activeElement)) list.focus(received.session.id);
  }

  function takeMatches(matches: DidFindSessions): void {
    if (!search.take(matches)) return;
    show();
    if (matches.isComplete)
      announce(list.isEmpty() ? l10n.t('Nothing was found.') : l10n.t('Sessions found: {0}', list.count()));
  }

  function takeDeleted({ id, deleted: sessions, isReplyStopped }: DidDeleteSession): void {
    known.remove(id);
    deleted.show(sessions, isReplyStopped);
    if (sessions.at(-1)?.id === id) announce(deleted.sentence());
    show();
    if (!root.hidden) focus();
  }

  function handle(received: SessionsMessage): void {
    if (received.type === 'didDeleteSession') takeDeleted(received);
    else if (received.type === 'didFindSessions') takeMatches(received);
    else if (received.type !== 'didChooseSessionAction') takeSessions(received);
    else if (!root.hidden) runAction(received, list, rowEvents);
  }

  function open(): void {
    root.hidden = false;
    search.clear();
    show();
    search.focus();
    post({ type: 'listSessions' });
  }

  function setReplies(replies: readonly BackgroundReplyView[]): void {
    if (haveChanged(replies) && !root.hidden) post({ type: 'listSessions' });
  }

  function close(): void {
    search.stop();
    root.hidden = true;
  }

  function focus(): void {
    if (root.contains(document.activeElement) && document.activeElement?.closest('[hidden]') === null) return;
    search.focus();
  }

  function setShown(id: string, isRunning: boolean): void {
    if (shown.id === id && shown.isRunning === isRunning) return;
    shown = { id, isRunning };
    show();
  }

  return { element: root, isOpen: () => !root.hidden, open, close, setShown, setReplies, handle, focus };
}

/** Returns a function that returns true if replies have begun or ended since its last call. */
function createReplyTest(): (replies: readonly BackgroundReplyView[]) => boolean {
  let last = '';
  return (replies) => {
    const before = last;
    last = replies.map(({ sessionId, isRunning }) => `${sessionId} ${isRunning}`).join();
    return last !== before;
  };
}

/** The session that the conversation shows. */
interface ShownSession {
  readonly id: string;
  readonly isRunning: boolean;
}

function header(post: PanelContext['post'], onClose: () => void): HTMLElement {
  return element(
    'div',
    { class: 'sessions-header' },
    element('h2', {}, l10n.t('Sessions')),
    iconButton('add', l10n.t('New session'), () => post({ type: 'newSession' })),
    // At the place of the button that opens the list, because a double click on that button ends here.
    iconButton('close', l10n.t('Back to the conversation'), onFirstClick(onClose)),
  );
}

/** Creates the row actions. A new title or pin state is shown before the extension stores it (optimistic update). */
function rowActions({ post, announce }: PanelContext, known: KnownSessions, onChanged: () => void) {
  return {
    onRename: (id: string, title: string) => {
      // For an empty title, the extension uses the first question as the title. The panel does not know this question.
      if (title !== '') known.change(id, { title });
      onChanged();
      post({ type: 'renameSession', id, title });
    },
    onPin: (id: string, isPinned: boolean) => {
      known.change(id, { isPinned });
      onChanged();
      announce(isPinned ? l10n.t('The session is pinned to the top.') : l10n.t('The session is no longer pinned.'));
      post({ type: 'pinSession', id, isPinned });
    },
    onExport: (id: string) => post({ type: 'exportSession', id }),
    onDelete: (id: string) => post({ type: 'deleteSession', id }),
  };
}

/** Focuses a row, and runs the action that the user has chosen in the context menu of the row. */
function runAction({ id, action }: DidChooseSessionAction, list: SessionList, events: SessionRowEvents): void {
  list.focus(id);
  if (action === 'open') events.onOpen(id);
  else if (action === 'rename') list.rename(id);
  else if (action === 'export') events.onExport(id);
  else if (action === 'delete') events.onDelete(id);
  else events.onPin(id, action === 'pin');
}

/**
 * Handles the keys of the search box. In the list, handles undo (Ctrl+Z or Cmd+Z) and typed text. `onUndo` returns
 * false if there is nothing to undo.
 */
function listenToKeys(
  search: SessionSearch,
  list: SessionList,
  onOpen: (id: string) => void,
  onUndo: () => boolean,
): void {
  search.element.addEventListener('keydown', (event) => {
    const first = list.firstId();
    if (event.key === 'ArrowDown') list.focusFirst();
    else if (event.key === 'Escape' && !event.isComposing && search.query() !== '') search.reset();
    else if (event.key === 'Enter' && !event.isComposing && search.query() !== '' && first !== undefined) onOpen(first);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  list.element.addEventListener('keydown', (event) => {
    if (isInTitle(event)) return;
    const hasModifier = event.ctrlKey || event.metaKey;
    if (event.key.toLowerCase() === 'z' && hasModifier && !event.shiftKey && onUndo()) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key.length === 1 && event.key !== ' ' && !hasModifier && !event.altKey) {
      // Text typed while the list has the focus goes into the search box.
      search.focus();
    }
  });
}

/** Returns the message to show above the rows, or instead of the rows if the list is empty. May return `''`. */
function messageOf(known: KnownSessions, search: SessionSearch, list: SessionList): string {
  if (search.isSearching()) return l10n.t('Searching the texts…');
  if (!list.isEmpty() || !known.isComplete()) return '';
  return search.query() === ''
    ? l10n.t('There are no sessions yet. Ask something to start.')
    : l10n.t('Nothing was found.');
}

/**
 * Returns a row for each search result, in the order of `findSessions`.
 * Without a search, returns a row for each session, in groups. The group of pinned sessions comes first.
 */
function listRows(
  known: KnownSessions,
  search: SessionSearch,
  shown: ShownSession,
  events: SessionRowEvents,
): readonly ListRow[] {
  const dates = createSessionDates(Date.now(), document.documentElement.lang);
  const isFiltered = search.query() !== '';
  const groupOf = ({ isPinned, at }: SessionView) => (isPinned ? l10n.t('Pinned') : dates.group(at));
  return (isFiltered ? search.find(known.all()) : pinnedFirst(known.all())).map((found) => {
    const { session } = found;
    const isShown = session.id === shown.id;
    const state = { isShown, isRunning: isShown && shown.isRunning, time: dates.time(session.at) };
    return {
      id: session.id,
      group: isFiltered ? '' : groupOf(session),
      version: JSON.stringify([found, state]),
      create: () => createSessionRow(found, state, events),
    };
  });
}

function pinnedFirst(sessions: readonly SessionView[]): readonly FoundSession[] {
  const ordered = [...sessions.filter(({ isPinned }) => isPinned), ...sessions.filter(({ isPinned }) => !isPinned)];
  return ordered.map((session) => ({ session, ranges: [] }));
}
