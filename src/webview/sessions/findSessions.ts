import type { FuzzyMatcher, TextRange } from '../../common/fuzzyMatcher.ts';
import type { SessionMatchView, SessionView } from '../../common/protocol/sessionProtocol.ts';

/** A session to show in the list, with the parts of its title or text that match the search. */
export interface FoundSession {
  readonly session: SessionView;
  /**
   * The matched parts of the title. Empty if the title does not match, if there is no search, or if the matcher returns
   * no ranges for a long query (see FuzzyMatch).
   */
  readonly ranges: readonly TextRange[];
  /** The match in the session's text; undefined if the title matches or if there is no search. */
  readonly snippet?: SessionMatchView;
}

/**
 * Returns the sessions that match `query`. The sessions whose title matches come first, sorted by quality of the match,
 * best first. The sessions that match only in their text come next: first those that contain the whole phrase, then the
 * others. Equally good matches are sorted by date, newest first. `inTexts` maps session ids to text matches.
 */
export function findSessions(
  sessions: readonly SessionView[],
  query: string,
  inTexts: ReadonlyMap<string, SessionMatchView>,
  match: FuzzyMatcher,
): readonly FoundSession[] {
  const latestFirst = sessions.toSorted((a, b) => b.at - a.at);
  const byTitle = match(query, latestFirst, ({ title }) => title).map(({ item, ranges }): FoundSession => ({
    session: item,
    ranges,
  }));
  const isByTitle = new Set(byTitle.map(({ session }) => session.id));
  const byText = latestFirst
    .flatMap((session) => {
      const snippet = isByTitle.has(session.id) ? undefined : inTexts.get(session.id);
      return snippet === undefined ? [] : [{ session, ranges: [], snippet }];
    })
    .toSorted((a, b) => Number(b.snippet.isPhrase) - Number(a.snippet.isPhrase));
  return [...byTitle, ...byText];
}
