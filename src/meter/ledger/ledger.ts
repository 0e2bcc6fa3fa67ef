import type { FileFacts, FileStore, WriteOptions } from '../../common/fileStore.ts';
import { localDayOf, monthOf } from '../../common/localDay.ts';
import { createSharedRun } from '../../common/async/sharedRun.ts';
import type { Spend } from '../../common/spend.ts';
import type { Cost } from '../cost.ts';
import { journalHead, journalName, listJournals } from './journalFiles.ts';
import { mergeEndedMonths, mergeTimes, type MergeOptions } from './mergeJournals.ts';
import { fitsJournals, newMonth, openMonth, readTails, rollUp, type Month } from './monthFiles.ts';
import { readRequests } from './readRequests.ts';
import { withCostSoFar } from './spend.ts';
import { createSpendQueries, type SpendFilter, type SpendQueries } from './spendQueries.ts';
import { formatSpendRecord, type BookedRequest, type SpendRecord, type Workspace } from './spendRecord.ts';

/**
 * The spend of a session, of a local day, of a local month and of the whole ledger. Also contains the costs of the
 * session's last ended request and of its running request.
 */
export interface SpendSummary {
  /**
   * Of the session's ended requests, the cost of the request that was sent last. Undefined if no request of the session
   * has ended.
   */
  readonly lastReply: Cost | undefined;
  /**
   * The cost so far of the running request that was passed to `summarize` and is pending in this session. Undefined if
   * there is none.
   */
  readonly replySoFar: Cost | undefined;
  /** The sum of all requests of the session. */
  readonly session: Spend;
  readonly today: Spend;
  readonly month: Spend;
  /** The sum of all requests in the ledger. */
  readonly total: Spend;
}

export interface RunningRequest {
  readonly id: string;
  readonly costSoFar: Cost;
}

/**
 * An append-only log of the requests of all windows. To book a request is to append a record of its cost. A record that
 * is appended before the reply has ended is pending. The record that is appended afterwards is final. The files of the
 * log are called journals. Each window appends only to its own journals, so no lock is needed. The sums are kept in
 * memory, and are updated when a record is appended or read.
 */
export interface Ledger extends SpendQueries {
  /**
   * Adds a record of a request. The day and the workspace come from the request's pending record. Without a pending
   * record, the day is the local day of `at`, and the workspace is that of this window.
   *
   * Resolves when the operating system has the record, so that a crash of this process cannot lose the record. With
   * `flush: true`, resolves when the record is on disk, so that a power cut cannot lose the record. If the disk refuses
   * the record and `files` has a WriteBuffer, resolves when the record is kept in memory. Rejects if writing fails.
   * Even then, the sums include the record, and the next `append` for the same month tries to write the record again.
   */
  append(record: SpendRecord, options?: Pick<WriteOptions, 'flush'>): Promise<void>;
  /**
   * Reads the records that other windows have appended. Then writes each snapshot (a file with the sums of a month)
   * that is due according to `rollUp`, unless records of this window are still unwritten. If a journal cannot be read,
   * still reads the other journals and rejects at the end. If the same journal fails again in the next `refresh`, that
   * `refresh` does not reject because of this journal.
   */
  refresh(): Promise<void>;
  /**
   * Merges the journals of months that have ended, so that `refresh` need not list thousands of files. Does nothing if
   * the last `refresh` found nothing to merge. Rejects if the disk refuses a change. Even then, no record is lost.
   */
  merge(): Promise<void>;
  /**
   * Waits for a running merge, and merges once more. Then calls `remove` while no other refresh runs, so that no
   * snapshot is written meanwhile. `remove` must remove the files of the ledger. If `remove` resolves with true, the
   * ledger forgets all records.
   */
  clear(remove: () => Promise<boolean>): Promise<void>;
  /**
   * Returns the pending request with this id from any window, or undefined. The result may be stale until `refresh`.
   */
  pendingRequest(id: string): BookedRequest | undefined;
  /** Returns the pending requests of all windows. The result may be stale until `refresh`. */
  pendingRequests(): readonly BookedRequest[];
  /**
   * Returns the sum, in nano-dollars, of the upper bounds of all pending requests. The final costs may be far lower.
   */
  pendingHigh(): number;
  /**
   * Returns the sums of a session, of the local day and month of `now`, and of the whole ledger. In these sums,
   * `costSoFar` replaces the pending cost of each running request. Ignores running requests that are not pending.
   */
  summarize(sessionId: string, now: Date, running?: readonly RunningRequest[]): SpendSummary;
  /**
   * Reads the journals month by month, and yields the matching requests. The requests are sorted by the month of their
   * journal, then by the time of sending. The oldest month and the oldest request of a month come first. If a journal
   * cannot be read, throws an error, or calls `onUnreadable` with the journal's path and goes on.
   */
  requests(filter?: SpendFilter, onUnreadable?: (journal: string) => void): AsyncIterable<BookedRequest>;
}

