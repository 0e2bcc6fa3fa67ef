import { l10n } from 'vscode';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import type { PanelNotices } from './panelNotices.ts';

const id = 'editedKept';

/**
 * Must be called when the user presses Escape to stop the running reply of the shown session or, if no reply runs, to
 * leave the panel. Resolves with true if Escape must do this. While a queued message is edited in the message box, the
 * first call puts it back instead (see createPutBackQueued). If the message stays in the message box, says so, and the
 * next call resolves with true.
 */
export async function escapeActs(
  chat: Pick<WorkspaceChat, 'draft' | 'session' | 'isReadOnly' | 'putBackQueued'>,
  notices: Pick<PanelNotices, 'tell' | 'views' | 'dismiss'>,
): Promise<boolean> {
  // The panel does not show the message box.
  if (chat.isReadOnly) return true;
  if (notices.views().some((each) => each.id === id)) {
    notices.dismiss(id);
    return true;
  }
  const outcome = await chat.putBackQueued();
  // The user may have sent or removed the message during the question.
  if (outcome === 'kept' && chat.draft.isEditingQueued) tellKept(chat, notices);
  return outcome === 'notEdited';
}

function tellKept(chat: Pick<WorkspaceChat, 'draft' | 'session'>, notices: Pick<PanelNotices, 'tell'>): void {
  const { text } = chat.draft;
  const isReplyRunning = () => {
    const last = chat.session.messages.at(-1);
    return last?.kind === 'reply' && last.ending === undefined;
  };
  const wasRunning = isReplyRunning();
  notices.tell({
    id,
    sentence: () =>
      wasRunning
        ? l10n.t('The queued message stays in the message box. Press Escape again to stop the reply.')
        : l10n.t('The queued message stays in the message box. Press Escape again to return to the editor.'),
    isTrue: () => isReplyRunning() === wasRunning && chat.draft.isEditingQueued && chat.draft.text === text,
    isTemporary: true,
  });
}
