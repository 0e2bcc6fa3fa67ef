import type { FileStore } from '../common/fileStore.ts';
import { isRecord } from '../common/isRecord.ts';

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

/**
 * An amount as people write it: `$1,234.56`, `1.234,56 $`, `12,5`. Three digits behind a single separator are
 * thousandths only where the language writes its decimals so. Nano-dollars; undefined when it is no amount.
 */
export function parseAmount(text: string, locale: string): number | undefined {
  const figure = text.replace(/(?:US)?\$|USD|[\s'’]/giu, '');
  if (!/^\d+(?:[.,]\d+)*[.,]?$|^[.,]\d+$/u.test(figure)) return undefined;
  const separators = figure.match(/[.,]/gu) ?? [];
  const last = separators.at(-1);
  const isDecimal = last !== undefined && isDecimalSeparator(figure, separators, last, locale);
  const cut = last === undefined ? figure.length : figure.lastIndexOf(last);
  const whole = (isDecimal ? figure.slice(0, cut) : figure).replace(/[.,]/gu, '');
  const dollars = Number(`${whole === '' ? '0' : whole}.${isDecimal ? figure.slice(cut + 1) : ''}0`);
  return dollars <= maxDollars ? Math.round(dollars * 1e9) : undefined;
}

/** Above it, nano-dollars lose digits. */
const maxDollars = 1_000_000;

function isDecimalSeparator(figure: string, separators: readonly string[], last: string, locale: string): boolean {
  const isAlone = separators.filter((each) => each === last).length === 1;
  if (!isAlone) return false;
  if (new Set(separators).size > 1 || figure.length - figure.lastIndexOf(last) - 1 !== 3) return true;
  return new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value === last;
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
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (!isRecord(value)) return undefined;
    const { amount, spentBefore, at, isWarned } = value;
    const isWhole = [amount, spentBefore, at].every((figure) => typeof figure === 'number' && figure >= 0);
    return isWhole ? { amount: Number(amount), spentBefore: Number(spentBefore), at: Number(at), isWarned: isWarned === true } : undefined;
  } catch {
    return undefined;
  }
}
