import { createTextSearch } from '../../chat/draft/textSearch.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';

/**
 * Shows a new session, and adds the text and the attachments of a question of the earlier session to the message box.
 * Adds nothing that the message box already contains. Does nothing if the question is not in the session.
 */
export async function copyToNewSession(
  chat: Pick<WorkspaceChat, 'session' | 'draft' | 'newSession'>,
  questionId: string | undefined,
): Promise<void> {
  const question = chat.session.messages.find(({ id }) => id === questionId);
  if (question?.kind !== 'question') return;
  await chat.newSession();
  const { draft } = chat;
  if (!createTextSearch()(new Set([draft.text]), question.text)) draft.addText(question.text);
  draft.addAttachments(question.attachments.filter(({ id }) => draft.attachments.every((each) => each.id !== id)));
}
