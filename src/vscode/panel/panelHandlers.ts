import type { PanelAnswers, PanelRequest, SendAnswer } from '../../common/protocol/panelRequests.ts';
import type { FromWebviewMessage } from '../../common/protocol/protocol.ts';

type MessageOf<Type> = Extract<FromWebviewMessage, { readonly type: Type }>;
type ResultOf<Type> = Type extends PanelRequest['type'] ? PanelAnswers[Type] : unknown;

/** The handlers of messages from a panel, by the messages' types. The handler of a request returns the answer. */
export type PanelHandlers<Types extends FromWebviewMessage['type'] = FromWebviewMessage['type']> = {
  readonly [Type in Types]: (message: MessageOf<Type>) => ResultOf<Type> | Promise<ResultOf<Type>>;
};

/**
 * Sends or queues a message. May call `onAccepted` as soon as the message is on disk or queued. Resolves with false if
 * the message was refused, for example because the API key is missing. See WorkspaceChat for all cases.
 */
export type Send = (onAccepted: () => void) => Promise<boolean>;

/**
 * Calls `send`. If `send` resolves with false or rejects, calls `onRefused`. Resolves with `accepted` as soon as `send`
 * calls `onAccepted` or resolves with true. Otherwise, resolves with `refused` when `onRefused` has ended. Never
 * rejects, because all errors go to `reportError`, including errors after the returned promise has resolved.
 */
export async function answerSend(
  send: Send,
  onRefused: () => Promise<void>,
  reportError: (error: unknown) => void,
): Promise<SendAnswer> {
  const { promise, resolve } = Promise.withResolvers<SendAnswer>();
  const run = async () => {
    const isSent = await send(() => resolve('accepted')).catch((error: unknown) => {
      reportError(error);
      return false;
    });
    if (!isSent) await onRefused();
    resolve(isSent ? 'accepted' : 'refused');
  };
  run().catch((error: unknown) => {
    reportError(error);
    resolve('refused');
  });
  return promise;
}

/** The panel posts these messages while the user types, or after a key that ends a word or sends the text. */
export const typingMessages: ReadonlySet<FromWebviewMessage['type']> = new Set([
  'setDraft',
  'setEdit',
  'complete',
  'pickCompletion',
  'submit',
  'sendEdited',
]);

/**
 * After a question about one of these messages, the focus returns to the element that had it. After other questions, it
 * moves to the message box.
 */
export const actionsOnMessages: ReadonlySet<FromWebviewMessage['type']> = new Set([
  'sendEdited',
  'copyText',
  'insertCode',
  'applyCode',
  'reviewChanges',
  'undoApplied',
  'insertIntoTerminal',
  'newFile',
]);
