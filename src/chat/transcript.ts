import type { ReplyPart } from '../common/protocol.ts';
import type { MeteredReply } from '../meter/meter.ts';
import type { Message, Question, Reply, ReplyEnding } from './message.ts';

/** A line of a session's file, which only ever grows. */
export type TranscriptRecord =
  | ({ readonly type: 'question' } & Omit<Question, 'kind'>)
  | { readonly type: 'reply'; readonly id: string; readonly questionId: string; readonly at: number }
  | { readonly type: ReplyPart; readonly replyId: string; readonly text: string }
  | ({ readonly type: 'end'; readonly replyId: string } & ReplyEnding)
  /** Comes after the end: counting the tokens takes a moment. */
  | ({ readonly type: 'booked'; readonly replyId: string } & MeteredReply);

/** A session as its file tells it. */
export interface Transcript {
  readonly messages: readonly Message[];
  readonly historyTokens: number;
}

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
  let historyTokens = 0;
  for (const line of text.split('\n')) {
    const record = parseRecord(line);
    if (record === undefined) continue;
    if (record.type === 'booked') historyTokens = record.historyTokens;
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
      return { kind: 'reply', id, questionId, at, text: '', reasoning: '', state: 'streaming' };
    }
    case 'text':
    case 'reasoning': {
      const reply = messages.get(record.replyId);
      return reply?.kind === 'reply' ? { ...reply, [record.type]: reply[record.type] + record.text } : undefined;
    }
    case 'end': {
      const { type, replyId, ...ending } = record;
      const reply = messages.get(replyId);
      return reply?.kind === 'reply' ? endReply(reply, ending) : undefined;
    }
    case 'booked': {
      const reply = messages.get(record.replyId);
      return reply?.kind === 'reply' ? { ...reply, cost: record.cost } : undefined;
    }
  }
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
  return ['question', 'reply', 'text', 'reasoning', 'end', 'booked'].some((type) => type === value.type);
}
