import type { FileStore } from '../common/fileStore.ts';
import { isJsonObject, parseJson } from '../common/json.ts';

/**
 * The prepaid balance that the user copied from the service's account page. The amount is 0 if the service has reported
 * an insufficient balance since then. Amounts are in nano-dollars.
 */
export interface RecordedBalance {
  readonly amount: number;
  /** The upper bound of the spend on all ended requests when the balance was recorded. */
  readonly spentBefore: number;
  /** The time when the balance was recorded, in milliseconds since the epoch. */
  readonly at: number;
  /** True if a window warns, or has warned, that at most a tenth of `amount` is left. */
  readonly isWarned: boolean;
}

/**
 * Returns the recorded amount minus the spend since the balance was recorded, but at least 0. `spent` is the current
 * upper bound of the spend on all requests, with or without the requests that have not ended yet.
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
   * Returns the balance from the last `load` or `set`. Returns undefined if neither was called yet, or if the last call
   * was a `load` that found no valid file.
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
      await files.write(fileName, JSON.stringify(recorded), { ifRefused: 'keep' });
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
