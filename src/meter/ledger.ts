import type { FileStore } from '../common/fileStore.ts';
import { addCosts, noCost, type Cost } from './cost.ts';
import { formatSpendRecord, parseSpendRecord, type SpendRecord } from './spendRecord.ts';

/** What was spent, for the status bar. */
export interface SpendSummary {
  readonly lastReply: Cost | undefined;
  readonly session: Cost;
  readonly today: Cost;
  readonly month: Cost;
}

/**
 * Every request that left any window, in files of which each window appends to its own:
 * `spend/<month>-<window>.jsonl`. Several windows and processes lose nothing; sums are made on reading.
 */
export interface Ledger {
  /** Resolves when the record is with the system; it survives the end of this process. */
  append(record: SpendRecord): Promise<void>;
  /** Reads what is new in this month's files of all windows. */
  refresh(): Promise<void>;
  /** Sums of what has been read or appended, by the local calendar of `now`. */
  summarize(sessionId: string, now: Date): SpendSummary;
}

const folder = 'spend';
const lineFeed = 10;

export function createLedger(files: FileStore, windowId: string, onDidChange: () => void): Ledger {
  const records = new Map<string, SpendRecord>();
  const offsets = new Map<string, number>();

  const readNew = async (name: string) => {
    const offset = offsets.get(name) ?? 0;
    const bytes = await files.readFrom(name, offset);
    // A line without its end is still being written: it is read next time.
    const whole = bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1);
    offsets.set(name, offset + whole.byteLength);
    for (const line of new TextDecoder().decode(whole).split('\n')) {
      const record = parseSpendRecord(line);
      if (record !== undefined) takeRecord(records, record);
    }
  };

  return {
    async append(record) {
      takeRecord(records, record);
      onDidChange();
      await files.append(`${folder}/${monthName(new Date(record.at))}-${windowId}.jsonl`, formatSpendRecord(record));
    },
    async refresh() {
      const month = monthName(new Date());
      const names = await files.list(folder);
      const current = names.filter((name) => name.startsWith(month) && name.endsWith('.jsonl'));
      await Promise.all(current.map(async (name) => readNew(`${folder}/${name}`)));
      onDidChange();
    },
    summarize: (sessionId, now) => summarize([...records.values()], sessionId, now),
  };
}

function summarize(records: readonly SpendRecord[], sessionId: string, now: Date): SpendSummary {
  const startOfDay = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const startOfMonth = new Date(now.getFullYear(), now.getMonth(), 1).getTime();
  const sumOf = (isCounted: (record: SpendRecord) => boolean) =>
    records.filter(isCounted).reduce((sum, record) => addCosts(sum, record.cost), noCost);
  const ofSession = records.filter((record) => record.sessionId === sessionId);
  const ended = ofSession.filter((record) => record.end !== 'pending');
  return {
    lastReply: ended.toSorted((a, b) => a.at - b.at).at(-1)?.cost,
    session: sumOf((record) => record.sessionId === sessionId),
    today: sumOf((record) => record.at >= startOfDay),
    month: sumOf((record) => record.at >= startOfMonth),
  };
}

/** An end is final: a pending line of the same id that is read later, from a file, does not undo it. */
function takeRecord(records: Map<string, SpendRecord>, record: SpendRecord): void {
  const known = records.get(record.id);
  if (known !== undefined && known.end !== 'pending' && record.end === 'pending') return;
  records.set(record.id, record);
}

/** Such as `2026-11`, by the local calendar. */
function monthName(date: Date): string {
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}
