import type { ReplyPart } from '../../common/protocol/conversationProtocol.ts';
import { noHistory, type History } from '../../meter/cost.ts';
import type { MeteredReply } from '../../meter/replyCost.ts';
import { unlearntMargin } from '../../meter/tokenRatio.ts';
import type { Message, Question, Reply, ReplyEnding } from './message.ts';

/** A line of a session's file, which only ever grows. */
export type TranscriptRecord =
  | ({ readonly type: 'question' } & Omit<Question, 'kind'>)
  | ({ readonly type: 'reply' } & Pick<Reply, 'id' | 'questionId' | 'at' | 'mode' | 'origin'>)
  | { readonly type: ReplyPart; readonly replyId: string; readonly text: string }
  | ({ readonly type: 'end'; readonly replyId: string } & ReplyEnding)
  /** Comes after the end: counting the tokens takes a moment. */
  | ({ readonly type: 'booked'; readonly replyId: string } & BookedReply)
  /** Comes first: what an edited message took along from another session. */
  | CarriedRecord
  /** Messages that the person deleted, or took back the deletion of. */
  | { readonly type: 'deleted' | 'restored'; readonly ids: readonly string[] }
  | SessionMark;

/** Earlier versions did not keep the prices. */
type BookedReply = Omit<MeteredReply, 'prices'> & Partial<Pick<MeteredReply, 'prices'>>;

export interface CarriedRecord {
  readonly type: 'carried';
  /** The id of the other session. */
  readonly from: string;
  readonly messages: readonly Message[];
}

/** What the person made of a session in the list. The last mark of a kind holds, whichever window made it. */
export type SessionMark =
  /** An empty text gives the title back that is made from the first question. */
  | { readonly type: 'title'; readonly text: string }
  | { readonly type: 'pin'; readonly isPinned: boolean };

/** A session as its file tells it. */
export interface Transcript {
  /** Without what was deleted. */
  readonly messages: readonly Message[];
  /** With what was deleted, marked so. */
  readonly allMessages: readonly Message[];
  /** What the service keeps of the session, where it does. */
  readonly history: History;
  /** The id of the session that its first messages come from. */
  readonly carriedFrom?: string;
  /** As the person called it. */
  readonly title?: string;
  readonly isPinned?: boolean;
}

export const emptyTranscript: Transcript = { messages: [], allMessages: [], history: noHistory };

/** One line, on a line of its own even after one that was torn: it would take this one with it. */
export function formatTranscriptRecord(record: TranscriptRecord): string {
  return `\n${JSON.stringify(record)}\n`;
}

/**
 * Reads a session's file. A torn line, as a crash or a full disk leaves it, is passed over. A reply without its end is
 * left in the state `streaming`: whoever opens the session decides what became of it.
 */
export function parseTranscript(text: string): Transcript {
  const messages = new Map<string, Message>();
  let history = noHistory;
  let carriedFrom: string | undefined;
  let title = '';
  let isPinned = false;
  for (const line of text.split('\n')) {
    const record = parseRecord(line);
    if (record === undefined) continue;
    if (record.type === 'booked') history = bookedHistory(record);
    if (record.type === 'carried') carriedFrom = record.from;
    if (record.type === 'title') title = record.text;
    if (record.type === 'pin') isPinned = record.isPinned;
    for (const message of applyRecord(messages, record)) messages.set(message.id, message);
  }
  const allMessages = [...messages.values()];
  const shown = allMessages.filter(({ isDeleted }) => isDeleted !== true);
  return { messages: shown, allMessages, history, title, isPinned, ...(carriedFrom === undefined ? {} : { carriedFrom }) };
}

/** The messages that a record adds or changes. */
function applyRecord(messages: ReadonlyMap<string, Message>, record: TranscriptRecord): readonly Message[] {
  switch (record.type) {
    case 'carried':
      return record.messages;
    case 'deleted':
    case 'restored': {
      const isDeleted = record.type === 'deleted';
      return [...messages.values()].filter(({ id }) => record.ids.includes(id)).map((message) => ({ ...message, isDeleted }));
    }
    case 'question': {
      const { type, ...question } = record;
      return [{ kind: 'question', ...question }];
    }
    case 'reply': {
      const { type, ...reply } = record;
      return [{ kind: 'reply', ...reply, text: '', reasoning: '', state: 'streaming' }];
    }
    case 'text':
    case 'reasoning': {
      const reply = messages.get(record.replyId);
      return reply?.kind === 'reply' ? [{ ...reply, [record.type]: reply[record.type] + record.text }] : [];
    }
    case 'end': {
      const { type, replyId, ...ending } = record;
      const reply = messages.get(replyId);
      return reply?.kind === 'reply' ? [endReply(reply, ending)] : [];
    }
    case 'booked': {
      const reply = messages.get(record.replyId);
      const { type, replyId, history, ...booked } = record;
      return reply?.kind === 'reply' ? [{ ...reply, ...booked }] : [];
    }
    case 'title':
    case 'pin':
      return [];
  }
}

/** Earlier versions kept one figure, without the margin of an unknown tokenizer. */
function bookedHistory(record: Partial<BookedReply> & { readonly historyTokens?: number }): History {
  return record.history ?? { least: 0, most: Math.ceil((record.historyTokens ?? 0) * unlearntMargin) };
}

export function endReply(reply: Reply, ending: ReplyEnding): Reply {
  return { ...reply, state: ending.end, ending, progress: undefined };
}

function parseRecord(line: string): TranscriptRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The file is our own: its kind tells the rest, and a foreign line has none of ours. */
function isRecord(value: unknown): value is TranscriptRecord {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  if (value.type === 'carried') return 'messages' in value && Array.isArray(value.messages);
  if (value.type === 'deleted' || value.type === 'restored') return 'ids' in value && Array.isArray(value.ids);
  return ['question', 'reply', 'text', 'reasoning', 'end', 'booked', 'title', 'pin'].some((type) => type === value.type);
}
