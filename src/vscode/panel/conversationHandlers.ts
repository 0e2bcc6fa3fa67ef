import * as vscode from 'vscode';
import type { ActionId, ConversationMessage } from '../../common/protocol/conversationProtocol.ts';
import type { SendOptions } from '../../chat/conversation/chatSession.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import type { NextCosts } from '../../chat/messages/message.ts';
import type { SetupActions } from '../connection/setupActions.ts';
import { escapeActs } from '../notices/editedKept.ts';
import type { PanelNotices } from '../notices/panelNotices.ts';
import { copyToNewSession } from './copyToNewSession.ts';
import { costBreakdown } from './estimates/costBreakdown.ts';
import type { EditEstimator } from './estimates/editEstimator.ts';
import { openLink } from './openLink.ts';
import type { PanelHandlers, Send } from './panelHandlers.ts';
import type { ShownReplies } from './shownReplies.ts';

/** Actions that are not VS Code commands. */
type ActionWithoutCommand =
  | 'setApiKey'
  | 'changeBaseUrl'
  | 'useService'
  | 'retry'
  | 'resend'
  | 'continue'
  | 'copyToNewSession'
  | 'sendNow'
  | 'keepWaiting'
  | 'stop'
  | 'showDetails';

/** The VS Code commands of all other actions, with the commands' arguments. */
const actionCommands: Readonly<Record<Exclude<ActionId, ActionWithoutCommand>, [command: string, ...args: string[]]>> =
  {
    checkConnection: ['tally.checkConnection'],
    openSettings: ['workbench.action.openSettings', 'tally.baseUrl'],
    openProxySettings: [
      'workbench.action.openSettings',
      '@id:http.proxy,http.proxyAuthorization,http.proxySupport,http.noProxy',
    ],
    openAccount: ['tally.openAccount'],
  };

/** Creates the handlers of the protocol messages of type `ConversationMessage`, which a panel posts. */
export function createConversationHandlers(
  chat: WorkspaceChat,
  editEstimator: EditEstimator,
  answerSend: (send: Send) => Promise<'accepted' | 'refused'>,
  refuseIfReadOnly: () => boolean,
  setupActions: Pick<SetupActions, 'setApiKey' | 'changeBaseUrl' | 'useService'>,
  replies: Pick<ShownReplies, 'last' | 'whole'>,
  takeFocus: () => Promise<void>,
  notices: Pick<PanelNotices, 'tell' | 'views' | 'dismiss'>,
): PanelHandlers<ConversationMessage['type']> {
  /**
   * Returns true if the last shown message is the reply with this id. A late click on an older reply must not affect the
   * running reply.
   */
  const isLast = (responseId: string | undefined) => replies.last()?.id === responseId;

  const shownPriceOf = (replyId: string, request: keyof NextCosts): SendOptions => ({
    shownPrice: replies.whole(replyId)?.nextCosts?.[request]?.high ?? 0,
  });

  const runAction = async (action: ActionId, responseId: string | undefined): Promise<void> => {
    switch (action) {
      case 'retry':
      case 'resend':
        if (responseId !== undefined)
          await answerSend(async () => chat.retry(responseId, shownPriceOf(responseId, 'resend')));
        break;
      case 'continue':
        if (responseId !== undefined)
          await answerSend(async () =>
            chat.continue(responseId, vscode.l10n.t('Continue'), shownPriceOf(responseId, 'continue')),
          );
        break;
      case 'copyToNewSession':
        if (responseId === undefined) break;
        await Promise.all([
          copyToNewSession(chat, replies.whole(responseId)?.questionId),
          // Not after the new session, because the user may have clicked an editor meanwhile.
          vscode.commands.executeCommand('tally.focusMessage'),
        ]);
        break;
      case 'sendNow':
        if (isLast(responseId)) chat.session.sendNow();
        break;
      case 'keepWaiting':
        if (isLast(responseId)) chat.session.keepWaiting();
        break;
      case 'stop':
        if (isLast(responseId)) chat.stop();
        break;
      case 'setApiKey':
      case 'changeBaseUrl':
        await setupActions[action]();
        // VS Code does not return the focus from its input boxes to the webview.
        await vscode.commands.executeCommand('tally.focusMessage');
        break;
      case 'useService':
        await setupActions.useService();
        break;
      case 'showDetails':
        break;
      default:
        await vscode.commands.executeCommand(...actionCommands[action]);
    }
  };

  return {
    stop: ({ responseId }) => {
      if (isLast(responseId)) chat.stop();
    },
    escape: async ({ responseId }) => {
      if ((await escapeActs(chat, notices)) && isLast(responseId)) chat.stop();
    },
    runAction: async ({ action, responseId }) => {
      await runAction(action, responseId);
      return undefined;
    },
    estimateEdited: (edited) => editEstimator.refresh(edited),
    sendEdited: async ({ questionId, text }) => {
      const shownPrice = editEstimator.shownPrice(questionId);
      return answerSend(async () => chat.sendEdited(questionId, text, { shownPrice }));
    },
    priceRetry: async ({ responseId }) => chat.session.priceReply(responseId),
    explainCost: ({ responseId }) => costBreakdown(replies.whole(responseId)),
    deleteExchange: async ({ id }) => {
      if (!refuseIfReadOnly()) await chat.session.deleteExchange(id);
    },
    restoreDeleted: async ({ id }) => {
      if (!refuseIfReadOnly()) await chat.session.restoreDeleted(id);
    },
    openLink: async ({ url }) => {
      // VS Code does not return the focus from its question about the link.
      if (!(await openLink(url))) await takeFocus();
    },
  };
}
