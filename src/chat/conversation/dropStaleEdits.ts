import { findStaleEdits } from '../sessions/findStaleEdits.ts';
import type { SessionStore } from '../sessions/sessionStore.ts';
import type { WorkspaceChat } from './workspaceChat.ts';

/**
 * Removes the unsent edits of questions that do not exist any more (see findStaleEdits). Call this only when the window
 * opens, because until then the user could undo the deletion.
 */
export async function dropStaleEdits(
  { draft, session: shown, background }: WorkspaceChat,
  sessions: Pick<SessionStore, 'load'>,
): Promise<void> {
  const stale = await findStaleEdits(
    draft.edits,
    async (sessionId) => [shown, ...background].find(({ id }) => id === sessionId) ?? sessions.load(sessionId),
  );
  for (const edit of stale) draft.setEdit(edit, undefined);
}
