import type { WorkspaceChat } from '../../../../src/chat/conversation/workspaceChat.ts';
import type { Message } from '../../../../src/chat/messages/message.ts';
import type { Exchange } from '../../../standIn/exchange.ts';
import type { Request, Step } from './randomSteps.ts';

/**
 * Returns a function that sends the request. Returns undefined if there is nothing to retry, continue or edit. Edits
 * without text are refused, so it also returns undefined for these.
 */
export function toRequest(
  chat: WorkspaceChat,
  does: Request,
  { which, text }: Step,
): (() => Promise<boolean>) | undefined {
  const { messages } = chat.session;
  const reply = pick(
    messages.filter(({ kind }) => kind === 'reply'),
    which,
  );
  const question = pick(
    messages.filter(({ kind }) => kind === 'question'),
    which,
  );
  if (does === 'ask') return async () => chat.submitDraft(text);
  const canEdit = question !== undefined && text.trim() !== '';
  if (does === 'edit') return canEdit ? async () => chat.sendEdited(question.id, text) : undefined;
  if (does === 'retry') return reply && (async () => chat.retry(reply.id));
  // Only the last reply can be continued.
  const last = messages.at(-1);
  return last?.kind === 'reply' ? async () => chat.continue(last.id, 'Continue') : undefined;
}

/** Resolves with true when the service holds the reply back, and with false if the exchange ends without that. */
export async function isHeld({ held, closed }: Exchange): Promise<boolean> {
  return Promise.race([held.then(() => true), closed.then(() => false)]);
}

/** Returns true if the last message is the reply with all that the service has sent. */
export function hasArrived({ textSent, reasoningSent }: Exchange, messages: readonly Message[]): boolean {
  const last = messages.at(-1);
  return last?.kind === 'reply' && last.text === textSent && last.reasoning === reasoningSent;
}

export function pick<T>(all: readonly T[], which: number): T | undefined {
  return all[which % Math.max(1, all.length)];
}
