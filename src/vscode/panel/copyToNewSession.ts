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
  chat.draft.addText(question.text);
  chat.draft.addAttachments(question.attachments);
}
