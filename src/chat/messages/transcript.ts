import { is } from 'valibot';
import type { ReplyPart } from '../../common/protocol/conversationProtocol.ts';
import { parseJson } from '../../common/json.ts';
import type { Steps } from './steps.ts';
import type { History } from '../../meter/cost.ts';
import type { MeteredReply } from '../../meter/replyCost.ts';
import { defaultMargin } from '../../meter/tokenRatio.ts';
import type { Message, Question, Reply, ReplyEnding } from './message.ts';
import { createJoinedPieces, type JoinedPieces } from './joinedPieces.ts';
import { recordSchema } from './recordSchemas.ts';
import { withHistory, type ServiceHistories } from './serviceHistories.ts';

/**
 * A record is one line of a session's file. Records are only appended, except when deleted messages are purged (see
 * purgeTranscript).
 */
export type TranscriptRecord =
  /** The version of the records. The first record of a file, but absent in files of earlier versions. */
  | { readonly type: 'version'; readonly version: number }
  | ({ readonly type: 'question' } & Omit<Question, 'kind'>)
  | ({ readonly type: 'reply' } & Pick<
      Reply,
      'id' | 'questionId' | 'at' | 'mode' | 'origin' | 'instructions' | 'sent' | 'isImported'
    >)
  /**
   * A piece of the text or of the reasoning of a reply. `start` is the total length of the earlier pieces of the same
   * type, in UTF-16 code units. Earlier versions of the extension did not save `start`.
   */
  | { readonly type: ReplyPart; readonly replyId: string; readonly text: string; readonly start?: number }
  | ({ readonly type: 'end'; readonly replyId: string } & ReplyEnding)
  /**
   * The cost of a reply, which is also recorded in the ledger. Not part of the `end` record, because counting the
   * tokens takes a moment.
   */
  | ({ readonly type: 'booked'; readonly replyId: string } & BookedReply)
  | CarriedRecord
  /** The user deleted these messages, or undid their deletion. */
  | { readonly type: 'deleted' | 'restored'; readonly ids: readonly string[] }
  /** The user switched the instructions off or on for this session. */
  | { readonly type: 'instructions'; readonly isOff: boolean }
  | SessionMark;

/** The prices are optional, because earlier versions did not save them. */
type BookedReply = Omit<MeteredReply, 'prices'> & Partial<Pick<MeteredReply, 'prices'>>;

/**
 * The first record after the version, in a session that began with an edited message. It has copies of the accepted
 * turns (see AcceptedTurn) before that message.
 */
export interface CarriedRecord {
  readonly type: 'carried';
  /** The id of the session in which the message was edited. */
  readonly from: string;
  readonly messages: readonly Message[];
}

/**
 * A title or pin that the user gave to a session. The last record of each type wins, even if another window wrote it.
 */
export type SessionMark =
  /** An empty text restores the default title, which is made from a question (see summarizeSession). */
  { readonly type: 'title'; readonly text: string } | { readonly type: 'pin'; readonly isPinned: boolean };

/** The content of a session's file. */
export interface Transcript {
  /** The messages in order, without deleted messages. */
  readonly messages: readonly Message[];
  /** The messages in order, including deleted messages, which have `isDeleted`. */
  readonly allMessages: readonly Message[];
  readonly histories: ServiceHistories;
  /** The id of the session in which the user edited a message. Absent if this session did not begin with an edit. */
  readonly carriedFrom?: string;
  /** True if the user switched the instructions (see dueInstructions) off for this session. */
  readonly isInstructionsOff?: boolean;
  /** The title that the user gave; empty for the default title. */
  readonly title?: string;
  readonly isPinned?: boolean;
  /** Present if a newer version of the extension wrote records. This version must not append to the file. */
  readonly isNewer?: true;
}

/** The version of the records that this version of the extension writes. */
export const transcriptVersion = 1;

/** The first record of a session's file. */
export const versionRecord = { type: 'version', version: transcriptVersion } as const;

export const emptyTranscript: Transcript = { messages: [], allMessages: [], histories: new Map() };

/** Returns true if the session has no messages, not even deleted ones. */
export function isEmptyTranscript({ allMessages }: Pick<Transcript, 'allMessages'>): boolean {
  return allMessages.length === 0;
}

/** Formats a record as a line. The line break at the start separates the record from an incomplete line before it. */
export function formatTranscriptRecord(record: TranscriptRecord): string {
  return `\n${JSON.stringify(record)}\n`;
}

/**
 * Parses a session's file in steps. Skips lines that are not valid records, such as incomplete lines, which a crash can
 * leave. If a piece of a reply is missing before a later piece, changes the reply's end from `complete` to
 * `incomplete`. A reply without an `end` record has the state `streaming`. ChatSession.recover ends such a reply.
 */
export function* transcriptSteps(text: string): Steps<Transcript> {
  const messages = new Map<string, Message>();
  const pieces = createReplyPieces(messages);
  const repliesWithGaps = new Set<string>();
  let histories = emptyTranscript.histories;
  let carriedFrom: string | undefined;
  let title = '';
  let isPinned = false;
  let isInstructionsOff = false;
  let isNewer = false;
  for (const line of text.split('\n')) {
    yield line.length;
    const record = parseRecord(line);
    if (record === undefined) continue;
    if (record.type === 'version') isNewer ||= record.version > transcriptVersion;
    if (record.type === 'booked')
      histories = withHistory(histories, originOf(messages.get(record.replyId)), bookedHistory(record));
    if (record.type === 'carried') carriedFrom = record.from;
    if (record.type === 'title') title = record.text;
    if (record.type === 'instructions') isInstructionsOff = record.isOff;
    if (record.type === 'pin') isPinned = record.isPinned;
    if (pieces.leavesGap(record)) repliesWithGaps.add(record.replyId);
    pieces.take(record);
    for (const message of applyRecord(messages, withoutCompleteEnd(record, repliesWithGaps)))
      messages.set(message.id, message);
  }
  const allMessages = Array.from(messages.values(), pieces.withText);
  const shown = allMessages.filter(({ isDeleted }) => isDeleted !== true);
  return {
    messages: shown,
    allMessages,
    histories,
    title,
    isPinned,
    ...(carriedFrom === undefined ? {} : { carriedFrom }),
    ...(isInstructionsOff ? { isInstructionsOff } : {}),
    ...(isNewer ? { isNewer } : {}),
  };
}

