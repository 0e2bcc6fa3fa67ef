import type { Transcript } from '../messages/transcript.ts';
import type { SessionStore } from '../sessions/sessionStore.ts';
import type { Windows } from '../windows/windows.ts';
import type { ChatSession } from './chatSession.ts';
import type { ShownSession } from './shownSession.ts';

export interface SessionRecoveryDependencies {
  readonly windows: Pick<Windows, 'withSession'>;
  readonly sessions: Pick<SessionStore, 'load'>;
  readonly createSession: (id: string, transcript: Transcript) => ChatSession;
  readonly shown: Pick<ShownSession, 'current' | 'inTurn'>;
}

/** Books the replies that crashed windows left in these sessions, except in those that a living window has. */
export async function recoverSessions(ids: Iterable<string>, dependencies: SessionRecoveryDependencies): Promise<void> {
  const { windows, sessions, createSession, shown } = dependencies;
  for (const id of ids) {
    await shown.inTurn(async () => {
      if (id === shown.current.id) return;
      // The transcript is empty for a session of another workspace and for one that was deleted.
      await windows.withSession(id, async () => createSession(id, await sessions.load(id)).recover());
    });
  }
}
