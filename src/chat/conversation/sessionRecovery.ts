import type { Transcript } from '../messages/transcript.ts';
import type { SessionStore } from '../sessions/sessionStore.ts';
import type { Windows } from '../windows/windows.ts';
import type { ChatSession } from './chatSession.ts';
import type { ShownSession } from './shownSession.ts';

export interface SessionRecoveryDependencies {
  readonly windows: Pick<Windows, 'withSession'>;
  readonly sessions: Pick<SessionStore, 'load'>;
  readonly createSession: (id: string, transcript: Transcript) => ChatSession;
  readonly shown: Pick<ShownSession, 'current' | 'background' | 'runExclusive'>;
}

/**
 * Loads the sessions with the given ids, and books the replies that crashed windows left without a cost. To book a
 * reply means to record its cost in the ledger. Also removes the content of deleted messages, unless this window can
 * still undo their deletion. Skips sessions that another living window holds (see Windows). Also
 * skips the shown session, because ShownSession recovers that session, and sessions whose reply runs in the background.
 * If a session cannot be recovered, recovers the remaining sessions and then rejects with the first error.
 */
export async function recoverSessions(ids: Iterable<string>, dependencies: SessionRecoveryDependencies): Promise<void> {
  const { windows, sessions, createSession, shown } = dependencies;
  const recover = async (id: string): Promise<void> => {
    if ([shown.current, ...shown.background].some((session) => session.id === id)) return;
    // If the session was deleted or belongs to another workspace, its transcript is empty and nothing is booked.
    await windows.withSession(id, async () => {
      const session = createSession(id, await sessions.load(id));
      await session.recover();
      await session.purgeDeleted();
    });
  };
  const errors: unknown[] = [];
  for (const id of ids) await shown.runExclusive(async () => recover(id)).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
