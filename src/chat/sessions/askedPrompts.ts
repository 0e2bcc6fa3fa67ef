import type { ChatSession } from '../conversation/chatSession.ts';
import type { Message } from '../messages/message.ts';
import type { SessionStore } from './sessionStore.ts';

/** Nobody steps through more prompts with the arrow keys. */
const maxPrompts = 200;

/**
 * Returns the prompts of this workspace without duplicates, at most 200. The prompts of the shown session come first,
 * then those of the other sessions. Within a session, the latest prompt comes first.
 */
export async function listAskedPrompts(
  shown: Pick<ChatSession, 'id' | 'messages'>,
  sessions: SessionStore,
): Promise<readonly string[]> {
  const prompts = new Set(promptsOf(shown.messages));
  for (const { id } of await sessions.list()) {
    if (prompts.size >= maxPrompts) break;
    if (id === shown.id) continue;
    // Skip a session that cannot be read, so that it does not hide the others.
    const { messages } = await sessions.load(id).catch(() => ({ messages: [] }));
    for (const prompt of promptsOf(messages)) prompts.add(prompt);
  }
  return [...prompts].slice(0, maxPrompts);
}

function promptsOf(messages: readonly Message[]): readonly string[] {
  const questions = messages.filter((message) => message.kind === 'question');
  const typed = questions.filter(({ isContinuation }) => isContinuation !== true);
  return typed
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '')
    .toReversed();
}
