import type { UnsentEdit } from '../draft/unsentEdits.ts';
import type { Message } from '../messages/message.ts';

/** The sessions of the edits. The edits of a session are not stale if one of its functions rejects. */
export interface EditedSessions {
  /** Returns a session with all its messages, including deleted ones. Returns no messages if there is no such session. */
  load(sessionId: string): Promise<{ readonly allMessages: readonly Message[] }>;
  /** Returns true if there is such a session, even if none of its messages can be read. */
  exists(sessionId: string): Promise<boolean>;
}

/**
 * Returns the unsent edits of missing sessions, and of questions for which `isGone` returns true. An edit is not stale
 * only because its question is not found in the session: the record of the question may be damaged, or written by a
 * newer version.
 */
export async function findStaleEdits(
  edits: readonly UnsentEdit[],
  sessions: EditedSessions,
  isGone: (question: Message) => boolean,
): Promise<readonly UnsentEdit[]> {
  const stale: UnsentEdit[] = [];
  for (const [sessionId, ofSession] of Map.groupBy(edits, (edit) => edit.sessionId)) {
    try {
      const { allMessages } = await sessions.load(sessionId);
      const isMissing = allMessages.length === 0 && !(await sessions.exists(sessionId));
      const goneIds = new Set(allMessages.filter(isGone).map(({ id }) => id));
      for (const edit of ofSession) if (isMissing || goneIds.has(edit.questionId)) stale.push(edit);
    } catch {
      // The session cannot be read.
    }
  }
  return stale;
}
