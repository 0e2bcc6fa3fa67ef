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
  /** The price of the request in nano-dollars, even if the trial balance paid for the request. */
  readonly cost: number;
  readonly paidFrom: 'trial' | 'balance';
  readonly sessionId: string | undefined;
}

/**
 * The published prices of the real service, in nano-dollars per token. For 1,000,000 tokens, these are 2 US dollars for
 * input that is not cached, 0.25 for cached input, and 8 for output.
 */
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
 * The balances of an API key. The trial balance, in tokens, pays for requests until it is used up. After that, the
 * prepaid balance pays, in nano-dollars. A request is debited only after its reply, so it can cost more than the
 * remaining balance. If it exceeds the trial balance, the trial balance becomes 0 and the rest is free. If it exceeds
 * the prepaid balance, the prepaid balance becomes negative.
 */
export class Account {
  /** The prepaid balance in nano-dollars. */
  balance: number;
  /** The trial balance in tokens. */
  trial: number;
  readonly ledger: Debit[] = [];
  /** The prices for all later debits. */
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
