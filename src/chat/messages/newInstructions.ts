import type { Message } from './message.ts';

/**
 * Returns the instructions to show with questions, by the ids of the questions: those whose first request sent other
 * instructions than the request before. In mode `messages`, all requests send them, and showing all would be noise.
 */
export function newInstructions(messages: readonly Message[]): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  let last: string | undefined;
  for (const message of messages) {
    if (message.kind !== 'reply' || message.instructions === undefined) continue;
    if (message.instructions !== last) shown.set(message.questionId, message.instructions);
    last = message.instructions;
  }
  return shown;
}
