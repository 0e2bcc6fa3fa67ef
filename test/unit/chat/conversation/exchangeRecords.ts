import type { TranscriptRecord } from '../../../../src/chat/messages/transcript.ts';

/** Returns the records of a question and of a complete, unbooked reply. `at` is in milliseconds since the epoch. */
export function exchangeRecords(text: string, at = 1): readonly TranscriptRecord[] {
  const [id, replyId] = [`q${at}`, `r${at}`];
  return [
    { type: 'question', id, at, text, attachments: [], content: text },
    { type: 'reply', id: replyId, questionId: id, at },
    { type: 'text', replyId, text: `Reply to ${text}` },
    { type: 'end', replyId, end: 'complete', charged: 'yes', finishReason: 'stop' },
  ];
}
