import type { Message } from './conversation.ts';
import { fillerOf } from './filler.ts';
import { readQuestion } from './readQuestion.ts';
import type { Script } from './script.ts';

/** The scripted reply to the last message of a conversation. The same conversation gets the same reply. */
export function composeReply(conversation: readonly Message[], script: Pick<Script, 'reply' | 'tokens'>): string {
  if (script.reply !== undefined) return script.reply;
  if (script.tokens !== undefined) return fillerOf(script.tokens);
  const { prose, fences } = readQuestion(conversation.at(-1)?.content ?? '');
  const quoted = fences.map(({ language, code }) => `\`\`\`${language}\n${code}\n\`\`\``);
  return [`You asked: ${prose}`, ...quoted].join('\n\n');
}
