import type { FileStore } from '../common/fileStore.ts';
import { isJsonObject, parseJson, type JsonObject } from '../common/json.ts';
import { isMoment } from '../common/moment.ts';
import { createVersionedFile } from '../common/versionedFile.ts';
import { cappedAmount, isAmount } from './amount.ts';

/** The prepaid balance that the user copied from the service's account page. Amounts are in nano-dollars. */
export interface RecordedBalance {
  readonly amount: number;
  /** The upper bound of the spend on all ended requests when the balance was recorded. */
  readonly spentBefore: number;
  /** The time when the balance was recorded, in milliseconds since the epoch. */
  readonly at: number;
  /** True if a window warns, or has warned, that at most a tenth of `amount` is left. */
  readonly isWarned: boolean;
  /** True if the service has reported an insufficient balance since then, and has charged no request after that. */
  readonly isExhausted?: boolean;
  /** Present while an import adds requests, and after an import that was interrupted then. See BalanceCredit. */
  readonly credit?: BalanceCredit;
}

/**
 * The cost of requests from before the balance was recorded, which an import adds to the ledger. `spentBefore` grows by
 * this cost if the requests are added. They are added in one write, so one of them shows whether all were added.
 */
interface BalanceCredit {
  /** The id of one of the requests. */
  readonly requestId: string;
  /** The upper bound of the cost of the requests, in nano-dollars. */
  readonly amount: number;
}

/**
 * A recorded balance that is exported to another computer. The total spend on that computer may be different.
 * Therefore, `spentSince` replaces `spentBefore`. Amounts are in nano-dollars.
 */
export interface ArchivedBalance extends Omit<RecordedBalance, 'spentBefore' | 'credit'> {
  /** The upper bound of the spend on ended requests since the balance was recorded. */
  readonly spentSince: number;
}

/** Validates an archived balance from an untrusted file. Returns undefined if the time or an amount is invalid. */
export function archivedBalanceOf({
  amount,
  at,
  isWarned,
  isExhausted,
  spentSince,
}: JsonObject): ArchivedBalance | undefined {
  if (!isAmount(amount) || !isAmount(spentSince) || !isAmount(at) || !isMoment(at)) return undefined;
  return { amount, at, ...flagsOf(isWarned, isExhausted), spentSince };
}

/**
 * Removes the credit, if there is one. Adds it to `spentBefore` if `isAdded` returns true, which means that the ledger
 * has the request with this id.
 */
export function settleCredit(
  { credit, ...balance }: RecordedBalance,
  isAdded: (requestId: string) => boolean,
): RecordedBalance {
  if (credit === undefined || !isAdded(credit.requestId)) return balance;
  return { ...balance, spentBefore: cappedAmount(balance.spentBefore + credit.amount) };
}

/**
 * Returns the archived balance for a recorded balance.
 *
 * @param spent the upper bound of the spend on all ended requests, in nano-dollars
 */
export function archiveBalance(
  { spentBefore, credit: _, ...balance }: RecordedBalance,
  spent: number,
): ArchivedBalance {
  return { ...balance, spentSince: cappedAmount(Math.max(0, spent - spentBefore)) };
}

/**
 * Converts an archived balance to a recorded balance of this computer. The same amount is left as when the balance was
 * archived. If `spent` is less than `spentSince`, `amount` is reduced by the difference.
 *
 * @param spent the upper bound of the spend on all ended requests of this computer, in nano-dollars
 */
export function restoreBalance({ spentSince, ...balance }: ArchivedBalance, spent: number): RecordedBalance {
  const missing = Math.max(0, spentSince - spent);
  const spentBefore = cappedAmount(Math.max(0, spent - spentSince));
  return { ...balance, amount: Math.max(0, balance.amount - missing), spentBefore };
}

/**
 * Returns the recorded amount minus the spend since the balance was recorded, but at least 0, and 0 if the balance is
 * exhausted. `spent` is the current upper bound of the spend. The caller decides whether `spent` includes the requests
 * that have not ended yet.
 */
