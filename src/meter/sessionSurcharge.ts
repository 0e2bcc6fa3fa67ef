import type { Cost } from './cost.ts';

/** The high end of what a long session adds to the price of a message: nano-dollars. */
export interface SessionSurcharge {
  readonly added: number;
  /** The price as the first message of a new session. */
  readonly alone: number;
}

/** A session is expensive if it multiplies the price of a message by more than this. */
const expensiveRatio = 5;
/** Smaller surcharges, below a tenth of a cent, are not worth a new session. */
const worthSaying = 1_000_000;

/** Returns undefined unless a new session is much cheaper. `alone` is the message's cost in a new session. */
export function sessionSurchargeOf(cost: Cost, alone: Cost): SessionSurcharge | undefined {
  const added = cost.high - alone.high;
  if (added < worthSaying || cost.high <= expensiveRatio * alone.high) return undefined;
  return { added, alone: alone.high };
}
