/** The token counts of one request. */
export interface Usage {
  /** All input tokens, including the cached tokens. */
  readonly prompt: number;
  /** The cached part of `prompt`. */
  readonly cached: number;
  readonly completion: number;
}

/** The debit for one request. */
export interface Debit extends Usage {
  /** The price in nano-dollars, even if the trial balance paid. */
  readonly cost: number;
  readonly paidFrom: 'trial' | 'balance';
  readonly sessionId: string | undefined;
}

/** The published prices in nano-dollars per token: 2, 0.25 and 8 US dollars per 1,000,000 tokens. */
const prices = { input: 2_000, cachedInput: 250, output: 8_000 } as const;

/** Prices in nano-dollars per token. */
export type Prices = Readonly<Record<keyof typeof prices, number>>;

/** Returns the price of a request in nano-dollars. */
export function priceOf({ prompt, cached, completion }: Usage, current: Prices = prices): number {
  return (prompt - cached) * current.input + cached * current.cachedInput + completion * current.output;
}

/** Nano-dollars in one US dollar. */
export const dollar = 1_000_000_000;

/**
 * The balances of an API key. The trial balance (in tokens) pays for requests until the trial balance is used up, then
 * the prepaid balance (in nano-dollars). A request is debited after its end, so the request may overdraw a balance. The
 * trial balance stops at 0. The prepaid balance becomes negative.
 */
export class Account {
  /** The prepaid balance in nano-dollars. */
  balance: number;
  /** The trial balance in tokens. */
  trial: number;
  readonly ledger: Debit[] = [];
  /** The prices of every request that ends from now on. */
  prices: Prices = prices;

  constructor(balance: number, trial: number) {
    this.balance = balance;
    this.trial = trial;
  }

  get exhausted(): boolean {
    return this.balance <= 0 && this.trial <= 0;
  }

  debit(usage: Usage, sessionId: string | undefined): Debit {
    const cost = priceOf(usage, this.prices);
    const paidFrom = this.trial > 0 ? 'trial' : 'balance';
    if (paidFrom === 'trial') this.trial = Math.max(0, this.trial - usage.prompt - usage.completion);
    else this.balance -= cost;
    const entry = { ...usage, cost, paidFrom, sessionId } as const;
    this.ledger.push(entry);
    return entry;
  }
}
