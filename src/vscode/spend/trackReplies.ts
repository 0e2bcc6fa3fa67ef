import type * as vscode from 'vscode';
import type { WorkspaceChatEvent } from '../../chat/conversation/conversationEvent.ts';
import type { ErrorReporter } from '../errors/reportError.ts';
import type { AccountBalance } from './accountBalance.ts';
import type { SpendStatusBar } from './spendStatusBar.ts';

export interface TrackRepliesDependencies {
  readonly statusBar: Pick<SpendStatusBar, 'update' | 'follow'>;
  readonly balance: Pick<AccountBalance, 'setEmpty'>;
  readonly errors: Pick<ErrorReporter, 'reportSaveError'>;
}

/**
 * Updates the status bar when another session is shown, when the shown session is reloaded, or when the cost of a
 * running reply changes. If the service reports an insufficient balance, sets the recorded balance, if any, to 0.
 */
export function trackReplies(
  { statusBar, balance, errors }: TrackRepliesDependencies,
  onDidChangeChat: vscode.Event<WorkspaceChatEvent>,
): vscode.Disposable {
  return onDidChangeChat((event) => {
    if (event.type === 'sessionChanged') statusBar.update();
    if (event.type === 'costSoFarChanged') statusBar.follow({ id: event.replyId, costSoFar: event.cost });
    if (event.type !== 'replyChanged' && event.type !== 'backgroundEnded') return;
    const { cost, ending } = event.reply;
    // Handle the error only while the reply has no final cost, because later events of the reply repeat the error. The
    // end of a reply in the background is reported once.
    const isNew = cost === undefined || event.type === 'backgroundEnded';
    if (isNew && ending?.error?.name === 'InsufficientBalanceError') balance.setEmpty().catch(errors.reportSaveError);
  });
}
