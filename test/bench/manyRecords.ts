import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { formatSpendRecord } from '../../src/meter/ledger/spendRecord.ts';

/** Nano-dollars of each of them. */
export const costOfEach = 4_000;

const recordsOfWindow = 1_000;

/**
 * Writes requests that have ended, of the last days before `now`: 1,000 a day, 10 a session, in 4 workspaces. Each window has
 * asked 1,000 of them.
 */
export async function writeManyRecords(folder: string, count: number, now: Date): Promise<void> {
  await mkdir(join(folder, 'spend'), { recursive: true });
  for (let first = 0; first < count; first += recordsOfWindow) {
    const journals = Map.groupBy(
      Array.from({ length: Math.min(recordsOfWindow, count - first) }, (_, index) => first + index),
      (index) => dayBefore(now, index).slice(0, 7),
    );
    for (const [month, indexes] of journals) {
      const file = await open(join(folder, 'spend', `${month}-window-${first}.jsonl`), 'w');
      await file.write(indexes.map((index) => lineOf(index, dayBefore(now, index))).join(''));
      await file.close();
    }
  }
}

const template = formatSpendRecord({
  id: 'ID',
  at: 1_800_000_000_000,
  sessionId: 'SESSION',
  origin: 'https://api.example.com',
  end: 'complete',
  cost: { low: costOfEach, high: costOfEach, isReported: true, inputTokens: 2, cachedInputTokens: 0, outputTokens: 0 },
  prices: { input: 2_000, cachedInput: 250, output: 8_000 },
  counted: { history: { least: 0, most: 0 }, messageTokens: 2, outputTokens: 0, missedTokens: 0, charged: 'yes' },
  day: 'DAY',
  workspace: { id: 'WORKSPACE', name: 'shop' },
});

const parts = template.split(/ID|SESSION|DAY|WORKSPACE/) as [string, string, string, string, string];

/** Put together by hand: a million calls of `JSON.stringify` take longer than what is measured. */
function lineOf(index: number, day: string): string {
  const [start, afterId, afterSession, afterDay, end] = parts;
  return `${start}0b7d6b1c-${index}${afterId}2f6f0d9e-${Math.floor(index / 10)}${afterSession}${day}${afterDay}hash-${Math.floor(index / 100) % 4}${end}`;
}

const recordsOfDay = 1_000;
const days = new Map<number, string>();

function dayBefore(now: Date, index: number): string {
  const back = Math.floor(index / recordsOfDay);
  let day = days.get(back);
  if (day === undefined) {
    const date = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() - back));
    days.set(back, (day = date.toISOString().slice(0, 10)));
  }
  return day;
}
