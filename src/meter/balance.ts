import type { FileStore } from '../common/fileStore.ts';
import { isJsonObject, parseJson } from '../common/json.ts';

/** A balance that the user copied from the account page. Amounts are nano-dollars. */
export interface RecordedBalance {
  readonly amount: number;
  /** The upper bound of the spend on all requests in the ledger when the balance was recorded. */
  readonly spentBefore: number;
  /** The time when the balance was recorded, in milliseconds since the epoch. */
  readonly at: number;
  /** True if the user was warned that at most a tenth of `amount` is left. */
  readonly isWarned: boolean;
}

/**
 * Returns the recorded amount minus the spend since the balance was recorded, but at least 0. `spent` is the current
 * upper bound of the spend on all requests in the ledger.
 */
export function balanceLeft({ amount, spentBefore }: RecordedBalance, spent: number): number {
  return Math.max(0, amount - Math.max(0, spent - spentBefore));
}

/** Returns true if at most a tenth of the recorded amount is left, but false for a recorded amount of 0. */
export function isBalanceLow(recorded: RecordedBalance, spent: number): boolean {
  return recorded.amount > 0 && balanceLeft(recorded, spent) * 10 <= recorded.amount;
}

/** Keeps the last recorded balance in one small file that all windows share. */
export interface BalanceStore {
  /**
   * Returns the balance from the last `load` or `set`. Returns undefined before the first `load` or `set`, and after a
   * `load` that found no valid file.
   */
  get(): RecordedBalance | undefined;
  /** Reads the file again, because another window may have changed the file. */
  load(): Promise<void>;
  /** Replaces the balance that `get` returns, then writes the file. Resolves when the file is on disk. */
  set(balance: RecordedBalance): Promise<void>;
}

const fileName = 'balance.json';

export function createBalanceStore(files: FileStore): BalanceStore {
  let balance: RecordedBalance | undefined;
  return {
    get: () => balance,
    async load() {
      balance = parseBalance(await files.read(fileName));
    },
    async set(recorded) {
      balance = recorded;
      await files.write(fileName, JSON.stringify(recorded));
    },
  };
}

function parseBalance(text: string | undefined): RecordedBalance | undefined {
  const value = parseJson(text ?? '');
  if (!isJsonObject(value)) return undefined;
  const { amount, spentBefore, at, isWarned } = value;
  if (!isFigure(amount) || !isFigure(spentBefore) || !isFigure(at)) return undefined;
  return { amount, spentBefore, at, isWarned: isWarned === true };
}

function isFigure(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}
