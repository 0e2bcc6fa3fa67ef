import { noCost } from '../../meter/cost.ts';
import { addCostRanges } from '../../common/costRange.ts';
import { attachmentLabel } from '../messages/attachment.ts';
import type { Question } from '../messages/message.ts';
import type { Transcript } from '../messages/transcript.ts';

/** A session that can be opened again. */
export interface SessionSummary {
  readonly id: string;
  /** As the person called it, else made from its first question: one line of at most 80 characters. */
  readonly title: string;
  /** When its last message was added: milliseconds since the epoch. */
  readonly at: number;
  readonly isPinned: boolean;
  /** It goes on from another session, in which a message was written anew: their titles may be the same. */
  readonly isEdited?: boolean;
  /** The cost of its replies: nano-dollars, as in Cost. */
  readonly cost: SessionCost;
}

export interface SessionCost {
  readonly high: number;
  readonly isReported: boolean;
}

/** Undefined for a session without a question: nobody misses it. */
export function summarizeSession(
  id: string,
  { messages, title = '', isPinned = false, carriedFrom }: Transcript,
): SessionSummary | undefined {
  const questions = messages.filter((message) => message.kind === 'question');
  // What was carried over is the beginning of another session as well.
  const first = questions.find(({ isCarried }) => isCarried !== true) ?? questions[0];
  const last = messages.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const costs = messages.flatMap((message) =>
    message.kind === 'reply' && message.cost !== undefined ? [message.cost] : [],
  );
  const { high, isReported } = costs.reduce(addCostRanges, noCost);
  const origin = carriedFrom === undefined ? {} : { isEdited: true };
  return {
    id,
    title: tidyTitle(title) || titleOf(first),
    at: last.at,
    isPinned,
    ...origin,
    cost: { high, isReported },
  };
}

/** The marks before a heading, an item, a quotation or a fence. */
const lineMarks = /^(\s*(#{1,6}\s|[-*+]\s|>|```+\S*|~~~+\S*))*/;

const emphasis = /\*\*|__|`/g;

const maxTitleLength = 80;

/** One line, without what only markdown needs, cut between words. */
function tidyTitle(text: string): string {
  const lines = text.split('\n').map((line) =>
    line
      .replace(lineMarks, '')
      .replace(emphasis, '')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  );
  const line = lines.find((each) => each !== '') ?? '';
  const characters = Array.from(line);
  if (characters.length <= maxTitleLength) return line;
  const cut = characters.slice(0, maxTitleLength - 1).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > cut.length / 2 ? cut.slice(0, lastSpace) : cut).replace(/[\s,;:–—-]+$/, '')}…`;
}

const shortTitleLength = 32;

/** `Explain this code.` alone would be the name of many: the file tells them apart. */
function titleOf({ text, attachments }: Question): string {
  const words = tidyTitle(text);
  const [first] = attachments;
  if (first === undefined) return words;
  const file = first.path === '' ? tidyTitle(first.code) : fileName(attachmentLabel(first));
  if (words === '') return file;
  return words.length <= shortTitleLength && first.path !== '' ? `${words} ${file}` : words;
}

function fileName(label: string): string {
  return label.slice(label.lastIndexOf('/') + 1);
}
