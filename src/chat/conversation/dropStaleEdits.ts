import type { Message } from '../messages/message.ts';
import { isPurgeable } from '../messages/purgeDeleted.ts';
import { findStaleEdits } from '../sessions/findStaleEdits.ts';
import type { SessionStore } from '../sessions/sessionStore.ts';
import type { WorkspaceChat } from './workspaceChat.ts';

/**
 * Removes the unsent edits of questions that were deleted for good. Keeps an edit while this or another window may undo
 * the deletion: while the session is in the trash, or while the file has the content of the deleted question. Keeps an
 * edit that the user changes meanwhile.
 */
export async function dropStaleEdits(
  { draft, session: shown, background }: WorkspaceChat,
  sessions: Pick<SessionStore, 'load' | 'exists'>,
): Promise<void> {
  const load = async (sessionId: string) =>
    [shown, ...background].find(({ id }) => id === sessionId) ?? sessions.load(sessionId);
  const isGone = (question: Message) => question.isDeleted === true && !isPurgeable(question);
  const stale = await findStaleEdits(draft.edits, { load, exists: async (id) => sessions.exists(id) }, isGone);
  for (const edit of stale) draft.removeEdit(edit);
}
