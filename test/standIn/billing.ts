/** Token counts of one call, named as the service's prices name them. */
export interface Usage {
  /** All input tokens, cached ones included. */
  readonly prompt: number;
  /** 0 … prompt. */
  readonly cached: number;
  readonly completion: number;
}

/** One debit: what a call cost and where it was taken from. */
export interface Debit extends Usage {
  /** Nano-dollars at the prices in force, whichever balance paid. */
  readonly cost: number;
  readonly paidFrom: 'trial' | 'balance';
  readonly sessionId: string | undefined;
}

/** The published prices in nano-dollars per token: 2, 0.25 and 8 US dollars per 1,000,000 tokens. */
const prices = { input: 2_000, cachedInput: 250, output: 8_000 } as const;

/** Nano-dollars per token. */
export type Prices = Readonly<Record<keyof typeof prices, number>>;

/** What a call costs, in nano-dollars. */
export function priceOf({ prompt, cached, completion }: Usage, inForce: Prices = prices): number {
  return (prompt - cached) * inForce.input + cached * inForce.cachedInput + completion * inForce.output;
}

/** Nano-dollars in one US dollar. */
export const dollar = 1_000_000_000;

/**
 * What a key can spend. A call is paid from the trial balance while any of it is left (counted in
 * raw tokens), else from the prepaid balance, and is debited after it ended. The last call may
 * overdraw: the trial then stops at 0, the prepaid balance goes below it.
 */
export class Account {
  /** Nano-dollars. */
  balance: number;
  /** Tokens. */
  trial: number;
  readonly ledger: Debit[] = [];
  /** In force from the next call on that ends. */
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
