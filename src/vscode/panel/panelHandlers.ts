import type { PanelAnswers, PanelRequest, SendAnswer } from '../../common/protocol/panelRequests.ts';
import type { FromWebviewMessage } from '../../common/protocol/protocol.ts';

type MessageOf<Type> = Extract<FromWebviewMessage, { readonly type: Type }>;
type ResultOf<Type> = Type extends PanelRequest['type'] ? PanelAnswers[Type] : unknown;

/** A handler for each type of message from a panel. The handler of a request returns its answer. */
export type PanelHandlers<Types extends FromWebviewMessage['type'] = FromWebviewMessage['type']> = {
  readonly [Type in Types]: (message: MessageOf<Type>) => ResultOf<Type> | Promise<ResultOf<Type>>;
};

/** Calls `onAccepted` once the message is on disk or queued. Resolves with false if nothing was sent. */
export type Send = (onAccepted: () => void) => Promise<boolean>;

/**
 * Sends a message. Resolves as soon as it is accepted or refused, without waiting for the reply. Never rejects: errors
 * go to `reportError`, also those after the answer.
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
