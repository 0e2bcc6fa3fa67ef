/** What the person allows to be spent: nano-dollars; 0 is no limit. */
export interface SpendLimits {
  readonly daily: number;
  readonly session: number;
  /** A message that costs more is asked about. */
  readonly confirmAbove: number;
}

/** The high ends of what all windows have spent, with what is still running: nano-dollars. */
export interface SpentSoFar {
  readonly daily: number;
  readonly session: number;
}

/** What the limits say of the next message. */
export type BudgetVerdict =
  | { readonly verdict: 'ok' }
  /** It brings the sum to at least 80 % of a limit, or above it. */
  | { readonly verdict: 'warn' | 'blocked'; readonly limit: keyof SpentSoFar; readonly atMost: number; readonly spent: number }
  | { readonly verdict: 'confirm' };

const warnFrom = 0.8;

/** `next` is the high end of what the message costs, without its reply. The gravest verdict counts. */
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
