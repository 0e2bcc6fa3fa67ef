import type { PanelAnswers, PanelRequest, SendAnswer } from '../../common/protocol/panelRequests.ts';
import type { FromWebviewMessage } from '../../common/protocol/protocol.ts';

type MessageOf<Type> = Extract<FromWebviewMessage, { readonly type: Type }>;
type ResultOf<Type> = Type extends PanelRequest['type'] ? PanelAnswers[Type] : unknown;

/** A function for each message that a panel may post; for a request it returns the answer. */
export type PanelHandlers<Types extends FromWebviewMessage['type'] = FromWebviewMessage['type']> = {
  readonly [Type in Types]: (message: MessageOf<Type>) => ResultOf<Type> | Promise<ResultOf<Type>>;
};

/** Sends a message. Calls `onAccepted` once the message is on disk or queued; resolves with false if nothing was sent. */
export type Send = (onAccepted: () => void) => Promise<boolean>;

/**
 * Sends a message and resolves as soon as it is accepted or refused: its reply may take minutes. Errors are reported,
 * also those after the answer.
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
