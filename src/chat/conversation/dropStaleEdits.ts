import type { SessionStore } from '../sessions/sessionStore.ts';
import type { WorkspaceChat } from './workspaceChat.ts';

/**
 * Removes the unsent edits of questions that do not exist any more, for example because their session was deleted. Call
 * this only when the window opens, because until then the user could undo the deletion. Keeps the edits of a session
 * that cannot be read.
 */
export async function dropStaleEdits(
  { draft, session: shown, background }: WorkspaceChat,
  sessions: Pick<SessionStore, 'load'>,
): Promise<void> {
  const bySession = Map.groupBy(draft.edits, ({ sessionId }) => sessionId);
  for (const [sessionId, edits] of bySession) {
    const session = [shown, ...background].find(({ id }) => id === sessionId);
    const loaded = session ?? (await sessions.load(sessionId).catch(() => undefined));
    if (loaded === undefined) continue;
    const questionIds = new Set(loaded.messages.map(({ id }) => id));
    for (const edit of edits) if (!questionIds.has(edit.questionId)) draft.setEdit(edit, undefined);
  }
}
