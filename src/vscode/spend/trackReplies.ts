import type * as vscode from 'vscode';
import type { WorkspaceChatEvent } from '../../chat/conversation/conversationEvent.ts';
import type { Reply } from '../../chat/messages/message.ts';
import type { SpendGuard } from '../../meter/spendGuard.ts';
import type { ErrorReporter } from '../errors/reportError.ts';
import type { AccountBalance } from './accountBalance.ts';
import type { SpendStatusBar } from './spendStatusBar.ts';

export interface TrackRepliesDependencies {
  readonly statusBar: Pick<SpendStatusBar, 'update' | 'follow'>;
  readonly balance: Pick<AccountBalance, 'noteRefused' | 'noteCharged'>;
  readonly errors: Pick<ErrorReporter, 'reportSaveError'>;
  /** Returns the id of the shown session. */
  readonly sessionId: { readonly get: () => string | undefined };
  readonly guard: Pick<SpendGuard, 'noteSpent'>;
}

/**
 * Updates the status bar when another session is shown, when the shown session is reloaded, or when the cost of a
 * running reply changes. Notes the spend when a reply is booked. Tells the recorded balance when the service refuses a
 * request because of the balance, or has charged one.
 */
export function trackReplies(
  { statusBar, balance, errors, sessionId: shownId, guard }: TrackRepliesDependencies,
  onDidChangeChat: vscode.Event<WorkspaceChatEvent>,
): vscode.Disposable {
  /** The ids of the replies that are not booked yet. Other replies may already have been booked before a reload. */
  const unbooked = new Set<string>();

  const isNewlyBooked = ({ id, cost }: Reply): boolean => {
    if (cost !== undefined) return unbooked.delete(id);
    unbooked.add(id);
    return false;
  };

  return onDidChangeChat((event) => {
    if (event.type === 'sessionChanged') statusBar.update();
    if (event.type === 'costSoFarChanged' || event.type === 'backgroundCostChanged')
      statusBar.follow({ id: event.replyId, costSoFar: event.cost });
    if (event.type !== 'replyChanged' && event.type !== 'backgroundEnded') return;
    const { cost, ending } = event.reply;
    const isBooked = isNewlyBooked(event.reply) || event.type === 'backgroundEnded';
    const sessionId = event.type === 'backgroundEnded' ? event.sessionId : shownId.get();
    if (isBooked && sessionId !== undefined) guard.noteSpent(sessionId);
    if (isBooked && ending?.charged === 'yes') balance.noteCharged().catch(errors.reportSaveError);
    // Handle the error only while the reply has no final cost, because later events of the reply repeat the error. The
    // end of a reply in the background is reported once.
    const isNew = cost === undefined || event.type === 'backgroundEnded';
    if (isNew && ending?.error?.name === 'InsufficientBalanceError')
      balance.noteRefused(event.reply.at).catch(errors.reportSaveError);
  });
}
