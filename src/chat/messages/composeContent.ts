import type { ChatMessage } from '../../api/client.ts';
import type { Attachment } from './attachment.ts';

/** The text that leaves: what the person wrote, then each attachment with its file, lines and code. */
export function composeContent(text: string, attachments: readonly Attachment[]): string {
  return [text, ...attachments.map(fencedAttachment)].filter((part) => part !== '').join('\n\n');
}

/**
 * A message that takes the conversation so far to a session that does not know it. Only the role `user` is
 * documented, so it is one message: each turn quoted, then what the person wrote.
 */
export function composeCarryOver(turns: readonly ChatMessage[], content: string): string {
  const quoted = turns.map(
    ({ role, content: said }) => `${role === 'user' ? 'User' : 'Assistant'}:\n\n${fenced(said, '')}`,
  );
  return ['This is our conversation so far, quoted:', ...quoted, 'Go on from there. My next message:', content].join(
    '\n\n',
  );
}

const continuationTailLength = 400;

/** Asks to go on after the end of a reply that broke off; the service may not have kept it. */
export function composeContinuation(replyText: string): string {
  const tail = Array.from(replyText).slice(-continuationTailLength).join('');
  return [
    'Your last reply was cut off. It ended with:',
    fenced(tail, ''),
    'Go on exactly from there, without repeating any of it.',
  ].join('\n\n');
}

function fencedAttachment({ path, startLine, endLine, languageId, code }: Attachment): string {
  if (path === '') return `Pasted text:\n\n${fenced(code, languageId)}`;
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
  return `${path}, ${lines}:\n\n${fenced(code, languageId)}`;
}

/** A fence longer than any run of backticks in the code, so that nothing in it can end it. */
export function fenced(code: string, languageId: string): string {
  let fence = '```';
  for (const [run] of code.matchAll(/`+/g)) if (run.length >= fence.length) fence = `${run}\``;
  return `${fence}${languageId}\n${code}${code.endsWith('\n') ? '' : '\n'}${fence}`;
}
