import type { FileStore } from '../../common/fileStore.ts';
import { localDayOf, monthOf } from '../../common/localDay.ts';
import type { Spend } from '../../common/spend.ts';
import type { Cost } from '../cost.ts';
import {
  fitsJournals,
  journalName,
  listJournals,
  newMonth,
  openMonth,
  readTails,
  rollUp,
  type Month,
} from './monthFiles.ts';
import { readRequests } from './readRequests.ts';
import { withCostSoFar } from './spend.ts';
import { createSpendQueries, type SpendFilter, type SpendQueries } from './spendQueries.ts';
import { formatSpendRecord, type BookedRequest, type SpendRecord, type Workspace } from './spendRecord.ts';

/** The sums that the status bar shows. */
export interface SpendSummary {
  readonly lastReply: Cost | undefined;
  /** The running request's cost, if it belongs to this session. */
  readonly replySoFar: Cost | undefined;
  /** Since the session's first request. */
  readonly session: Spend;
  readonly today: Spend;
  readonly month: Spend;
  /** Everything ever spent. */
  readonly total: Spend;
}

export interface RunningRequest {
  readonly id: string;
  readonly costSoFar: Cost;
}

/**
 * An append-only log of all requests of all windows. Each window appends to its own journals, so that windows and
 * processes need no lock. Sums are kept in memory, and updated with each record that is appended or read.
 */
export interface Ledger extends SpendQueries {
  /**
   * Adds a record of a request in this window's workspace. Resolves when the system has it, so that it survives the end of
   * this process. Rejects if it could not be written: it counts in the sums, and is written with the next record.
   */
  append(record: SpendRecord): Promise<void>;
  /** Reads what all windows have appended. Rejects, with all else read, if a journal cannot be read for the first time. */
  refresh(): Promise<void>;
  /** Returns a pending request of any window, as far as the journals are read. */
  begun(id: string): BookedRequest | undefined;
  /** Returns the pending requests of all windows, as far as the journals are read. */
  pendingRequests(): readonly BookedRequest[];
  /** Returns the high ends of all pending requests, which may be far above their final cost: nano-dollars. */
  pendingHigh(): number;
  /** Sums by the local calendar of `now`. A running request of this window counts with its cost so far. */
  summarize(sessionId: string, now: Date, running?: RunningRequest): SpendSummary;
  /** Reads single requests from the journals, by month and then by time. */
  requests(filter?: SpendFilter): AsyncIterable<BookedRequest>;
}

export interface LedgerDependencies {
  readonly files: FileStore;
  /** Names this window's journals. A new one for each start of the extension: no two writers may share a journal. */
  readonly writerId: string;
  readonly workspace: () => Workspace | undefined;
  readonly onDidChange: () => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Rewrite the current month's snapshot after this many new bytes. Tests set it. */
  readonly rollUpAfter?: number;
}

