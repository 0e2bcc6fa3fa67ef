import type { Page } from 'playwright-core';
import type { ToWebviewMessage } from '../../src/common/protocol/protocol.ts';
import type { DidDeleteSession, DidListSessions, SessionView } from '../../src/common/protocol/sessionProtocol.ts';
import { question, reply, session } from './panelMessages.ts';

const millisecondsPerDay = 86_400_000;

/** Returns the extension's messages for each state of the session list, and of the notices about other sessions. */
export function sessionStates(): Readonly<Record<string, readonly ToWebviewMessage[]>> {
  const shown = session({ messages: [question(), reply({ state: 'streaming', text: 'It groups' })] });
  const open: readonly ToWebviewMessage[] = [shown, { type: 'didRequestSessions' }];
  return {
    'session-list': [...open, didListSessions(sessionViews())],
    'session-list-search': [...open, didListSessions(sessionViews())],
    'session-list-empty': [session({}), { type: 'didRequestSessions' }, didListSessions([])],
    'session-list-rename': [...open, didListSessions(sessionViews())],
    'background-replies': [
      session({ messages: [question(), reply({ text: 'It groups the items of a list by their key.' })] }),
      {
        type: 'didChangeBackgroundReplies',
        replies: [
          { sessionId: 's2', sentence: 'A reply is running in “Sort a list”.', isRunning: true },
          {
            sessionId: 's3',
            sentence: 'The reply in “Why is the second request slower?” is complete. Cost: $0.0042.',
            isRunning: false,
          },
        ],
      },
    ],
    'session-list-undo': [...open, didListSessions(sessionViews()), didDeleteSession('s4')],
  };
}

/**
 * Performs the user's actions for a state of the session list. The messages of `sessionStates` must already be sent. For
 * a search, also sends the extension's search results. Does nothing for other states.
 */
export async function showSessionState(page: Page, state: string): Promise<void> {
  if (state.startsWith('session-list')) await page.getByRole('heading', { name: 'Sessions' }).waitFor();
  if (state === 'session-list') {
    const row = page.getByRole('button', { name: /^Why is the second/ });
    // The buttons of the row cover its middle.
    await row.hover({ position: { x: 8, y: 8 } });
  }
  if (state === 'session-list-rename') {
    await page.getByRole('button', { name: /^Why is the second/ }).focus();
    await page.keyboard.press('F2');
  }
  if (state === 'session-list-search') {
    await page.getByRole('textbox', { name: 'Search sessions' }).fill('gro key');
    await page.evaluate((data) => window.dispatchEvent(new MessageEvent('message', { data })), {
      type: 'didFindSessions',
      query: 'gro key',
      isComplete: true,
      matches: [
        {
          id: 's4',
          isPhrase: false,
          before: '…the rows of each ',
          match: 'group',
          after: ' have the same key, and their order is that in which they came',
        },
        { id: 's7', isPhrase: false, before: '', match: 'Group', after: 'ing by month needs a key per month' },
      ],
    } satisfies ToWebviewMessage);
  }
}

export function didListSessions(
  sessions: readonly SessionView[],
  deleted: DidListSessions['deleted'] = [],
): DidListSessions {
  return { type: 'didListSessions', sessions, isComplete: true, deleted };
}

/** Returns the message that the last of these sessions of `sessionViews` was deleted, after the others. */
export function didDeleteSession(...ids: readonly [...earlier: string[], last: string]): DidDeleteSession {
  const deleted = ids.flatMap((id) => sessionViews().filter((each) => each.id === id));
  return { type: 'didDeleteSession', id: ids.at(-1)!, deleted: deleted.map(({ id, title }) => ({ id, title })) };
}

/** Returns sessions with ages from 0 to 500 days, newest first. `s1` is the current session. */
export function sessionViews(): readonly SessionView[] {
  const now = Date.now();
  const ago = (days: number, changes: Partial<SessionView> & Pick<SessionView, 'id' | 'title'>): SessionView => ({
    at: now - days * millisecondsPerDay,
    isPinned: false,
    cost: '$0.0021',
    ...changes,
  });
  return [
    ago(0, { id: 's1', title: 'What does this function do, and what would you change?' }),
    ago(0.01, { id: 's2', title: 'Explain this code. total.ts:1-3', elsewhere: 'open', cost: '≈$0.0104' }),
    ago(1, { id: 's3', title: 'Group by a key', isEdited: true }),
    ago(3, {
      id: 's4',
      title: 'Why is the second one slower than the first one when both of them are warm?',
      cost: '',
    }),
    ago(20, { id: 's5', title: 'Release notes for 2.4', isPinned: true, cost: '$1.20' }),
    ago(45, { id: 's6', title: 'مرحبا، كيف أكتب اختبارًا؟' }),
    ago(200, { id: 's7', title: 'A_very_long_name_without_any_place_where_it_could_be_broken_into_two_lines()' }),
    ago(500, { id: 's8', title: 'Hello' }),
  ];
}