export interface LedgerDependencies {
  readonly files: FileStore;
  /**
   * A part of the names of this window's journals. Must be different for each window and after each restart, because a
   * journal has only one writer.
   */
  readonly writerId: string;
  readonly workspace: () => Workspace | undefined;
  /** Called when the sums may have changed. */
  readonly onDidChange: () => void;
  /**
   * Called when this window has renamed a journal that cannot be understood. The spend of this journal is missing from
   * all sums. `journal` is the new path. Not called for a damaged snapshot, because the journals replace the snapshot.
   */
  readonly onUnreadable: (journal: string) => void;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  /** A number of bytes that replaces the default of `atLeast` in `rollUp`. Only tests set this value. */
  readonly rollUpAfter?: number;
  /** Replaces the default times. Only tests set this value. */
  readonly mergeAfter?: Pick<MergeOptions, 'quietTime' | 'settlingTime'>;
}

/** If journals are renamed or merged while they are read, they are listed again at most this many times. */
const listRetries = 5;

export function createLedger({
  files,
  writerId,
  workspace,
  onDidChange,
  onUnreadable,
  now,
  rollUpAfter,
  mergeAfter = mergeTimes,
}: LedgerDependencies): Ledger {
  const months = new Map<string, Month>();
  /**
   * The names of the months whose journals were read at least once. `append` may add a month to `months` before the
   * journals of this month are read.
   */
  const read = new Set<string>();
  const own = createOwnRequests(files, writerId);
  let failedJournals: ReadonlySet<string> = new Set();
  let listed: ReadonlyMap<string, readonly FileFacts[]> = new Map();

  const sortedMonths = () => [...months.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const queries = createSpendQueries(() => sortedMonths().map(({ sums }) => sums));
  const pending = createPendingQueries(months);

  /**
   * Reads the new records of all journals. Returns the errors of the journals that could not be read, by journal name.
   */
  const readMonths = async (retries = listRetries): Promise<ReadonlyMap<string, unknown>> => {
    listed = await listJournals(files);
    const errors = new Map<string, unknown>();
    let isMissing = false;
    for (const name of new Set([...months.keys(), ...listed.keys()])) {
      const ofMonth = listed.get(name) ?? [];
      const known = read.has(name) ? months.get(name) : undefined;
      const month = known !== undefined && fitsJournals(known, ofMonth) ? known : await openMonth(files, name, ofMonth);
      const tails = await readTails(files, month, ofMonth);
      for (const [journal, error] of tails.errors) errors.set(journal, error);
      for (const journal of tails.renamed) onUnreadable(journal);
      isMissing ||= tails.isMissing;
      for (const record of own.ofMonth(name)) month.sums.take(record);
      months.set(name, month);
      read.add(name);
    }
    return isMissing && retries > 0 ? readMonths(retries - 1) : errors;
  };

  /** The function that was passed to `clear`. The next refresh calls it first. */
  let remove: (() => Promise<boolean>) | undefined;

  const refresh = createSharedRun(async () => {
    const removing = remove?.();
    remove = undefined;
    if ((await removing) === true) {
      months.clear();
      own.clear();
    }
    const forgetWritten = own.markWritten();
    const errors = await readMonths();
    forgetWritten();
    onDidChange();
    // A snapshot must not contain records that are in no journal.
    const mayRollUp = () => !own.hasUnwritten();
    await rollUpMonths(files, [...months.values()], monthOf(localDayOf(now())), mayRollUp, rollUpAfter);
    const newError = [...errors].find(([journal]) => !failedJournals.has(journal));
    failedJournals = new Set(errors.keys());
    if (newError !== undefined) throw newError[1];
  });

  const merge = createSharedRun(async () => {
    // The refresh writes snapshots of the merged journals, so that other windows need not read these journals.
    if (await mergeEndedMonths(files, listed, { ...mergeAfter, now: now() })) await refresh();
  });

  return {
    ...queries,
    refresh,
    merge,
    async clear(removeJournals) {
      // Wait until no merge runs, because a merge could write the removed records to a new journal. This call waits for
      // a running merge, and then merges once more.
      await merge().catch(() => undefined);
      remove = removeJournals;
      await refresh();
    },
    ...pending,
    async append(record, options) {
      const booked = toBooked(record, pending.pendingRequest(record.id), workspace);
      const name = monthOf(booked.day);
      const month = months.get(name) ?? newMonth(name);
      months.set(name, month);
      month.sums.take(booked);
      const written = own.append(booked, options);
      onDidChange();
      await written;
    },
    summarize: (sessionId, date, running) =>
      summarize(queries, pending.pendingRequest, sessionId, localDayOf(date), running),
    requests: (filter = {}, onUnreadable) => readRequests(files, sortedMonths(), own.all(), filter, onUnreadable),
  };
}

/** Writes the snapshots of the months, as long as `mayRollUp` returns true. `current` is the current month. */
async function rollUpMonths(
  files: FileStore,
  months: readonly Month[],
  current: string,
  mayRollUp: () => boolean,
  after: number | undefined,
): Promise<void> {
  for (const month of months) {
    if (!mayRollUp()) return;
    await rollUp(files, month, month.name < current, after).catch(() => undefined);
  }
}

function createPendingQueries(
  months: ReadonlyMap<string, Month>,
): Pick<Ledger, 'pendingRequest' | 'pendingRequests' | 'pendingHigh'> {
  const pendingRequests = () => [...months.values()].flatMap(({ sums }) => [...sums.pending.values()]);
  return {
    pendingRequest: (id) =>
      [...months.values()].map(({ sums }) => sums.pending.get(id)).find((each) => each !== undefined),
    pendingRequests,
    pendingHigh: () => pendingRequests().reduce((sum, { cost }) => sum + cost.high, 0),
  };
}

/**
 * Adds the day and the workspace to a record. Takes both from the request's pending record, if there is one, because
 * the time zone or the workspace may have changed since then.
 */
function toBooked(
  record: SpendRecord,
  pending: BookedRequest | undefined,
  workspace: LedgerDependencies['workspace'],
): BookedRequest {
  const where = pending === undefined ? workspace() : pending.workspace;
  return {
    ...record,
    day: pending?.day ?? localDayOf(record.at),
    ...(where === undefined ? {} : { workspace: where }),
  };
}

/** A record that was passed to `append` in this window. */
interface OwnRequest {
  readonly record: BookedRequest;
  state: 'writing' | 'written' | 'failed';
}

/**
 * Appends this window's records to this window's journals. Keeps each record in memory until the record is written and
 * the journals have been read after the write.
 */
function createOwnRequests(files: FileStore, writerId: string) {
  let own: OwnRequest[] = [];
  /** The months for which this window has written the head of its journal. See `journalHead`. */
  const begun = new Set<string>();
  const ofMonth = (month: string) => own.filter(({ record }) => monthOf(record.day) === month);

  const write = async (month: string, requests: readonly OwnRequest[], options: WriteOptions) => {
    const setState = (state: OwnRequest['state']) => {
      for (const request of requests) request.state = state;
    };
    setState('writing');
    const head = begun.has(month) ? '' : journalHead;
    begun.add(month);
    const text = head + requests.map(({ record }) => formatSpendRecord(record)).join('');
    try {
      await files.append(journalName(month, writerId), text, { ...options, ifRefused: 'keep' });
      setState('written');
    } catch (error) {
      if (head !== '') begun.delete(month);
      setState('failed');
      throw error;
    }
  };

  return {
    /** Writes the record, together with earlier records of the same month whose write failed. */
    async append(record: BookedRequest, options: WriteOptions = {}): Promise<void> {
      const month = monthOf(record.day);
      const request: OwnRequest = { record, state: 'writing' };
      const failed = ofMonth(month).filter(({ state }) => state === 'failed');
      own.push(request);
      await write(month, [...failed, request], options);
    },
    all: () => own.map(({ record }) => record),
    clear: () => {
      own = [];
      begun.clear();
    },
    ofMonth: (month: string) => ofMonth(month).map(({ record }) => record),
    hasUnwritten: () => own.some(({ state }) => state !== 'written'),
    /**
     * Notes which records are already written, and returns a function that removes these records from memory. The
     * caller must read the journals before it calls the returned function.
     */
    markWritten() {
      const written = new Set(own.filter(({ state }) => state === 'written'));
      return () => {
        own = own.filter((request) => !written.has(request));
      };
    },
  };
}

function summarize(
  queries: SpendQueries,
  pendingRequest: Ledger['pendingRequest'],
  sessionId: string,
  today: string,
  running: readonly RunningRequest[] = [],
): SpendSummary {
  const month = monthOf(today);
  const replaced = running.flatMap(({ id, costSoFar }) => {
    const pending = pendingRequest(id);
    return pending === undefined ? [] : [{ pending, costSoFar }];
  });
  const total = (filter: SpendFilter, includes: (pending: BookedRequest) => boolean) =>
    replaced
      .filter(({ pending }) => includes(pending))
      .reduce((sum, { pending, costSoFar }) => withCostSoFar(sum, pending, costSoFar), queries.total(filter));
  const isOfSession = (each: BookedRequest) => each.sessionId === sessionId;
  return {
    lastReply: queries.lastReply(sessionId),
    replySoFar: replaced.find(({ pending }) => isOfSession(pending))?.costSoFar,
    session: total({ sessionId }, isOfSession),
    today: total({ first: today, last: today }, ({ day }) => day === today),
    month: total({ first: `${month}-01`, last: `${month}-31` }, ({ day }) => monthOf(day) === month),
    total: total({}, () => true),
  };
}
