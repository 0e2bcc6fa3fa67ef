import { strict as assert } from 'node:assert';
import { createFuzzyMatcher } from '../../../../src/common/fuzzyMatcher.ts';
import type { SessionMatchView, SessionView } from '../../../../src/common/protocol/sessionProtocol.ts';
import { findSessions } from '../../../../src/webview/sessions/findSessions.ts';

const match = createFuzzyMatcher();
const session = (title: string, at: number): SessionView => ({ id: title, title, at, isPinned: false, cost: '' });
const inText = (id: string, isPhrase = true): SessionMatchView => ({
  id,
  isPhrase,
  before: '',
  match: 'node',
  after: '',
});

function found(
  sessions: readonly SessionView[],
  query: string,
  matches: readonly SessionMatchView[] = [],
): readonly string[] {
  return findSessions(sessions, query, new Map(matches.map((each) => [each.id, each])), match).map(
    ({ session: { title }, snippet }) => `${title}${snippet === undefined ? '' : ', by its text'}`,
  );
}

describe('findSessions', () => {
  it('sorts title matches by quality, best first, and equally good matches by date, newest first', () => {
    const sessions = [session('Anode', 9), session('Node a', 1), session('Other', 8), session('Node b', 2)];
    assert.deepEqual(found(sessions, 'node'), ['Node b', 'Node a', 'Anode']);
  });

  it('lists title matches, then sessions with the whole phrase in their text, then other text matches', () => {
    const sessions = [
      session('First', 1),
      session('Second', 2),
      session('Third', 3),
      session('Anode', 0),
      session('Fourth', 4),
    ];
    const matches = [inText('First'), inText('Second'), inText('Third', false)];
    assert.deepEqual(found(sessions, 'node', matches), [
      'Anode',
      'Second, by its text',
      'First, by its text',
      'Third, by its text',
    ]);
  });

  it('lists a session once, as a title match, if both its title and its text match', () => {
    const [only, ...others] = findSessions([session('Node', 1)], 'node', new Map([['Node', inText('Node')]]), match);
    assert.deepEqual(others, []);
    assert.deepEqual(only, { session: session('Node', 1), ranges: [[0, 4]] });
  });

  it('ignores a text match whose session is not in the list', () => {
    assert.deepEqual(found([session('Other', 1)], 'node', [inText('Gone')]), []);
  });
});
