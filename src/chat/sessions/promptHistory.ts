import type { ChatSession } from '../conversation/chatSession.ts';
import type { Message } from '../messages/message.ts';
import type { SessionStore } from './sessionStore.ts';

/** More than anyone walks through. */
const maxPrompts = 200;

/** What was asked in this workspace, each prompt once: those of the shown session first, and of each the latest first. */
export async function listPrompts(shown: Pick<ChatSession, 'id' | 'messages'>, sessions: SessionStore): Promise<readonly string[]> {
  const prompts = new Set(promptsOf(shown.messages));
  for (const { id } of await sessions.list()) {
    if (prompts.size >= maxPrompts) break;
    if (id === shown.id) continue;
    // One session that cannot be read must not hide the others.
    const { messages } = await sessions.load(id).catch(() => ({ messages: [] }));
    for (const prompt of promptsOf(messages)) prompts.add(prompt);
  }
  return [...prompts].slice(0, maxPrompts);
}

function promptsOf(messages: readonly Message[]): readonly string[] {
  const questions = messages.filter((message) => message.kind === 'question');
  const written = questions.filter(({ isContinuation }) => isContinuation !== true);
  return written.map(({ text }) => text).filter((text) => text.trim() !== '').toReversed();
}
