import { parseJson } from '../../common/json.ts';
import type { Steps } from './steps.ts';
import type { Message } from './message.ts';
import {
  formatTranscriptRecord,
  isTranscriptRecord,
  recordSteps,
  transcriptSteps,
  type CarriedRecord,
  type TranscriptRecord,
} from './transcript.ts';

/**
 * Replaces the text of a deleted reply. Not empty, because requestMessages must know whether the service has replied:
 * it looks for a reply with text.
 */
const purgedText = '…';

/** Returns true for a deleted message whose text, reasoning, attachments, request or error are not purged yet. */
export function isPurgeable(message: Message): boolean {
  if (message.isDeleted !== true) return false;
  if (message.kind === 'question')
    return message.content !== '' || message.text !== '' || message.attachments.length > 0;
  const { text, reasoning, ending, instructions, sent } = message;
  if (instructions !== undefined || sent !== undefined) return true;
  return reasoning !== '' || (text !== '' && text !== purgedText) || ending?.error !== undefined;
}

/**
 * Returns a message without its text, reasoning, attachments, error and the content of its request. The text of a reply
 * is replaced by `purgedText`. The id, times and cost stay.
 */
export function purgeMessage(message: Message): Message {
  if (message.kind === 'question') return { ...message, text: '', attachments: [], content: '' };
  const { ending, instructions, sent, ...reply } = message;
  const text = reply.text === '' ? '' : purgedText;
  return { ...reply, text, reasoning: '', ...(ending === undefined ? {} : { ending: withoutError(ending) }) };
}

/**
 * Returns, in steps, the text of a session's file without the content of deleted messages, or undefined if there is
 * nothing to remove. The messages' ids, times and costs stay, because the service may keep the conversation and charge
 * for it. A deleted message whose id is in `undoable` stays whole. Keeps records that only a newer version can read.
 */
export function* purgeSteps(text: string, undoable: readonly string[]): Steps<string | undefined> {
  const { allMessages } = yield* transcriptSteps(text);
  const purged = allMessages.filter((each) => isPurgeable(each) && !undoable.includes(each.id));
  if (purged.length === 0) return undefined;
  const ids = new Set(purged.map(({ id }) => id));
  const repliesWithText = new Set<string>();
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    yield line.length;
    const record = parseJson(line);
    // Remove an incomplete line. It is of no use, and it may contain a part of a deleted message.
    if (record === undefined) continue;
    if (isTranscriptRecord(record))
      lines.push(purgeRecord(record, ids, repliesWithText).map(formatTranscriptRecord).join(''));
    else lines.push(`\n${line}\n`);
  }
  return lines.join('');
}

/**
 * Returns, in steps, the valid records in the text of a session's file. The content of deleted messages is omitted,
 * even if their deletion can still be undone.
 */
export function* purgedRecordSteps(text: string): Steps<readonly TranscriptRecord[]> {
  return yield* recordSteps((yield* purgeSteps(text, [])) ?? text);
}

/**
 * Returns the records that replace `record`: one record or none. `ids` are the ids of the messages to purge.
 * `repliesWithText` collects the ids of the replies whose first piece of text was replaced. Later pieces are removed.
 */
function purgeRecord(
  record: TranscriptRecord,
  ids: ReadonlySet<string>,
  repliesWithText: Set<string>,
): readonly TranscriptRecord[] {
  switch (record.type) {
    case 'question':
      return [ids.has(record.id) ? { ...record, text: '', attachments: [], content: '' } : record];
    case 'reply': {
      const { instructions, sent, ...reply } = record;
      return [ids.has(record.id) ? reply : record];
    }
    case 'carried':
      return [purgeCarried(record, ids)];
    case 'reasoning':
      return ids.has(record.replyId) ? [] : [record];
    case 'text': {
      const { replyId } = record;
      if (!ids.has(replyId)) return [record];
      if (repliesWithText.has(replyId)) return [];
      repliesWithText.add(replyId);
      return [{ type: 'text', replyId, text: purgedText }];
    }
    case 'end':
      return [ids.has(record.replyId) ? withoutError(record) : record];
    default:
      return [record];
  }
}

function purgeCarried(record: CarriedRecord, ids: ReadonlySet<string>): CarriedRecord {
  return { ...record, messages: record.messages.map((each) => (ids.has(each.id) ? purgeMessage(each) : each)) };
}

/** Removes the error of a reply, because it may quote the message. */
function withoutError<Ending extends { readonly error?: unknown }>(ending: Ending): Omit<Ending, 'error'> {
  const { error, ...rest } = ending;
  return rest;
}