export function balanceLeft({ amount, spentBefore, isExhausted }: RecordedBalance, spent: number): number {
  if (isExhausted === true) return 0;
  return Math.max(0, amount - Math.max(0, spent - spentBefore));
}

/**
 * Returns true if at most a tenth of the recorded amount is left, but false for a recorded amount of 0, and for an
 * exhausted balance, which the service has reported.
 */
export function isBalanceLow(recorded: RecordedBalance, spent: number): boolean {
  return recorded.amount > 0 && recorded.isExhausted !== true && balanceLeft(recorded, spent) * 10 <= recorded.amount;
}

/** Keeps the last recorded balance in one small file that all windows share. */
export interface BalanceStore {
  /**
   * Returns the balance from the last `load` or `set`. Returns undefined if neither was called yet, if the last call was
   * a `load` that found no valid file, or after `forget`.
   */
  get(): RecordedBalance | undefined;
  /**
   * Reads the file, which another window may have changed. A balance that `set` is writing meanwhile stays. Rejects if the
   * file cannot be read.
   */
  load(): Promise<void>;
  /** Forgets the balance until the next `load` or `set`. */
  forget(): void;
  /**
   * Replaces the balance that `get` returns, then writes the file. Resolves when the file is on disk. If the disk
   * refuses the write, the WriteBuffer keeps the write in memory, and the method resolves. The kept write is dropped if
   * another window records a later balance meanwhile. Without a WriteBuffer, the method rejects.
   */
  set(balance: RecordedBalance): Promise<void>;
}

const fileName = 'balance.json';

/** @param onUnreadable called with the new name of a damaged file */
export function createBalanceStore(files: FileStore, onUnreadable: (name: string) => void): BalanceStore {
  const file = createVersionedFile<RecordedBalance>(files, {
    name: fileName,
    version: 1,
    format: (recorded) => ({ ...recorded }),
    parse: (fields) => {
      const value = parseBalance(fields);
      return { value, isWhole: value !== undefined };
    },
    onUnreadable,
  });
  let balance: RecordedBalance | undefined;
  /** The number of calls of `set` that have begun, and of those that have ended. */
  let [begun, ended] = [0, 0];
  return {
    get: () => balance,
    async load() {
      const before = ended;
      const read = await file.read();
      // During a `set`, the file may still have the earlier balance.
      if (begun === before) balance = read;
    },
    forget: () => {
      balance = undefined;
    },
    async set(recorded) {
      balance = recorded;
      begun += 1;
      // Since the last `load`, a window with a newer version of the extension may have written the file. `read` finds
      // that out, so that `write` keeps the newer file.
      await file.read().catch(() => undefined);
      try {
        await file.write(recorded, { ifRefused: 'keep', isOutdatedBy: (text) => isNewerThan(recorded, text) });
      } finally {
        ended += 1;
      }
    },
  };
}

/** Returns true if the text of the file has a balance that was recorded after `recorded`. */
function isNewerThan({ at }: RecordedBalance, text: string): boolean {
  const fields = parseJson(text);
  const other = isJsonObject(fields) ? parseBalance(fields) : undefined;
  return other !== undefined && other.at > at;
}

function parseBalance(fields: JsonObject): RecordedBalance | undefined {
  const { amount, spentBefore, at, isWarned, isExhausted, credit } = fields;
  if (!isAmount(amount) || !isAmount(spentBefore) || !isAmount(at) || !isMoment(at)) return undefined;
  return { amount, spentBefore, at, ...flagsOf(isWarned, isExhausted), ...(isCredit(credit) ? { credit } : {}) };
}

function flagsOf(isWarned: unknown, isExhausted: unknown): Pick<RecordedBalance, 'isWarned' | 'isExhausted'> {
  return { isWarned: isWarned === true, ...(isExhausted === true ? { isExhausted } : {}) };
}

function isCredit(value: unknown): value is BalanceCredit {
  return isJsonObject(value) && typeof value.requestId === 'string' && isAmount(value.amount);
}
