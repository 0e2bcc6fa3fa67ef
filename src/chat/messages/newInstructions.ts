import type { Message, Reply } from './message.ts';
import { hasServiceGot } from './requestMessages.ts';

/**
 * Returns the instructions to show with questions, by the ids of the questions. In mode `session`, a request sends them
 * only to a service that does not have them, so all are shown. In mode `messages`, all requests send them, and showing
 * all would be noise. They are shown with the questions whose first request sent other instructions than the last request
 * that the service has got (see hasServiceGot). The first request after messages from another session shows them again,
 * because the new session pays for them.
 */
export function newInstructions(messages: readonly Message[]): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  let last: Reply | undefined;
  for (const message of messages) {
    if (message.kind !== 'reply' || message.instructions === undefined) continue;
    const isNew =
      message.mode === 'session' || message.instructions !== last?.instructions || message.isCarried !== last.isCarried;
    if (isNew) shown.set(message.questionId, message.instructions);
    if (hasServiceGot(message)) last = message;
  }
  return shown;
}
