import { l10n } from 'vscode';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import type { PanelNotices } from './panelNotices.ts';

const id = 'editedKept';

/**
 * Must be called when the user presses Escape to stop the running reply of the shown session. Resolves with true if the
 * reply must be stopped. While a queued message is edited in the message box, the first call puts it back instead (see
 * createPutBackQueued). If the message stays in the message box, says so, and the next call resolves with true.
 */
export async function escapeStops(
  chat: Pick<WorkspaceChat, 'draft' | 'session' | 'putBackQueued'>,
  notices: Pick<PanelNotices, 'tell' | 'views' | 'dismiss'>,
): Promise<boolean> {
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
  notices.tell({
    id,
    sentence: () => l10n.t('The queued message stays in the message box. Press Escape again to stop the reply.'),
    isTrue: () => isReplyRunning() && chat.draft.isEditingQueued && chat.draft.text === text,
    isTemporary: true,
  });
}
