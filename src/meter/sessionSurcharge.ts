import type { Cost } from './cost.ts';

/** Upper bounds of the extra price of a message because of its session's history: nano-dollars. */
export interface SessionSurcharge {
  readonly added: number;
  /** The price of the same message in a new session. */
  readonly alone: number;
}

/** A session is expensive if it multiplies the price of a message by more than this. */
const expensiveRatio = 5;
/** A tenth of a cent. A smaller surcharge is not worth a new session. */
const leastSurcharge = 1_000_000;

/** Returns undefined unless a new session is much cheaper. `alone` is the message's cost in a new session. */
export function sessionSurchargeOf(cost: Cost, alone: Cost): SessionSurcharge | undefined {
  const added = cost.high - alone.high;
  if (added < leastSurcharge || cost.high <= expensiveRatio * alone.high) return undefined;
  return { added, alone: alone.high };
}
