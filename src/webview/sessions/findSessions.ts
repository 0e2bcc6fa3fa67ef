import type { SessionMatchView, SessionView } from '../../common/protocol/sessionProtocol.ts';
import { fuzzyMatch, type FuzzyMatch } from './fuzzyMatch.ts';

/** A session of the list, with why it is there. */
export interface FoundSession {
  readonly session: SessionView;
  /** The parts of its title that were looked for. */
  readonly ranges: FuzzyMatch['ranges'];
  /** Where its text was found, unless its title was. */
  readonly snippet?: SessionMatchView;
}

/** Those whose title fits, the best first; then those in whose text the query stands, as it was typed before word by word. */
export function findSessions(
  sessions: readonly SessionView[],
  query: string,
  inTexts: ReadonlyMap<string, SessionMatchView>,
): readonly FoundSession[] {
  const byTitle = sessions
    .flatMap((session) => {
      const match = fuzzyMatch(query, session.title);
      return match === undefined ? [] : [{ session, ...match }];
    })
    .toSorted((a, b) => b.score - a.score || b.session.at - a.session.at);
  const isByTitle = new Set(byTitle.map(({ session }) => session.id));
  const byText = sessions
    .flatMap((session) => {
      const snippet = isByTitle.has(session.id) ? undefined : inTexts.get(session.id);
      return snippet === undefined ? [] : [{ session, ranges: [], snippet }];
    })
    .toSorted((a, b) => Number(b.snippet.isPhrase) - Number(a.snippet.isPhrase) || b.session.at - a.session.at);
  return [...byTitle.map(({ session, ranges }) => ({ session, ranges })), ...byText];
}
