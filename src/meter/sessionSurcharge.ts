import type { CostRange } from '../common/costRange.ts';
import type { Cost, Estimate } from './cost.ts';

type Bounds = Pick<CostRange, 'low' | 'high'>;

/**
 * The price of a message in a new session, and the price that the current session's history adds. Both prices are
 * ranges in nano-dollars.
 */
export interface SessionSurcharge {
  /** The price that the history of the current session adds. */
  readonly added: Bounds;
  /** The price of the same message in a new session. */
  readonly alone: Bounds;
}

/** A session is expensive if its history multiplies the price of a message by more than this ratio. */
const expensiveRatio = 5;
/** A tenth of a cent, in nano-dollars. A smaller surcharge is not worth a new session. */
const leastSurcharge = 1_000_000;

/**
 * Returns the surcharge if a new session is much cheaper; otherwise undefined. Output that did not arrive does not make
 * a session expensive, because the service may not have generated it. `cost` is the message's cost in the current
 * session. `alone` is the cost of the same message in a new session.
 */
export function sessionSurchargeOf(cost: Estimate, alone: Cost): SessionSurcharge | undefined {
  const { high } = cost.withoutMissed ?? cost;
  if (high - alone.high < leastSurcharge || high <= expensiveRatio * alone.high) return undefined;
  const added = cost.high - alone.high;
  return {
    added: { low: Math.min(added, Math.max(0, cost.low - alone.low)), high: added },
    alone: { low: alone.low, high: alone.high },
  };
}