export function createLedger({
  files,
  writerId,
  workspace,
  onDidChange,
  now,
  rollUpAfter,
}: LedgerDependencies): Ledger {
  const months = new Map<string, Month>();
  /** The names of the months whose journals were read at least once. */
  const read = new Set<string>();
  const own = createOwnRequests(files, writerId);
  let failedJournals: ReadonlySet<string> = new Set();

  const sortedMonths = () => [...months.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const queries = createSpendQueries(() => sortedMonths().map(({ sums }) => sums));
  const pending = () => [...months.values()].flatMap(({ sums }) => [...sums.pending.values()]);
  const begun = (id: string) =>
    [...months.values()].map(({ sums }) => sums.pending.get(id)).find((each) => each !== undefined);

  const toBooked = (record: SpendRecord): BookedRequest => {
    // The end counts on the day and in the workspace of the beginning, even if the time zone has changed since.
    const beginning = begun(record.id);
    const where = beginning === undefined ? workspace() : beginning.workspace;
    return {
      ...record,
      day: beginning?.day ?? localDayOf(record.at),
      ...(where === undefined ? {} : { workspace: where }),
    };
  };

  /** Returns the errors by the names of their journals. */
  const readMonths = async () => {
    const journals = await listJournals(files);
    const errors = new Map<string, unknown>();
    for (const name of new Set([...months.keys(), ...journals.keys()])) {
      const ofMonth = journals.get(name) ?? [];
      const known = read.has(name) ? months.get(name) : undefined;
      const month = known !== undefined && fitsJournals(known, ofMonth) ? known : await openMonth(files, name, ofMonth);
      for (const [journal, error] of await readTails(files, month, ofMonth)) errors.set(journal, error);
      for (const record of own.ofMonth(name)) month.sums.take(record);
      months.set(name, month);
      read.add(name);
    }
    return errors;
  };

  const rollUpMonths = async () => {
    // Records that are not on disk must not get into a snapshot.
    const current = monthOf(localDayOf(now()));
    for (const month of months.values()) {
      if (own.hasUnwritten()) return;
      await rollUp(files, month, month.name < current, rollUpAfter).catch(() => undefined);
    }
  };

  const refresh = createSharedRun(async () => {
    const forgetWritten = own.markWritten();
    const errors = await readMonths();
    forgetWritten();
    onDidChange();
    await rollUpMonths();
    const newErrors = [...errors].filter(([journal]) => !failedJournals.has(journal));
    failedJournals = new Set(errors.keys());
    for (const [, error] of newErrors) throw error;
  });

  return {
    ...queries,
    refresh,
    begun,
    pendingRequests: pending,
    pendingHigh: () => pending().reduce((sum, { cost }) => sum + cost.high, 0),
    async append(record) {
      const booked = toBooked(record);
      const name = monthOf(booked.day);
      const month = months.get(name) ?? newMonth(name);
      months.set(name, month);
      month.sums.take(booked);
      const written = own.append(booked);
      onDidChange();
      await written;
    },
    summarize: (sessionId, date, running) => summarize(queries, begun, sessionId, localDayOf(date), running),
    requests: (filter = {}) => readRequests(files, sortedMonths(), own.all(), filter),
  };
}

/** A request that was appended here. */
interface OwnRequest {
  readonly record: BookedRequest;
  state: 'writing' | 'written' | 'failed';
}

/** Appends this window's records to its journals, and keeps them until they were read back. */
function createOwnRequests(files: FileStore, writerId: string) {
  let own: OwnRequest[] = [];
  const ofMonth = (month: string) => own.filter(({ record }) => monthOf(record.day) === month);

  const write = async (month: string, requests: readonly OwnRequest[]) => {
    const setState = (state: OwnRequest['state']) => {
      for (const request of requests) request.state = state;
    };
    setState('writing');
    try {
      await files.append(
        journalName(month, writerId),
        requests.map(({ record }) => formatSpendRecord(record)).join(''),
      );
      setState('written');
    } catch (error) {
      setState('failed');
      throw error;
    }
  };

  return {
    /** Writes the record, together with those of the same month that could not be written before. */
    async append(record: BookedRequest): Promise<void> {
      const month = monthOf(record.day);
      const request: OwnRequest = { record, state: 'writing' };
      const failed = ofMonth(month).filter(({ state }) => state === 'failed');
      own.push(request);
      await write(month, [...failed, request]);
    },
    all: () => own.map(({ record }) => record),
    ofMonth: (month: string) => ofMonth(month).map(({ record }) => record),
    hasUnwritten: () => own.some(({ state }) => state !== 'written'),
    /** Returns a function that forgets the records which are written now. Call it when the journals have been read. */
    markWritten() {
      const written = new Set(own.filter(({ state }) => state === 'written'));
      return () => {
        own = own.filter((request) => !written.has(request));
      };
    },
  };
}

/** Never runs twice at once. Calls during a run share the next one, which sees everything appended before them. */
function createSharedRun(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return async () => {
    next ??= running
      .catch(() => undefined)
      .then(async () => {
        next = undefined;
        running = run();
        await running;
      });
    await next;
  };
}

function summarize(
  queries: SpendQueries,
  begun: Ledger['begun'],
  sessionId: string,
  today: string,
  running: RunningRequest | undefined,
): SpendSummary {
  const month = monthOf(today);
  const ongoing = running && begun(running.id);
  const total = (filter: SpendFilter, includes: (ongoing: BookedRequest) => boolean) => {
    const booked = queries.total(filter);
    if (running === undefined || ongoing === undefined || !includes(ongoing)) return booked;
    return withCostSoFar(booked, ongoing, running.costSoFar);
  };
  return {
    lastReply: queries.lastReply(sessionId),
    replySoFar: ongoing?.sessionId === sessionId ? running?.costSoFar : undefined,
    session: total({ sessionId }, (each) => each.sessionId === sessionId),
    today: total({ first: today, last: today }, ({ day }) => day === today),
    month: total({ first: `${month}-01`, last: `${month}-31` }, ({ day }) => monthOf(day) === month),
    total: total({}, () => true),
  };
}
