import type { Prices } from './prices.ts';

/**
 * The user's limits in nano-dollars. 0 means no limit. Undefined means that the user has set the limit to a value that
 * is not an amount, so that the limit is unknown.
 */
export interface SpendLimits {
  readonly daily: number | undefined;
  readonly session: number | undefined;
  /** The user must confirm a message if the upper bound of its cost, without the reply, is above this amount. */
  readonly confirmAbove: number | undefined;
  /**
   * The prices that the user has set to a value that is not an amount. Costs are computed with the default prices
   * instead, so that the limits are uncertain.
   */
  readonly unknownPrices?: readonly (keyof Prices)[];
}

type Limit = Exclude<keyof SpendLimits, 'unknownPrices'>;

/** The name of a limit's or price's setting, without `tally.`. */
export type AmountSetting = `budget.${Limit}` | `prices.${keyof Prices}`;

/** Returns the names of the settings of all limits and prices that are set to a value that is not an amount. */
export function unknownAmounts(limits: SpendLimits): readonly AmountSetting[] {
  const names = ['daily', 'session', 'confirmAbove'] as const;
  const { unknownPrices = [] } = limits;
  return [
    ...names.filter((limit) => limits[limit] === undefined).map((limit) => `budget.${limit}` as const),
    ...unknownPrices.map((price) => `prices.${price}` as const),
  ];
}

/**
 * Upper bounds, in nano-dollars, of today's spend and of a session's spend. Both bounds include the requests of all
 * windows, even requests whose reply has not ended yet.
 */
export interface SpentSoFar {
  readonly daily: number;
  readonly session: number;
}

/** A limit of which the spend, with the next message, is at least 80 %, or that it exceeds. Amounts are nano-dollars. */
export interface ReachedLimit {
  readonly limit: keyof SpentSoFar;
  /** The amount of the limit. */
  readonly atMost: number;
  /** The spend before the next message. */
  readonly spent: number;
}

/**
 * $0.02 in nano-dollars. If `confirmAbove` is unset, a message may cost this much more than the price that the user saw.
 * Questions about a few pages of code in a short session cost less, and are sent at once, even if no price was shown.
 * More is likely to be an accident, such as a whole file or a long session that the user did not think of.
 */
const unseenPriceLimit = 20_000_000;

/**
 * Returns the limits for a message. `shownPrice` is the upper bound, in nano-dollars, of the price that the user saw; 0
 * if the user saw none.
 */
export function limitsForShownPrice(limits: SpendLimits, shownPrice: number): SpendLimits {
  return limits.confirmAbove === 0 ? { ...limits, confirmAbove: shownPrice + unseenPriceLimit } : limits;
}

/** The result of checking the next message against the limits. Amounts are nano-dollars. */
export type BudgetVerdict =
  /**
   * `confirm`: the upper bound of the message's cost, without the reply, is above `confirmAbove`. `near` are the limits of
   * which the spend would be at least 80 % with this message.
   */
  | { readonly verdict: 'ok' | 'confirm'; readonly near: readonly ReachedLimit[] }
  /** With this message, the spend would exceed the limit. */
  | ({ readonly verdict: 'blocked' } & ReachedLimit);

const warnFrom = 0.8;

/**
 * Returns the most severe verdict that applies, in the order `blocked`, `confirm`, `ok`. Ignores unknown limits
 * and prices. `next` is the upper bound, in nano-dollars, of the cost of the message without the reply.
 */
export function checkBudget(limits: SpendLimits, spent: SpentSoFar, next: number): BudgetVerdict {
  const near = reachedLimits(limits, spent, next);
  const over = near.find((each) => each.spent + next > each.atMost);
  if (over !== undefined) return { verdict: 'blocked', ...over };
  const { confirmAbove = 0 } = limits;
  return { verdict: confirmAbove > 0 && next > confirmAbove ? 'confirm' : 'ok', near };
}

/**
 * Returns the limits of which the spend, with a message that costs `next` nano-dollars, is at least 80 %. Ignores
 * unknown limits.
 */
export function reachedLimits(limits: SpendLimits, spent: SpentSoFar, next: number): readonly ReachedLimit[] {
  return (['daily', 'session'] as const)
    .map((limit) => ({ limit, atMost: limits[limit] ?? 0, spent: spent[limit] }))
    .filter((each) => each.atMost > 0 && each.spent + next >= each.atMost * warnFrom);
}
