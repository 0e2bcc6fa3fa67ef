import type { FileStore } from '../common/fileStore.ts';
import { isJsonObject, parseJson } from '../common/json.ts';

/** A balance that the person copied from the account page. Amounts are nano-dollars. */
export interface RecordedBalance {
  readonly amount: number;
  /** Upper bound of everything the ledger held when the balance was recorded. */
  readonly spentBefore: number;
  /** When the balance was recorded: milliseconds since the epoch. */
  readonly at: number;
  /** True if the person was warned that at most a tenth is left. */
  readonly isWarned: boolean;
}

/** Returns a lower bound of the remaining balance. `spent` is the upper bound of everything in the ledger. */
export function balanceLeft({ amount, spentBefore }: RecordedBalance, spent: number): number {
  return Math.max(0, amount - Math.max(0, spent - spentBefore));
}

/** Returns true if at most a tenth of the recorded balance is left; false for a recorded balance of 0. */
export function isBalanceLow(recorded: RecordedBalance, spent: number): boolean {
  return recorded.amount > 0 && balanceLeft(recorded, spent) * 10 <= recorded.amount;
}

/** Keeps the last recorded balance in one small file for all windows. */
export interface BalanceStore {
  /** Returns the balance that was last loaded or set; undefined if there is none or its file is damaged. */
  get(): RecordedBalance | undefined;
  /** Reads the file, which another window may have changed. */
  load(): Promise<void>;
  /** Replaces the balance. Resolves when it is on disk. */
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
