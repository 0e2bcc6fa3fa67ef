import { codeSpan } from '../../common/code/codeFence.ts';
import { joinParagraphs } from '../../common/text/joinParagraphs.ts';
import { attachmentLabel, type Attachment } from '../messages/attachment.ts';
import { fenced } from '../messages/composeContent.ts';
import { joinContinuations } from '../messages/joinedReplies.ts';
import type { Message, Reply } from '../messages/message.ts';
import { newInstructions } from '../messages/newInstructions.ts';
import { findOpenFence } from '../messages/openFence.ts';

/** The texts that the export adds to a session, in the display language. */
export interface SessionMarkdownWords {
  readonly you: string;
  readonly reply: string;
  readonly pastedText: string;
  readonly instructions: string;
  /** Returns the note to add below a reply, such as `This reply was stopped.`, or undefined if no note is needed. */
  readonly remark: (reply: Reply) => string | undefined;
  /** Formats a date. `at` is in milliseconds since the epoch. */
  readonly date: (at: number) => string;
}

/**
 * Returns a session as a Markdown document with its title, the date of its first message, and its messages. The
 * messages keep their Markdown, but a code block that a message left open is closed. A reply and its continuations are
 * one reply.
 */
export function sessionMarkdown(title: string, messages: readonly Message[], words: SessionMarkdownWords): string {
  const [first] = messages;
  const instructions = newInstructions(messages);
  const parts = [
    `# ${escapeLine(title)}`,
    first === undefined ? '' : words.date(first.at),
    ...joinContinuations(messages).map((message) => messageMarkdown(message, instructions.get(message.id), words)),
  ];
  return `${joinParagraphs(parts)}\n`;
}

function messageMarkdown(message: Message, instructions: string | undefined, words: SessionMarkdownWords): string {
  if (message.kind === 'question') {
    const sentBefore =
      instructions === undefined ? '' : `${words.instructions}:\n\n${fenced(instructions, 'markdown')}`;
    const attachments = message.attachments.map((attachment) => attachmentMarkdown(attachment, words));
    return joinParagraphs([`## ${words.you}`, sentBefore, closeFence(message.text.trim()), ...attachments]);
  }
  const remark = words.remark(message);
  const shownRemark = remark === undefined ? '' : `*${remark}*`;
  return joinParagraphs([`## ${words.reply}`, closeFence(message.text.trim()), shownRemark]);
}

function attachmentMarkdown(attachment: Attachment, { pastedText }: SessionMarkdownWords): string {
  const name = attachment.path === '' ? pastedText : codeSpan(attachmentLabel(attachment));
  return `${name}:\n\n${fenced(attachment.code, attachment.languageId)}`;
}

/** Closes a code block that the text left open. Otherwise, the rest of the document would be in that code block. */
function closeFence(text: string): string {
  const open = findOpenFence(text);
  // Keep the indent. In a list item, a fence without the indent would end the item and open a new code block.
  return open === undefined ? text : `${text}\n${open.indent}${open.marks}`;
}

/** Escapes Markdown, so that the title appears as plain text. */
function escapeLine(text: string): string {
  return text.replace(/[\\`*_~&[\]<>#|]/g, '\\$&');
}
