import type { Cost } from './cost.ts';

/** What a long session adds to the price of a message, at the high end: nano-dollars. */
export interface SessionSurcharge {
  readonly added: number;
  /** What the message costs as the first one of a new session. */
  readonly alone: number;
}

/** A session is expensive when it makes a message cost more than this many times its own price … */
const expensiveRatio = 5;
/** … and adds at least a tenth of a cent: less is not worth a new session. */
const worthSaying = 1_000_000;

/** Undefined while a new session would not be much cheaper. `alone` is what the message costs in one. */
export function sessionSurcharge(cost: Cost, alone: Cost): SessionSurcharge | undefined {
  const added = cost.high - alone.high;
  if (added < worthSaying || cost.high <= expensiveRatio * alone.high) return undefined;
  return { added, alone: alone.high };
}
