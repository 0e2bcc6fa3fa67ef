import type { ReplyEnd } from '../common/replyEnd.ts';
import type { Cost } from '../meter/cost.ts';
import type { Message, Question, Reply, ReplyError } from './message.ts';

/** A line of a session's file, which only ever grows. */
export type TranscriptRecord =
  | ({ readonly type: 'question' } & Omit<Question, 'kind'>)
  | { readonly type: 'reply'; readonly id: string; readonly questionId: string; readonly at: number }
  | { readonly type: 'text'; readonly replyId: string; readonly text: string }
  | ({ readonly type: 'end'; readonly replyId: string } & ReplyEnding);

export interface ReplyEnding {
  readonly end: ReplyEnd;
  readonly finishReason?: string | undefined;
  readonly cost: Cost;
  readonly error?: ReplyError;
  /** What the service reads again with the next message: tokens. */
  readonly historyTokens: number;
}

/** A session as its file tells it. */
export interface Transcript {
  readonly messages: readonly Message[];
  readonly historyTokens: number;
}

export function formatTranscriptRecord(record: TranscriptRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/**
 * Reads a session's file. A torn last line, as a crash leaves it, is passed over. A reply without its end is
 * left in the state `streaming`: whoever opens the session decides what became of it.
 */
export function parseTranscript(text: string): Transcript {
  const messages = new Map<string, Message>();
  let historyTokens = 0;
  for (const line of text.split('\n')) {
    const record = parseRecord(line);
    if (record === undefined) continue;
    if (record.type === 'end') historyTokens = record.historyTokens;
    const message = applyRecord(messages, record);
    if (message !== undefined) messages.set(message.id, message);
  }
  return { messages: [...messages.values()], historyTokens };
}

function applyRecord(messages: ReadonlyMap<string, Message>, record: TranscriptRecord): Message | undefined {
  switch (record.type) {
    case 'question': {
      const { type, ...question } = record;
      return { kind: 'question', ...question };
    }
    case 'reply': {
      const { id, questionId, at } = record;
      return { kind: 'reply', id, questionId, at, text: '', state: 'streaming' };
    }
    case 'text': {
      const reply = messages.get(record.replyId);
      return reply?.kind === 'reply' ? { ...reply, text: reply.text + record.text } : undefined;
    }
    case 'end': {
      const reply = messages.get(record.replyId);
      return reply?.kind === 'reply' ? endReply(reply, record) : undefined;
    }
  }
}

export function endReply(reply: Reply, { end, finishReason, cost, error }: ReplyEnding): Reply {
  return { ...reply, state: end, finishReason, cost, ...(error === undefined ? {} : { error }) };
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
  return ['question', 'reply', 'text', 'end'].some((type) => type === value.type);
}
