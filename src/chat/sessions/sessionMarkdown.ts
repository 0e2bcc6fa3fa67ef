import { attachmentLabel, type Attachment } from '../messages/attachment.ts';
import { fenced } from '../messages/composeContent.ts';
import type { Message, Reply } from '../messages/message.ts';

/** The words of an exported session, in the person's language. */
export interface SessionMarkdownWords {
  readonly you: string;
  readonly reply: string;
  readonly pastedText: string;
  /** Stands under a reply that is not whole, such as `This reply was stopped.`; undefined for one that is. */
  readonly remark: (reply: Reply) => string | undefined;
  /** `at` is milliseconds since the epoch. */
  readonly date: (at: number) => string;
}

/** A session as a document: its title, its date, and what was said. Replies stand as they came: they are markdown. */
export function sessionMarkdown(title: string, messages: readonly Message[], words: SessionMarkdownWords): string {
  const [first] = messages;
  const parts = [
    `# ${escapeLine(title)}`,
    first === undefined ? '' : words.date(first.at),
    ...messages.map((message) => messageMarkdown(message, words)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function messageMarkdown(message: Message, words: SessionMarkdownWords): string {
  if (message.kind === 'question') {
    const attachments = message.attachments.map((attachment) => attachmentMarkdown(attachment, words));
    return [`## ${words.you}`, closeFence(message.text.trim()), ...attachments]
      .filter((part) => part !== '')
      .join('\n\n');
  }
  const remark = words.remark(message);
  return [`## ${words.reply}`, closeFence(message.text.trim()), remark === undefined ? '' : `*${remark}*`]
    .filter((part) => part !== '')
    .join('\n\n');
}

function attachmentMarkdown(attachment: Attachment, { pastedText }: SessionMarkdownWords): string {
  const name = attachment.path === '' ? pastedText : inlineCode(attachmentLabel(attachment));
  return `${name}:\n\n${fenced(attachment.code, attachment.languageId)}`;
}

/** A code block that was left open must not take what follows into it. */
function closeFence(text: string): string {
  let open: { readonly indent: string; readonly marks: string } | undefined;
  for (const line of text.split('\n')) {
    const [, indent = '', marks, info = ''] = /^(\s*)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (marks === undefined) continue;
    if (open === undefined) {
      // With backticks after them they are code within a line.
      if (marks.startsWith('~') || !info.includes('`')) open = { indent, marks };
    } else if (marks.startsWith(open.marks) && info.trim() === '') open = undefined;
  }
  // Without its indent, what closes a block in a list would open one after the list.
  return open === undefined ? text : `${text}\n${open.indent}${open.marks}`;
}

function inlineCode(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** What a title says is text, and no markup. */
function escapeLine(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, '\\$&');
}
