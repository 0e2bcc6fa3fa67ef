import type { FileStore } from '../../common/fileStore.ts';
import type { Spend } from '../../common/spend.ts';
import type { Cost } from '../cost.ts';
import { localDay, monthOf } from '../../common/localDay.ts';
import { fitsJournals, journalName, listJournals, openMonth, readTails, rollUp, type Month } from './monthFiles.ts';
import { createMonthSums } from './monthSums.ts';
import { readRequests } from './readRequests.ts';
import { withCostSoFar } from './spend.ts';
import { createSpendQueries, type SpendFilter, type SpendQueries } from './spendQueries.ts';
import { formatSpendRecord, type BookedRequest, type SpendRecord, type Workspace } from './spendRecord.ts';

/** What was spent, for the status bar. */
export interface SpendSummary {
  readonly lastReply: Cost | undefined;
  /** Of the running request, where it is of this session. */
  readonly replySoFar: Cost | undefined;
  /** From its first request on, whenever that was. */
  readonly session: Spend;
  readonly today: Spend;
  readonly month: Spend;
  /** All that was ever spent. */
  readonly total: Spend;
}

export interface RunningRequest {
  readonly id: string;
  readonly costSoFar: Cost;
}

/**
 * Every request that left any window, in files of which each window appends to its own. Several windows and processes
 * lose nothing; sums are kept in memory, and grow by what is appended here or read from the files.
 */
export interface Ledger extends SpendQueries {
  /**
   * Counts a request, or its end, in the workspace of this window. Resolves when it is with the system; it survives the
   * end of this process. Rejects when it could not be written; it is in the sums, and is written with what comes next.
   */
  append(record: SpendRecord): Promise<void>;
  /** Reads what is new in the files of all windows. Rejects, with everything else read, when one cannot be read for the first time. */
  refresh(): Promise<void>;
  /** A request, of any window, whose end is not known; as far as the files are read. */
  begun(id: string): BookedRequest | undefined;
  /** The requests of all windows whose end is not known, as far as the files are read. */
  pendingRequests(): readonly BookedRequest[];
  /** What the requests whose end is not known are counted with, which may be much more than they cost: nano-dollars. */
  pendingHigh(): number;
  /** By the local calendar of `now`; with what a request of this window costs so far, as long as it runs. */
  summarize(sessionId: string, now: Date, running?: RunningRequest): SpendSummary;
  /** The single requests, read from the files; by months, and in these by time. */
  requests(filter?: SpendFilter): AsyncIterable<BookedRequest>;
}

export interface LedgerDependencies {
  readonly files: FileStore;
  /** Of this window only, and of this run of it. */
  readonly windowId: string;
  readonly workspace: () => Workspace | undefined;
  readonly onDidChange: () => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How many bytes are read before a running month's sums are written down, if not the usual. */
  readonly rollUpAfter?: number;
}

/** A request that was appended here. */
interface OwnRequest {
  readonly record: BookedRequest;
  state: 'writing' | 'written' | 'failed';
}

export function createLedger({ files, windowId, workspace, onDidChange, now, rollUpAfter }: LedgerDependencies): Ledger {
  const months = new Map<string, Month>();
  /** The months whose files have been looked at. */
  const read = new Set<string>();
  /** What may not have been read back yet. */
  let own: OwnRequest[] = [];
  let failing: ReadonlyMap<string, unknown> = new Map();
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;

  const ownOf = (month: string) => own.filter(({ record }) => monthOf(record.day) === month);
  const monthSums = () => [...months.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ sums }) => sums);
  const queries = createSpendQueries(monthSums);

  const pending = () => [...months.values()].flatMap(({ sums }) => [...sums.pending.values()]);
  const begun = (id: string) => [...months.values()].map(({ sums }) => sums.pending.get(id)).find((each) => each !== undefined);

  const book = (record: SpendRecord): BookedRequest => {
    // Its end stands where its beginning does, though the time zone may have changed since.
    const beginning = begun(record.id);
    const where = beginning === undefined ? workspace() : beginning.workspace;
    return { ...record, day: beginning?.day ?? localDay(record.at), ...(where === undefined ? {} : { workspace: where }) };
  };

  const write = async (month: string, requests: readonly OwnRequest[]) => {
    for (const request of requests) request.state = 'writing';
    try {
      await files.append(journalName(month, windowId), requests.map(({ record }) => formatSpendRecord(record)).join(''));
      for (const request of requests) request.state = 'written';
    } catch (error) {
      for (const request of requests) request.state = 'failed';
      throw error;
    }
  };

  const readNew = async () => {
    const writtenBefore = new Set(own.filter(({ state }) => state === 'written'));
    const journals = await listJournals(files);
    const errors = new Map<string, unknown>();
    for (const name of new Set([...months.keys(), ...journals.keys()])) {
      const ofMonth = journals.get(name) ?? [];
      const known = read.has(name) ? months.get(name) : undefined;
      const month = known !== undefined && fitsJournals(known, ofMonth) ? known : await openMonth(files, name, ofMonth);
      for (const [journal, error] of await readTails(files, month, ofMonth)) errors.set(journal, error);
      for (const { record } of ownOf(name)) month.sums.take(record);
      months.set(name, month);
      read.add(name);
    }
    own = own.filter((request) => !writtenBefore.has(request));
    onDidChange();
    const current = monthOf(localDay(now()));
    // What is in the sums, but not in a file, must not get into one by itself.
    for (const month of months.values()) {
      if (own.some(({ state }) => state !== 'written')) break;
      await rollUp(files, month, month.name < current, rollUpAfter).catch(() => undefined);
    }
    const news = [...errors].filter(([journal]) => !failing.has(journal));
    failing = errors;
    for (const [, error] of news) throw error;
  };

  return {
    ...queries,
    begun,
    pendingRequests: pending,
    pendingHigh: () => pending().reduce((sum, { cost }) => sum + cost.high, 0),
    async append(record) {
      const request: OwnRequest = { record: book(record), state: 'writing' };
      const name = monthOf(request.record.day);
      const month = months.get(name) ?? { name, sums: createMonthSums(), offsets: new Map<string, number>(), rolledUp: 0 };
      months.set(name, month);
      month.sums.take(request.record);
      own.push(request);
      onDidChange();
      await write(name, [...ownOf(name).filter(({ state }) => state === 'failed'), request]);
    },
    async refresh() {
      // Whoever asks while one runs wants what was appended since, and shares the next one.
      waiting ??= running
        .catch(() => undefined)
        .then(async () => {
          waiting = undefined;
          running = readNew();
          await running;
        });
      await waiting;
    },
    summarize: (sessionId, date, running) => {
      const today = localDay(date);
      const month = monthOf(today);
      const ongoing = running && begun(running.id);
      const total = (filter: SpendFilter, holds: (ongoing: BookedRequest) => boolean) => {
        const booked = queries.total(filter);
        return running !== undefined && ongoing !== undefined && holds(ongoing) ? withCostSoFar(booked, ongoing, running.costSoFar) : booked;
      };
      return {
        lastReply: queries.lastReply(sessionId),
        replySoFar: ongoing?.sessionId === sessionId ? running?.costSoFar : undefined,
        session: total({ sessionId }, (each) => each.sessionId === sessionId),
        today: total({ first: today, last: today }, ({ day }) => day === today),
        month: total({ first: `${month}-01`, last: `${month}-31` }, ({ day }) => monthOf(day) === month),
        total: total({}, () => true),
      };
    },
    requests: (filter = {}) => readRequests(files, [...months.values()], own.map(({ record }) => record), filter),
  };
}
