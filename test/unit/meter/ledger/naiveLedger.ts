import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Cost } from '../../../../src/meter/cost.ts';
import type { Ledger } from '../../../../src/meter/ledger/ledger.ts';
import type { BookedRequest } from '../../../../src/meter/ledger/spendRecord.ts';

/**
 * Returns one record of each request in the folder of a ledger, sorted by time. As a reference implementation, this
 * function uses no snapshots, and parses every complete line of every journal.
 */
export async function readAllRequests(folder: string): Promise<readonly BookedRequest[]> {
  const names = await readdir(path.join(folder, 'spend')).catch(() => []);
  const texts = await Promise.all(
    names
      .filter((name) => name.endsWith('.jsonl'))
      .map(async (name) => readFile(path.join(folder, 'spend', name), 'utf8')),
  );
  const found = new Map<string, BookedRequest>();
  for (const line of texts.flatMap((text) => text.split('\n').slice(0, -1))) {
    const record = parse(line);
    if (record === undefined) continue;
    const known = found.get(record.id);
    const supersedes =
      known?.end === 'pending' && (record.end !== 'pending' || record.cost.outputTokens > known.cost.outputTokens);
    if (known === undefined || supersedes) found.set(record.id, record);
  }
  return [...found.values()].toSorted(byTime);
}

/** Sums requests. As a reference implementation, this function adds up all matching requests for every sum. */
export function naiveSums(requests: readonly BookedRequest[]): Sums {
  return {
    total: naiveSum(requests),
    days: naiveGroups(requests, ({ day }) => day),
    workspaces: naiveGroups(requests, ({ workspace }) => workspace?.name ?? ''),
    sessions: naiveGroups(requests, ({ sessionId }) => sessionId),
    origins: naiveGroups(requests, ({ origin }) => origin),
    requests,
  };
}

/** Returns the sums of a ledger, to compare with the result of `naiveSums`. */
export async function ledgerSums(ledger: Ledger): Promise<Sums> {
  const requests: BookedRequest[] = [];
  for await (const request of ledger.requests()) requests.push(request);
  const origins = [...new Set(requests.map(({ origin }) => origin))];
  return {
    total: ledger.total(),
    days: groups(ledger.byDay().map(({ day, spend }) => [day, spend])),
    workspaces: groups(ledger.byWorkspace().map(({ workspace, spend }) => [workspace?.name ?? '', spend])),
    sessions: groups(ledger.bySession().map(({ sessionId, spend }) => [sessionId, spend])),
    origins: groups(origins.map((origin) => [origin, ledger.total({ origin })])),
    requests: requests.toSorted(byTime),
  };
}

export interface Sums {
  readonly total: NaiveSum;
  readonly days: readonly (readonly [string, NaiveSum])[];
  readonly workspaces: readonly (readonly [string, NaiveSum])[];
  readonly sessions: readonly (readonly [string, NaiveSum])[];
  readonly origins: readonly (readonly [string, NaiveSum])[];
  readonly requests: readonly BookedRequest[];
}

export interface NaiveSum extends Cost {
  readonly requests: number;
  readonly questions: number;
  readonly inputHigh: number;
  readonly cachedInputHigh: number;
  readonly outputHigh: number;
}

export function naiveSum(requests: readonly BookedRequest[]): NaiveSum {
  const sum = (figure: (request: BookedRequest) => number) =>
    requests.reduce((total, request) => total + figure(request), 0);
  const cached = sum(({ cost, prices }) => cost.cachedInputTokens * prices.cachedInput);
  const output = sum(({ cost, prices }) => cost.outputTokens * prices.output);
  const high = sum(({ cost }) => cost.high);
  return {
    low: sum(({ cost }) => cost.low),
    high,
    isReported: requests.every(({ cost }) => cost.isReported),
    inputTokens: sum(({ cost }) => cost.inputTokens),
    cachedInputTokens: sum(({ cost }) => cost.cachedInputTokens),
    outputTokens: sum(({ cost }) => cost.outputTokens),
    requests: requests.length,
    questions: requests.filter(({ cost }) => cost.inputTokens > 0).length,
    inputHigh: high - cached - output,
    cachedInputHigh: cached,
    outputHigh: output,
  };
}

function naiveGroups(requests: readonly BookedRequest[], key: (request: BookedRequest) => string): Sums['days'] {
  return groups([...Map.groupBy(requests, key)].map(([name, group]) => [name, naiveSum(group)]));
}

function groups(sums: (readonly [string, NaiveSum])[]): Sums['days'] {
  return sums.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function byTime(a: BookedRequest, b: BookedRequest): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1);
}

function parse(line: string): BookedRequest | undefined {
  try {
    const value = JSON.parse(line) as Partial<BookedRequest> | null;
    return value?.cost?.high === undefined ? undefined : (value as BookedRequest);
  } catch {
    return undefined;
  }
}
