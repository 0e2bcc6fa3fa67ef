import type { UnsentEdit } from '../draft/unsentEdits.ts';
import type { Message } from '../messages/message.ts';

/**
 * Returns the unsent edits of questions that do not exist, for example because their session was deleted. `load` returns
 * a session with its messages except deleted ones, or rejects if the session cannot be read. In this case, its edits do
 * not count as stale.
 */
export async function findStaleEdits(
  edits: readonly UnsentEdit[],
  load: (sessionId: string) => Promise<{ readonly messages: readonly Message[] }>,
): Promise<readonly UnsentEdit[]> {
  const stale: UnsentEdit[] = [];
  for (const [sessionId, ofSession] of Map.groupBy(edits, (edit) => edit.sessionId)) {
    const session = await load(sessionId).catch(() => undefined);
    if (session === undefined) continue;
    const questionIds = new Set(session.messages.map(({ id }) => id));
    for (const edit of ofSession) if (!questionIds.has(edit.questionId)) stale.push(edit);
  }
  return stale;
}
