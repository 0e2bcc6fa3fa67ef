import * as l10n from '@vscode/l10n';
import { createFuzzyMatcher } from '../../common/fuzzyMatcher.ts';
import type { DidFindSessions, SessionMatchView, SessionView } from '../../common/protocol/sessionProtocol.ts';
import { createDebounce } from '../../common/async/debounce.ts';
import { element, icon } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { findSessions, type FoundSession } from './findSessions.ts';

/** The search box above the sessions. Titles are searched in the panel; the extension searches the texts. */
export interface SessionSearch {
  readonly element: HTMLElement;
  /** The trimmed search text; empty if there is no search. */
  readonly query: () => string;
  /**
   * True from the input of a query until the extension has sent all text matches of this query. Also becomes false when
   * the query becomes empty, and when `clear` or `stop` is called.
   */
  readonly isSearching: () => boolean;
  readonly find: (sessions: readonly SessionView[]) => readonly FoundSession[];
  /** Adds text matches from the extension. If these are matches of an earlier query, ignores them and returns false. */
  readonly take: (matches: DidFindSessions) => boolean;
  readonly clear: () => void;
  /** Clears the box and stops the search, as if the user had deleted the text. */
  readonly reset: () => void;
  readonly focus: () => void;
  /** Cancels a scheduled or running text search. */
  readonly stop: () => void;
}

/** Debounce delay of the text search, in milliseconds. */
const searchDelay = 150;

export function createSessionSearch({ post }: PanelContext, onInput: () => void): SessionSearch {
  const matchTitles = createFuzzyMatcher();
  const searchTexts = createDebounce(searchDelay);
  let inTexts = new Map<string, SessionMatchView>();
  let isSearching = false;

  const input = element('input', {
    ...{ type: 'text', class: 'session-search', dir: 'auto', spellcheck: 'false', autocomplete: 'off' },
    'aria-label': l10n.t('Search sessions'),
    placeholder: l10n.t('Search titles and texts'),
  });
  const query = () => input.value.trim();

  input.addEventListener('input', search);

  function search(): void {
    const searched = query();
    inTexts = new Map();
    isSearching = searched !== '';
    onInput();
    searchTexts.schedule(() => post({ type: 'searchSessions', query: searched }));
  }

  return {
    element: element('div', { class: 'sessions-search' }, icon('search'), input),
    query,
    isSearching: () => isSearching,
    find: (sessions) => findSessions(sessions, input.value, inTexts, matchTitles),
    take: ({ query: searched, matches, isComplete }) => {
      if (searched !== query()) return false;
      for (const match of matches) inTexts.set(match.id, match);
      if (isComplete) isSearching = false;
      return true;
    },
    clear: () => {
      input.value = '';
      inTexts = new Map();
      isSearching = false;
    },
    reset: () => {
      input.value = '';
      search();
    },
    focus: () => input.focus(),
    stop: () => {
      searchTexts.cancel();
      if (isSearching) post({ type: 'searchSessions', query: '' });
      isSearching = false;
    },
  };
}
