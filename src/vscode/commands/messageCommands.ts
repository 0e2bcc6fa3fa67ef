import * as vscode from 'vscode';
import type { Message, Question, Reply } from '../../chat/messages/message.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import { isJsonObject } from '../../common/json.ts';
import { copyText } from '../code/copyText.ts';
import { showInformation } from '../dialogs/messages.ts';
import type { ChatPlaces } from '../panel/chatPlaces.ts';
import type { ChatCommands } from './commandIds.ts';
import { confirmRetry } from './confirmRetry.ts';

type MessageCommand =
  | 'tally.copyMessage'
  | 'tally.copyReply'
  | 'tally.copyReplyAsPlainText'
  | 'tally.retryReply'
  | 'tally.resendReply'
  | 'tally.deleteExchange';

/**
 * Creates the commands of the context menu of a message in the panel. They do nothing if the message is gone.
 *
 * @param answered Called when the user has answered or closed a question.
 */
export function createMessageCommands(
  chat: WorkspaceChat,
  places: Pick<ChatPlaces, 'panel'>,
  answered: () => Promise<void>,
): Pick<ChatCommands, MessageCommand> {
  const find = (menuContext: unknown) => findMessage(chat.session.messages, menuContext);

  const copyReply = (menuContext: unknown, asPlainText: boolean) => {
    const reply = find(menuContext);
    if (reply?.kind !== 'reply') return;
    if (reply.text === '') void showInformation(vscode.l10n.t('This reply has no text to copy.'));
    else places.panel?.post({ type: 'didRequestCopy', text: reply.text, asPlainText });
  };

  const retry = async (menuContext: unknown) => {
    const reply = find(menuContext);
    if (reply?.kind !== 'reply' || refuseWhileRunning(chat)) return;
    await places.panel?.send(async () => {
      // The menu shows no price, so the question shows it. A read-only session refuses the message without a question.
      const options = chat.isReadOnly ? { shownPrice: 0 } : await confirmRetry(chat.session, reply.id, answered);
      // The panel explains a refusal, but not that the user has declined.
      return options === undefined || chat.retry(reply.id, options);
    });
  };

  return {
    'tally.copyMessage': async (menuContext) => {
      const question = find(menuContext);
      if (question?.kind === 'question') await copyText(question.text, 'prose');
    },
    'tally.copyReply': (menuContext) => copyReply(menuContext, false),
    'tally.copyReplyAsPlainText': (menuContext) => copyReply(menuContext, true),
    'tally.retryReply': retry,
    'tally.resendReply': retry,
    'tally.deleteExchange': async (menuContext) => {
      const message = find(menuContext);
      if (message === undefined) return;
      const isLast = questionIdOf(message) === lastQuestion(chat.session.messages)?.id;
      if (!isLast || !refuseWhileRunning(chat)) await places.panel?.perform({ type: 'deleteExchange', id: message.id });
    },
  };
}

/** Returns the message whose id is in the context that the panel's context menu passes to a command. */
function findMessage(messages: readonly Message[], menuContext: unknown): Message | undefined {
  const id = isJsonObject(menuContext) ? menuContext['messageId'] : undefined;
  return messages.find((message) => message.id === id);
}

function questionIdOf(message: Question | Reply): string {
  return message.kind === 'question' ? message.id : message.questionId;
}

function lastQuestion(messages: readonly Message[]): Message | undefined {
  return messages.findLast(({ kind }) => kind === 'question');
}

/** If a reply is running, tells the user and returns true. */
function refuseWhileRunning({ session }: WorkspaceChat): boolean {
  if (session.isRunning) void showInformation(vscode.l10n.t('Available when the running reply has ended.'));
  return session.isRunning;
}
