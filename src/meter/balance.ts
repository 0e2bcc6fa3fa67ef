import type { FileStore } from '../common/fileStore.ts';
import { isJsonObject, parseJson } from '../common/json.ts';

/** A balance from the account page, with the ledger's sum at that time: nano-dollars. */
export interface RecordedBalance {
  readonly amount: number;
  /** The high end of everything ever spent, at that time. */
  readonly spentBefore: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The person was warned that a tenth is left. */
  readonly isWarned: boolean;
}

/** Returns the lower bound of the remaining balance. `spent` is the high end of everything ever spent. */
export function balanceLeft({ amount, spentBefore }: RecordedBalance, spent: number): number {
  return Math.max(0, amount - Math.max(0, spent - spentBefore));
}

/** Returns true if at most a tenth of the recorded balance is left. */
export function isBalanceLow(recorded: RecordedBalance, spent: number): boolean {
  return recorded.amount > 0 && balanceLeft(recorded, spent) * 10 <= recorded.amount;
}

/** Keeps the last recorded balance in one small file for all windows. */
export interface BalanceStore {
  /** Returns the balance last read or set. */
  get(): RecordedBalance | undefined;
  /** Reads the file, which another window may have written. */
  load(): Promise<void>;
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
