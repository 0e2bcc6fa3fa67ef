import type { ChatDraft } from './chatDraft.ts';

/**
 * Puts the queued message that is edited in the message box back to its place (see ChatDraft). If the user has changed
 * it, asks about its text first, because `sendQueued` does not ask. Resolves with false if there is no such message.
 *
 * @param confirmText resolves with false if the user declines to send a text. The message then stays in the box
 */
export async function putBackQueued(
  draft: Pick<ChatDraft, 'editedMessage' | 'putBackQueued'>,
  confirmText: (text: string) => Promise<boolean>,
): Promise<boolean> {
  const edited = draft.editedMessage();
  if (edited === undefined) return false;
  const { text } = edited.message;
  if (edited.isChanged && !(await confirmText(text))) return true;
  // The text may have changed during the question.
  if (draft.editedMessage()?.message.text === text) draft.putBackQueued();
  return true;
}
