import type { ChatSession } from '../conversation/chatSession.ts';
import type { Message } from '../messages/message.ts';
import type { SessionStore } from './sessionStore.ts';

/** More than a person steps through. */
const maxPrompts = 200;

/** The prompts of this workspace, each once: those of the shown session first, and in each session the latest first. */
export async function listAskedPrompts(
  shown: Pick<ChatSession, 'id' | 'messages'>,
  sessions: SessionStore,
): Promise<readonly string[]> {
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
  return written
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '')
    .toReversed();
}
