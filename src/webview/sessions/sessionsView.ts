import * as l10n from '@vscode/l10n';
import { createFuzzyMatcher } from '../../common/fuzzyMatcher.ts';
import type { ToWebviewMessage } from '../../common/protocol/protocol.ts';
import type { DidFindSessions, SessionMatchView, SessionView } from '../../common/protocol/sessionProtocol.ts';
import { element, icon, iconButton, textButton } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { findSessions, type FoundSession } from './findSessions.ts';
import { sessionDates } from './sessionDates.ts';
import { sessionList, type ListRow } from './sessionList.ts';
import { sessionRow, type SessionRowEvents } from './sessionRow.ts';

/** The sessions of this workspace, in place of the conversation. */
export interface SessionsView {
  readonly element: HTMLElement;
  readonly isOpen: () => boolean;
  readonly open: () => void;
  readonly close: () => void;
  /** Which session the conversation shows, and whether a reply runs in it. */
  readonly setShown: (id: string, isRunning: boolean) => void;
  readonly handle: (message: SessionsMessage) => void;
  readonly focus: () => void;
}

export type SessionsMessage = Extract<
  ToWebviewMessage,
  { readonly type: 'didListSessions' | 'didChangeSession' | 'didDeleteSession' | 'didFindSessions' }
>;

export interface SessionsViewEvents {
  readonly onClose: () => void;
  /** A session was chosen, be it the one that is shown. */
  readonly onOpen: () => void;
}

/** Texts are searched when the person stops typing. */
const searchDelay = 150;

