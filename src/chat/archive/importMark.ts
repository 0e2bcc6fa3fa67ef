import type { Message, Reply } from '../messages/message.ts';
import type { TranscriptRecord } from '../messages/transcript.ts';

/** Marks the replies of a record as imported (see Reply.isImported). Returns other records unchanged. */
export function markImported(record: TranscriptRecord): TranscriptRecord {
  return changeReplies(record, (reply) => ({ ...reply, isImported: true }));
}

/** Removes the marks of `markImported`, which have no meaning on another computer. */
export function withoutImportMark(record: TranscriptRecord): TranscriptRecord {
  return changeReplies(record, ({ isImported, ...reply }) => reply);
}

function changeReplies(
  record: TranscriptRecord,
  change: <T extends Pick<Reply, 'isImported'>>(reply: T) => Omit<T, 'isImported'> & Pick<Reply, 'isImported'>,
): TranscriptRecord {
  if (record.type === 'reply') return change(record);
  if (record.type !== 'carried') return record;
  const changeMessage = (message: Message): Message => (message.kind === 'reply' ? change(message) : message);
  return { ...record, messages: record.messages.map(changeMessage) };
}
