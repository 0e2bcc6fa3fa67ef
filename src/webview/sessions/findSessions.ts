import type { FuzzyMatcher, TextRange } from '../../common/fuzzyMatcher.ts';
import type { SessionMatchView, SessionView } from '../../common/protocol/sessionProtocol.ts';

/** A session to list, with the parts that match the search. Without a search, there are no such parts. */
export interface FoundSession {
  readonly session: SessionView;
  /** The matched parts of the title; empty if the title does not match. */
  readonly ranges: readonly TextRange[];
  /** The match in the session's text; undefined if the title matches or if there is no search. */
  readonly snippet?: SessionMatchView;
}

/**
 * Returns the sessions with a matching title, sorted by quality of the match, best first. The sessions of which only
 * the text matches follow, those with a whole phrase first. Equally good matches are sorted by date, newest first.
 * `inTexts` has the text matches by session id.
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