/** Returns the valid records in the text of a session's file, in steps. */
export function* recordSteps(text: string): Steps<readonly TranscriptRecord[]> {
  const records: TranscriptRecord[] = [];
  for (const line of text.split('\n')) {
    yield line.length;
    const record = parseRecord(line);
    if (record !== undefined) records.push(record);
  }
  return records;
}

type PieceRecord = Extract<TranscriptRecord, { readonly type: ReplyPart }>;

/**
 * Joins the pieces of the replies in `messages`. A reply gets its text only at the end of the file, because joining it
 * with each piece would take quadratic time.
 */
function createReplyPieces(messages: ReadonlyMap<string, Message>) {
  const known = { text: new Map<string, JoinedPieces>(), reasoning: new Map<string, JoinedPieces>() };

  /** Returns the pieces of a part of a reply. Returns undefined if there is no such reply. */
  const piecesOf = (part: ReplyPart, replyId: string): JoinedPieces | undefined => {
    const reply = messages.get(replyId);
    if (reply?.kind !== 'reply') return undefined;
    const pieces = known[part].get(replyId) ?? createJoinedPieces(reply[part]);
    known[part].set(replyId, pieces);
    return pieces;
  };
  const isPiece = (record: TranscriptRecord): record is PieceRecord =>
    record.type === 'text' || record.type === 'reasoning';

  return {
    /** Returns true for a piece of a reply if the piece before it is missing. */
    leavesGap: (record: TranscriptRecord): record is PieceRecord => {
      if (!isPiece(record) || record.start === undefined) return false;
      const pieces = piecesOf(record.type, record.replyId);
      return pieces !== undefined && pieces.length() < record.start;
    },
    take: (record: TranscriptRecord) => {
      if (isPiece(record)) piecesOf(record.type, record.replyId)?.add(record.text, record.start);
      // These records replace messages, including their texts.
      const ids = record.type === 'reply' ? [record.id] : record.type === 'carried' ? record.messages.map(idOf) : [];
      for (const id of ids) for (const part of [known.text, known.reasoning]) part.delete(id);
    },
    withText: (message: Message): Message => {
      if (message.kind !== 'reply') return message;
      const { id, text, reasoning } = message;
      return {
        ...message,
        text: known.text.get(id)?.text() ?? text,
        reasoning: known.reasoning.get(id)?.text() ?? reasoning,
      };
    },
  };
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

/** Returns the origin of a reply. Returns undefined for a reply without an origin, and for any other message. */
function originOf(message: Message | undefined): string | undefined {
  return message?.kind === 'reply' ? message.origin : undefined;
}

/** Changes `complete` to `incomplete` in an `end` record, if the reply has gaps. Returns other records unchanged. */
function withoutCompleteEnd(record: TranscriptRecord, repliesWithGaps: ReadonlySet<string>): TranscriptRecord {
  return record.type === 'end' && record.end === 'complete' && repliesWithGaps.has(record.replyId)
    ? { ...record, end: 'incomplete' }
    : record;
}

/** Returns the messages that a record adds or changes. See createReplyPieces for the texts of replies. */
function applyRecord(messages: ReadonlyMap<string, Message>, record: TranscriptRecord): readonly Message[] {
  switch (record.type) {
    case 'carried':
      return record.messages;
    case 'deleted':
    case 'restored': {
      const isDeleted = record.type === 'deleted';
      return [...new Set(record.ids)]
        .flatMap((id) => messages.get(id) ?? [])
        .map((message) => ({ ...message, isDeleted }));
    }
    case 'question': {
      const { type, ...question } = record;
      return [{ kind: 'question', ...question }];
    }
    case 'reply': {
      const { type, ...reply } = record;
      return [{ kind: 'reply', ...reply, text: '', reasoning: '', state: 'streaming' }];
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
    case 'text':
    case 'reasoning':
    case 'version':
    case 'title':
    case 'instructions':
    case 'pin':
      return [];
  }
}

/**
 * Returns the history of a `booked` record (see ServiceHistories). Earlier versions of the extension saved only one
 * count, `historyTokens`. For such a record, the lower bound is 0, and the upper bound is the count times a margin. The
 * margin is needed because the service's tokenizer may count more tokens.
 */
function bookedHistory(record: Partial<BookedReply> & { readonly historyTokens?: number }): History {
  return record.history ?? { least: 0, most: Math.ceil((record.historyTokens ?? 0) * defaultMargin) };
}

export function endReply(reply: Reply, ending: ReplyEnding): Reply {
  return { ...reply, state: ending.end, ending, progress: undefined };
}

function parseRecord(line: string): TranscriptRecord | undefined {
  if (line === '') return undefined;
  const value = parseJson(line);
  return isTranscriptRecord(value) ? value : undefined;
}

export function isTranscriptRecord(value: unknown): value is TranscriptRecord {
  return is(recordSchema, value);
}
