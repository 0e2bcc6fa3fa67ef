import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatTranscriptRecord, type TranscriptRecord } from '../../src/chat/messages/transcript.ts';
import { noCost } from '../../src/meter/cost.ts';

const millisecondsPerDay = 86_400_000;

/**
 * Writes `count` sessions, spread over the last 700 days. Each session has four questions with replies, and is about
 * 13 kB long. The replies of one session in a thousand contain the word `needle`.
 */
export async function writeManySessions(folder: string, count: number): Promise<void> {
  await mkdir(join(folder, 'sessions'), { recursive: true });
  for (let index = 0; index < count; index += 1) {
    const at = Date.now() - Math.round((index / count) * 700 * millisecondsPerDay);
    await writeFile(
      join(folder, 'sessions', `session-${index}.jsonl`),
      exchanges(index, at).map(formatTranscriptRecord).join(''),
    );
  }
}

/** Writes one session of `count` questions with replies, each about 3 kB long. */
export async function writeLongSession(folder: string, id: string, count: number): Promise<void> {
  await mkdir(join(folder, 'sessions'), { recursive: true });
  const records = Array.from({ length: count }, (_, index) => exchange(index, index, Date.now())).flat();
  await writeFile(join(folder, 'sessions', `${id}.jsonl`), records.map(formatTranscriptRecord).join(''));
}

const verbs = ['sort', 'group', 'cache', 'test', 'rename', 'split', 'merge'];

const nouns = ['rows', 'prices', 'customers', 'shelves', 'invoices'];

function exchanges(session: number, at: number): readonly TranscriptRecord[] {
  return [0, 1, 2, 3].flatMap((index) => exchange(session, index, at));
}

function exchange(session: number, index: number, at: number): readonly TranscriptRecord[] {
  const questionId = `q${index}`;
  const replyId = `r${index}`;
  const text = `How do I ${verbs[session % verbs.length] ?? ''} the ${nouns[session % nouns.length] ?? ''} of order ${session}?`;
  const word = session % 1000 === 7 ? 'needle' : 'thread';
  const reply = `Take the ${word} and go on.\n\n${'It keeps `items` in their order; a key is computed **once** for each.\n'.repeat(38)}`;
  return [
    { type: 'question', id: questionId, at, text, attachments: [], content: text },
    { type: 'reply', id: replyId, questionId, at },
    { type: 'text', replyId, text: reply },
    { type: 'end', replyId, end: 'complete', charged: 'yes' },
    {
      type: 'booked',
      replyId,
      history: { least: 700, most: 700 },
      cost: { ...noCost, low: 5_000_000, high: 5_000_000 },
    },
  ];
}
