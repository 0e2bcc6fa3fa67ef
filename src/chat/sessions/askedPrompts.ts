import type { ChatSession } from '../conversation/chatSession.ts';
import type { Message } from '../messages/message.ts';
import type { SessionStore } from './sessionStore.ts';

/** The maximum number of prompts. The user steps through the prompts with the arrow keys, so few users need more. */
const maxPrompts = 200;

/**
 * Returns at most 200 prompts of this workspace, without duplicates. A prompt is the text of a question. Blank texts
 * and requests to continue a reply are not prompts. The prompts of the shown session come first, followed by the
 * prompts of the other sessions. Within a session, the newest prompt comes first.
 */
export async function listAskedPrompts(
  shown: Pick<ChatSession, 'id' | 'messages'>,
  sessions: SessionStore,
): Promise<readonly string[]> {
  const prompts = new Set(promptsOf(shown.messages));
  for (const { id } of await sessions.list()) {
    if (prompts.size >= maxPrompts) break;
    if (id === shown.id) continue;
    // Skip a session that cannot be read, so that the prompts of the other sessions are still listed.
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
