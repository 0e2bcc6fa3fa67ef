import { codeFence } from '../../common/code/codeFence.ts';
import { joinParagraphs } from '../../common/text/joinParagraphs.ts';
import type { ChatMessage } from '../../api/client.ts';
import type { Attachment } from './attachment.ts';

/**
 * Returns the user's text, followed by a code block for each attachment. The paragraph before each code block has
 * the path and the line numbers, or `Pasted text`.
 */
export function composeContent(text: string, attachments: readonly Attachment[]): string {
  return joinParagraphs([text, ...attachments.map(fencedAttachment)]);
}

/** Returns the content after the instructions, or the content alone if there are no instructions. */
export function withInstructions(instructions: string | undefined, content: string): string {
  return instructions === undefined ? content : `${instructions}\n\n${content}`;
}

/**
 * Returns one message that quotes the earlier conversation and ends with `content`. Use this message in a session
 * where the service has not seen that conversation. The replies are quoted too, instead of being sent with the role
 * `assistant`, because the service documents no role except `user`.
 */
export function composeCarryOver(turns: readonly ChatMessage[], content: string): string {
  const quoted = turns.map(
    ({ role, content: text }) => `${role === 'user' ? 'User' : 'Assistant'}:\n\n${fenced(text, '')}`,
  );
  return ['This is our conversation so far, quoted:', ...quoted, 'Go on from there. My next message:', content].join(
    '\n\n',
  );
}

/** The maximum length of the quoted end of a reply, in Unicode code points. */
const continuationTailLength = 400;

/** Returns a message that asks to continue a reply. Quotes the reply's end, which the service may not have kept. */
export function composeContinuation(replyText: string): string {
  // Cuts the text first, because it may have millions of characters. A code point has at most two UTF-16 code units.
  const end = Array.from(replyText.slice(-2 * continuationTailLength));
  const tail = end.slice(-continuationTailLength).join('');
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

/** Returns a Markdown code block that the code cannot end. */
export function fenced(code: string, languageId: string): string {
  const fence = codeFence(code);
  return `${fence}${languageId}\n${code}${code.endsWith('\n') ? '' : '\n'}${fence}`;
}
