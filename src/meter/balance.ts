import type { FileStore } from '../common/fileStore.ts';
import { isJsonObject, parseJson } from '../common/json.ts';

/** What the account page said, and what the ledger said then: nano-dollars. */
export interface RecordedBalance {
  readonly amount: number;
  /** The high end of all that was ever spent, at that time. */
  readonly spentBefore: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The person was told that a tenth is left. */
  readonly isWarned: boolean;
}

/** What is left at least, after all that was spent since: `spent` is the high end of all that was ever spent. */
export function balanceLeft({ amount, spentBefore }: RecordedBalance, spent: number): number {
  return Math.max(0, amount - Math.max(0, spent - spentBefore));
}

export function isBalanceLow(recorded: RecordedBalance, spent: number): boolean {
  return recorded.amount > 0 && balanceLeft(recorded, spent) * 10 <= recorded.amount;
}

/** The balance that was recorded last, in one small file for all windows. */
export interface BalanceStore {
  /** As far as it is read. */
  get(): RecordedBalance | undefined;
  /** Reads what another window may have recorded. */
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