export function sessionsView(context: PanelContext, { onClose, onOpen }: SessionsViewEvents): SessionsView {
  const { post, announce } = context;
  const matchTitles = createFuzzyMatcher();
  let sessions: readonly SessionView[] = [];
  let isComplete = false;
  let shown = { id: '', isRunning: false };
  let deleted: SessionView | undefined;
  let inTexts = new Map<string, SessionMatchView>();
  let isSearching = false;
  let searchTimer: ReturnType<typeof setTimeout> | undefined;

  const search = element('input', { type: 'text', class: 'session-search', dir: 'auto', 'aria-label': l10n.t('Search sessions'), placeholder: l10n.t('Search titles and texts'), spellcheck: 'false', autocomplete: 'off' });
  const message = element('p', { class: 'sessions-message' });
  const undoText = element('span');
  const undo = element('div', { class: 'sessions-undo', hidden: true }, undoText, textButton(l10n.t('Undo'), 'button secondary', restore));
  const list = sessionList({ onLeave: () => search.focus(), onDelete: remove });
  const root = element(
    'section',
    { class: 'sessions', hidden: true, 'aria-label': l10n.t('Sessions') },
    element(
      'div',
      { class: 'sessions-header' },
      iconButton('arrow-left', l10n.t('Back to the conversation'), onClose),
      element('h2', {}, l10n.t('Sessions')),
      iconButton('add', l10n.t('New session'), () => post({ type: 'newSession' })),
    ),
    element('div', { class: 'sessions-search' }, icon('search'), search),
    message,
    list.element,
    undo,
  );

  const rowEvents: SessionRowEvents = {
    onOpen: openSession,
    onRename: (id, title) => {
      // An empty title becomes the first question again, which the extension knows.
      change(id, (session) => ({ ...session, title: title === '' ? session.title : title }));
      post({ type: 'renameSession', id, title });
    },
    onRenameEnd: show,
    onPin: (id, isPinned) => {
      change(id, (session) => ({ ...session, isPinned }));
      announce(isPinned ? l10n.t('Pinned to the top.') : l10n.t('No longer pinned.'));
      post({ type: 'pinSession', id, isPinned });
    },
    onExport: (id) => post({ type: 'exportSession', id }),
    onDelete: remove,
  };

  search.addEventListener('input', () => {
    clearTimeout(searchTimer);
    inTexts = new Map();
    const query = search.value.trim();
    isSearching = query !== '';
    list.element.scrollTop = 0;
    show();
    searchTimer = setTimeout(() => post({ type: 'searchSessions', query }), searchDelay);
  });
  search.addEventListener('keydown', (event) => {
    const first = list.first();
    if (event.key === 'ArrowDown') list.focusFirst();
    else if (event.key === 'Enter' && !event.isComposing && search.value.trim() !== '' && first !== undefined) openSession(first);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  list.element.addEventListener('keydown', (event) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (isUndo && deleted !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      restore();
    } else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // What is typed in the list is looked for.
      search.focus();
    }
  });

  function openSession(id: string): void {
    if (id !== shown.id) post({ type: 'openSession', id });
    onOpen();
  }

  function remove(id: string): void {
    post({ type: 'deleteSession', id });
  }

  function restore(): void {
    if (deleted === undefined) return;
    post({ type: 'restoreSession', id: deleted.id });
    announce(l10n.t('The session is back.'));
    showDeleted(undefined);
    focus();
  }

  function change(id: string, changed: (session: SessionView) => SessionView): void {
    sessions = sessions.map((session) => (session.id === id ? changed(session) : session));
    show();
  }

  function showDeleted(session: SessionView | undefined): void {
    deleted = session;
    undo.hidden = session === undefined;
    if (session === undefined) return;
    undoText.textContent = l10n.t('Deleted “{0}”.', session.title);
    announce(undoText.textContent);
  }

  function show(): void {
    if (root.hidden || list.isRenaming()) return;
    const dates = sessionDates(Date.now(), document.documentElement.lang);
    const isFiltered = search.value.trim() !== '';
    const found = isFiltered ? findSessions(sessions, search.value, inTexts, matchTitles) : pinnedFirst(sessions);
    list.show(found.map((each) => listRow(each, isFiltered ? '' : each.session.isPinned ? l10n.t('Pinned') : dates.group(each.session.at), dates.time(each.session.at))));
    message.textContent = emptyMessage(isFiltered);
    root.setAttribute('aria-busy', String(isSearching || !isComplete));
  }

  function emptyMessage(isFiltered: boolean): string {
    if (isFiltered && isSearching) return l10n.t('Searching the texts…');
    if (!list.isEmpty() || !isComplete) return '';
    return isFiltered ? l10n.t('Nothing was found.') : l10n.t('There are no sessions yet. Ask something to begin.');
  }

  function listRow(found: FoundSession, group: string, time: string): ListRow {
    const { session } = found;
    const isShown = session.id === shown.id;
    const state = { isShown, isRunning: isShown && shown.isRunning, time };
    return {
      id: session.id,
      group,
      version: JSON.stringify([session, state, found.ranges, found.snippet]),
      make: () => sessionRow(found, state, rowEvents),
    };
  }

  function takeMatches({ query, matches, isComplete: isEnd }: DidFindSessions): void {
    if (query !== search.value.trim()) return;
    for (const match of matches) inTexts.set(match.id, match);
    if (isEnd) isSearching = false;
    show();
    if (isEnd) announce(list.isEmpty() ? l10n.t('Nothing was found.') : l10n.t('Sessions found: {0}', list.count()));
  }

  function focus(): void {
    if (root.contains(document.activeElement) && document.activeElement?.closest('[hidden]') === null) return;
    search.focus();
  }

  return {
    element: root,
    isOpen: () => !root.hidden,
    open: () => {
      root.hidden = false;
      search.value = '';
      inTexts = new Map();
      isSearching = false;
      show();
      search.focus();
      post({ type: 'listSessions' });
    },
    close: () => {
      clearTimeout(searchTimer);
      if (isSearching) post({ type: 'searchSessions', query: '' });
      isSearching = false;
      root.hidden = true;
      showDeleted(undefined);
    },
    setShown: (id, isRunning) => {
      if (shown.id === id && shown.isRunning === isRunning) return;
      shown = { id, isRunning };
      show();
    },
    handle: (received) => {
      switch (received.type) {
        case 'didListSessions':
          // What comes before the end may have less than what is there already.
          if (!received.isComplete && received.sessions.length < sessions.length) return;
          sessions = received.sessions;
          isComplete = received.isComplete;
          show();
          break;
        case 'didChangeSession': {
          const { session } = received;
          const others = sessions.filter(({ id }) => id !== session.id);
          sessions = [...others, session].toSorted((a, b) => b.at - a.at);
          show();
          break;
        }
        case 'didDeleteSession':
          showDeleted(sessions.find(({ id }) => id === received.id));
          sessions = sessions.filter(({ id }) => id !== received.id);
          show();
          if (!root.hidden) focus();
          break;
        case 'didFindSessions':
          takeMatches(received);
      }
    },
    focus,
  };
}

function pinnedFirst(sessions: readonly SessionView[]): readonly FoundSession[] {
  const ordered = [...sessions.filter(({ isPinned }) => isPinned), ...sessions.filter(({ isPinned }) => !isPinned)];
  return ordered.map((session) => ({ session, ranges: [] }));
}
