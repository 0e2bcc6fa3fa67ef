import * as vscode from 'vscode';
import type { ChatSession } from '../../chat/conversation/chatSession.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import { shownTitle } from '../dialogs/plainText.ts';

/** How long the status bar says that no reply is running, in milliseconds. */
const messageTime = 5_000;

/**
 * Stops the running reply of the shown session. If there is none, stops the running reply of another session. If several
 * run there, asks which of them to stop.
 */
export async function stopReply(
  chat: Pick<WorkspaceChat, 'session' | 'draft' | 'background' | 'stop' | 'stopBackground'>,
): Promise<void> {
  const { session, draft } = chat;
  // Between two messages that are sent automatically, no reply runs for a moment.
  if (session.isRunning || draft.queue.some((each) => !draft.isHeld(each, session.id))) {
    chat.stop();
    return;
  }
  const running = chat.background.filter(({ isRunning }) => isRunning);
  if (running.length === 0)
    vscode.window.setStatusBarMessage(vscode.l10n.t('No reply is running in this window.'), messageTime);
  for (const { id } of running.length > 1 ? await pickSessions(running) : running) chat.stopBackground(id);
}

/** Asks whose replies to stop. Resolves with an empty array if the user cancels. */
async function pickSessions(running: readonly ChatSession[]): Promise<readonly ChatSession[]> {
  const { l10n } = vscode;
  const items = running.map((session) => ({ label: shownTitle(session.title), sessions: [session] }));
  const separator = { label: '', kind: vscode.QuickPickItemKind.Separator, sessions: [] };
  const all = { label: l10n.t('All replies'), sessions: running };
  // The first item must be harmless. The Enter key that ran the command may still be held down, and its repetition
  // picks the first item.
  const none = { label: l10n.t('Keep all replies running'), sessions: [] };
  const picked = await vscode.window.showQuickPick([none, ...items, separator, all], {
    title: l10n.t('Stop Reply'),
    placeHolder: l10n.t('Select the session whose reply to stop'),
  });
  return picked?.sessions ?? [];
}
