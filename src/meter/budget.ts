/** The person's limits: nano-dollars; 0 means no limit. */
export interface SpendLimits {
  readonly daily: number;
  readonly session: number;
  /** Ask before sending a message that costs more. */
  readonly confirmAbove: number;
}

/** The high ends of what all windows have spent, including running requests: nano-dollars. */
export interface SpentSoFar {
  readonly daily: number;
  readonly session: number;
}

/** The result of checking the next message against the limits. */
export type BudgetVerdict =
  | { readonly verdict: 'ok' }
  /** `warn`: the message brings the sum to at least 80 % of a limit. `blocked`: above it. */
  | {
      readonly verdict: 'warn' | 'blocked';
      readonly limit: keyof SpentSoFar;
      readonly atMost: number;
      readonly spent: number;
    }
  | { readonly verdict: 'confirm' };

const warnFrom = 0.8;

/** Returns the most severe verdict. `next` is the high end of the message's cost without its reply: nano-dollars. */
export function checkBudget(limits: SpendLimits, spent: SpentSoFar, next: number): BudgetVerdict {
  const checked = (['daily', 'session'] as const)
    .filter((limit) => limits[limit] > 0)
    .map((limit) => ({ limit, atMost: limits[limit], spent: spent[limit] }));
  const over = checked.find((each) => each.spent + next > each.atMost);
  if (over !== undefined) return { verdict: 'blocked', ...over };
  if (limits.confirmAbove > 0 && next > limits.confirmAbove) return { verdict: 'confirm' };
  const near = checked.find((each) => each.spent + next >= each.atMost * warnFrom);
  return near === undefined ? { verdict: 'ok' } : { verdict: 'warn', ...near };
}
