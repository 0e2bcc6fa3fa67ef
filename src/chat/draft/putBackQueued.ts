import type { ChatDraft } from './chatDraft.ts';

/** `notEdited`: the message box contains no edited queued message. `kept`: it contains such a message, which stays. */
export type PutBackOutcome = 'putBack' | 'kept' | 'notEdited';

type Draft = Pick<ChatDraft, 'isEditingQueued' | 'editedMessage' | 'putBackQueued'>;

/**
 * Returns a function that puts the queued message that is edited in the message box back to its place (see ChatDraft). If
 * the user has changed the message, asks about its text first, because `sendQueued` does not ask. Calls during a running
 * call have the same outcome, so that the user is asked once.
 *
 * @param confirmText resolves with false if the user declines to send a text. The message then stays in the box
 */
export function createPutBackQueued(
  draft: Draft,
  confirmText: (text: string) => Promise<boolean>,
): () => Promise<PutBackOutcome> {
  let running: Promise<PutBackOutcome> | undefined;
  return async () => {
    running ??= putBack(draft, confirmText).finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function putBack(draft: Draft, confirmText: (text: string) => Promise<boolean>): Promise<PutBackOutcome> {
  if (!draft.isEditingQueued) return 'notEdited';
  const edited = draft.editedMessage();
  if (edited === undefined) return 'kept';
  const { text } = edited.message;
  if (edited.isChanged && !(await confirmText(text))) return 'kept';
  // The text may have changed during the question.
  if (draft.editedMessage()?.message.text !== text) return 'kept';
  draft.putBackQueued();
  return 'putBack';
}
