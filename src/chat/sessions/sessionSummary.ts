import { noCost } from '../../meter/cost.ts';
import { addCostRanges, type CostRange } from '../../common/costRange.ts';
import { attachmentLabel } from '../messages/attachment.ts';
import type { Message, Question } from '../messages/message.ts';
import type { Transcript } from '../messages/transcript.ts';

/** The facts about a session that the session list shows. */
export interface SessionSummary {
  readonly id: string;
  /** The title that the user gave, or a title made from a question of the session. Always a single line. */
  readonly title: string;
  /** The time of the last message that is not deleted, in milliseconds since the epoch. */
  readonly at: number;
  readonly isPinned: boolean;
  /**
   * True if the session began with an edited message of another session. The session list shows this, because the
   * titles of the two sessions may be equal.
   */
  readonly isEdited?: boolean;
  /** The total recorded cost of the session's replies, including deleted replies. */
  readonly cost: CostRange;
}

/**
 * Returns the summary of a session, or undefined if the session has no question. The session list omits a session
 * without a question.
 */
export function summarizeSession(
  id: string,
  { messages, allMessages, title = '', isPinned = false, carriedFrom }: Transcript,
): SessionSummary | undefined {
  const first = titleQuestion(messages);
  const last = messages.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const costs = allMessages.flatMap((message) =>
    message.kind === 'reply' && message.cost !== undefined ? [message.cost] : [],
  );
  const { low, high, isReported } = costs.reduce(addCostRanges, noCost);
  const origin = carriedFrom === undefined ? {} : { isEdited: true };
  return {
    id,
    title: sessionTitle(messages, title),
    at: last.at,
    isPinned,
    ...origin,
    cost: { low, high, isReported },
  };
}

/**
 * Returns the title that the user gave, or else a title made from a question. Always a single line. Empty if there is
 * neither.
 */
export function sessionTitle(messages: readonly Message[], given: string): string {
  const question = titleQuestion(messages);
  return tidyTitle(given) || (question === undefined ? '' : titleOf(question));
}

/**
 * Returns the first question that was asked in this session, or else the first question. A question copied from another
 * session may already be that session's title.
 */
function titleQuestion(messages: readonly Message[]): Question | undefined {
  const questions = messages.filter((message) => message.kind === 'question');
  return questions.find(({ isCarried }) => isCarried !== true) ?? questions[0];
}

/** Matches the Markdown marks at the start of a heading, list item, quotation or code block. */
const lineMarks = /^(\s*(#{1,6}\s|[-*+]\s|>|```+\S*|~~~+\S*))*/;

/** Matches bold text. Text between `__` is not matched, because it may be a name, such as `__init__`. */
const bold = /\*\*(?=\S)(.*?\S)\*\*/g;
const inlineCode = /`([^`]+)`/g;

/** The maximum length of a tidied title, in Unicode code points. */
const maxTitleLength = 80;

/**
 * A title is made from at most this many UTF-16 code units of a line. On a line of millions of marks, `lineMarks` would
 * overflow the stack of the regular expression engine.
 */
const usedLineLength = 1_000;

/**
 * Returns the first line with text, without common Markdown. If the line is too long, cuts its end. A short text that
 * consists only of marks, such as `>`, is its own title.
 */
function tidyTitle(text: string): string {
  const line = firstLine(text) || (text.length <= maxTitleLength ? oneLine(text) : '');
  const characters = Array.from(line);
  if (characters.length <= maxTitleLength) return line;
  const cut = characters.slice(0, maxTitleLength - 1).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > cut.length / 2 ? cut.slice(0, lastSpace) : cut).replace(/[\s,;:–—-]+$/, '')}…`;
}

/** The maximum number of lines that are searched for a title. Blank lines do not count. */
const maxTitleLines = 1_000;

/**
 * Returns the first line that has text besides common Markdown, without this Markdown. Returns '' if there is none in
 * the first `maxTitleLines` lines that are not blank.
 */
function firstLine(text: string): string {
  const visible = /\S/g;
  for (let lines = 0; lines < maxTitleLines && visible.test(text); lines += 1) {
    const start = visible.lastIndex - 1;
    const lineFeed = text.indexOf('\n', start);
    const end = lineFeed === -1 ? text.length : lineFeed;
    const line = text
      .slice(start, Math.min(end, start + usedLineLength))
      .replace(lineMarks, '')
      .replace(bold, '$1')
      .replace(inlineCode, '$1');
    const title = oneLine(line);
    if (title !== '') return title;
    visible.lastIndex = end;
  }
  return '';
}

/** Replaces white space and control characters by single spaces. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** A title of at most this length, in UTF-16 code units, may also get the name and line numbers of a file. */
const shortTitleLength = 32;

/**
 * Makes a title from the first line of a question's text. If this line is short and the first attachment is a file,
 * adds the file's name and line numbers. Without them, a text such as `Explain this code.` would be the title of many
 * sessions. A question without text gets its title from the first attachment.
 */
function titleOf({ text, attachments }: Question): string {
  const title = tidyTitle(text);
  const [first] = attachments;
  if (first === undefined) return title;
  const attached = first.path === '' ? tidyTitle(first.code) : fileName(attachmentLabel(first));
  if (title === '') return attached;
  return title.length <= shortTitleLength && first.path !== '' ? `${title} ${attached}` : title;
}

function fileName(label: string): string {
  return label.slice(label.lastIndexOf('/') + 1);
}
