import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { formatSpendRecord, type SpendRecord } from '../../src/meter/ledger/spendRecord.ts';

/** The cost of each request in this module, in nano-dollars. */
export const costPerRequest = 4_000;

const requestsPerWindow = 1_000;

/**
 * Writes `count` completed requests to the ledger in `folder`, 1,000 for each day, from `now` backwards.
 * Each session has 10 requests, and each simulated VS Code window has 1,000. The requests belong to 4 workspaces.
 */
export async function writeManyRecords(folder: string, count: number, now: Date): Promise<void> {
  await mkdir(join(folder, 'spend'), { recursive: true });
  for (let first = 0; first < count; first += requestsPerWindow) {
    const journals = Map.groupBy(
      Array.from({ length: Math.min(requestsPerWindow, count - first) }, (_, index) => first + index),
      (index) => dayBefore(now, index).slice(0, 7),
    );
    for (const [month, indexes] of journals) {
      const file = await open(join(folder, 'spend', `${month}-window-${first}.jsonl`), 'w');
      await file.write(indexes.map((index) => lineOf(index, dayBefore(now, index))).join(''));
      await file.close();
    }
  }
}

/** Returns the final record of a request that is sent now. */
export function spendRequest(id: string): SpendRecord {
  const cost = {
    low: costPerRequest,
    high: costPerRequest,
    isReported: true,
    inputTokens: 2,
    cachedInputTokens: 0,
    outputTokens: 0,
  };
  const prices = { input: 2_000, cachedInput: 250, output: 8_000 };
  return { id, at: Date.now(), sessionId: 'session', origin: 'https://api.example.com', end: 'complete', cost, prices };
}

const template = formatSpendRecord({
  ...spendRequest('ID'),
  at: 1_800_000_000_000,
  sessionId: 'SESSION',
  counted: { history: { least: 0, most: 0 }, messageTokens: 2, outputTokens: 0, missedTokens: 0, charged: 'yes' },
  day: 'DAY',
  workspace: { id: 'WORKSPACE', name: 'shop' },
});

const parts = template.split(/ID|SESSION|DAY|WORKSPACE/) as [string, string, string, string, string];

/**
 * Returns the ledger's line for a request. Concatenates strings, because a million calls of `JSON.stringify` take
 * longer than the measured operations.
 */
function lineOf(index: number, day: string): string {
  const [start, afterId, afterSession, afterDay, end] = parts;
  return `${start}0b7d6b1c-${index}${afterId}2f6f0d9e-${Math.floor(index / 10)}${afterSession}${day}${afterDay}hash-${Math.floor(index / 100) % 4}${end}`;
}

const requestsPerDay = 1_000;
const days = new Map<number, string>();

function dayBefore(now: Date, index: number): string {
  const back = Math.floor(index / requestsPerDay);
  let day = days.get(back);
  if (day === undefined) {
    const date = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() - back));
    days.set(back, (day = date.toISOString().slice(0, 10)));
  }
  return day;
}
