import { addCostRanges, type CostRange } from '../common/costRange.ts';
import { shownEnds } from '../common/text/formatCost.ts';
import { messageOverheadTokens, replyOverheadTokens } from './cost.ts';
import type { CountedRequest, SpendRecord } from './ledger/spendRecord.ts';
import { parseDecimalAmount, type DecimalAmount } from './parseAmount.ts';
import { narrowFactor, type FactorRange, type TokenFactor, type TokenFactors, type TokenRatios } from './tokenRatio.ts';

/** The amount that the service charged, as shown on the service's account page. */
export interface Bill {
  /** The amount in nano-dollars. */
  readonly amount: number;
  /** The largest rounding error of the amount, up or down, in nano-dollars. */
  readonly rounding: number;
}

/** A bill as the user typed it. `decimals` is the number of digits after the decimal separator. */
export type TypedBill = Bill & DecimalAmount;

/** Half a cent, in nano-dollars. No service rounds its bills to tenths of a dollar or to whole dollars. */
const largestRounding = 5_000_000;

/**
 * Parses a bill. Assumes that the amount is rounded to its last digit, but at least to cents, so that `$4.20` and `$4.2`
 * mean 4.195 to 4.205 dollars. Returns undefined if the text is not a valid amount.
 */
export function parseBill(text: string, locale: string): TypedBill | undefined {
  const parsed = parseDecimalAmount(text, locale);
  return parsed && { ...parsed, rounding: Math.min(largestRounding, 5e8 / 10 ** parsed.decimals) };
}

/**
 * The result of comparing a bill with requests in the ledger. `low` and `high` are bounds, in nano-dollars, of the
 * total cost of these requests. The origin of a service's URL identifies the service.
 */
export interface Reconciliation extends CostRange {
  readonly bill: Bill;
  /**
   * `inside` if the bill, within its rounding error, overlaps the range from `low` to `high`, or if it rounds to an
   * amount of the range as the user sees it (see shownEnds). Otherwise, the bill is `below` or `above` the range.
   */
  readonly verdict: 'inside' | 'below' | 'above';
  /** The distance, in nano-dollars, between the bill and the nearer shown bound, or 0 if the verdict is `inside`. */
  readonly difference: number;
  /** True if the verdict is `inside` only because the bill is rounded, or if the bill is 0 and `high` is not. */
  readonly dependsOnRounding: boolean;
  readonly requests: number;
  /**
   * The origins of the services for which at least one request has our own token counts. If there are several, no
   * corrections are derived, because the bill does not show the cost of each service.
   */
  readonly countedOrigins: readonly string[];
  /**
   * Empty if the bill, within its rounding error, is outside the range, if the verdict depends on rounding, if
   * `countedOrigins` has several origins, or if the bill narrows no range of a factor.
   */
  readonly corrections: readonly TokenCorrection[];
}

/** A change of the range of a factor, derived from a bill. The factor is the service's token count divided by ours. */
export interface TokenCorrection {
  readonly origin: string;
  readonly kind: keyof TokenFactors;
  readonly from: TokenFactor;
  readonly to: TokenFactor;
  /** The range of the factor that agrees with the bill. `to` is the intersection of `range` and `from`. */
  readonly range: FactorRange;
}

/**
 * Compares a bill with the requests that the bill covers. A correction only narrows the range of a factor. A correction
 * never excludes the true factor under these conditions: the bill is correct, the bill covers exactly these requests,
 * and the ranges contained the true factors before.
 */
export async function reconcile(
  requests: AsyncIterable<SpendRecord> | Iterable<SpendRecord>,
  bill: Bill,
  factors: (origin: string) => TokenFactors,
): Promise<Reconciliation> {
  let total: CostRange = { low: 0, high: 0, isReported: true };
  let count = 0;
  const counted = new Map<string, CountedSums>();
  for await (const request of requests) {
    const { cost, origin } = request;
    count += 1;
    total = addCostRanges(total, cost);
    if (request.counted === undefined) continue;
    let sums = counted.get(origin);
    if (sums === undefined) counted.set(origin, (sums = createSums()));
    addRequest(sums, request, request.counted);
  }
  const { verdict, difference, dependsOnRounding } = compare(bill, total);
  const [only, ...others] = counted;
  const isPossible = bill.amount - bill.rounding <= total.high && bill.amount + bill.rounding >= total.low;
  const hasCorrections = isPossible && !dependsOnRounding && only !== undefined && others.length === 0;
  return {
    ...total,
    bill,
    verdict,
    difference,
    dependsOnRounding,
    requests: count,
    countedOrigins: [...counted.keys()],
    corrections: hasCorrections ? correctionsFor(...only, total, bill, factors(only[0])) : [],
  };
}

function compare(
  { amount, rounding }: Bill,
  total: CostRange,
): Pick<Reconciliation, 'verdict' | 'difference' | 'dependsOnRounding'> {
  const { low, high, step } = shownEnds(total);
  // Without requests, no amount is shown that a small bill could be rounded to.
  const rounded = high === 0 ? amount : Math.round(amount / step) * step;
  if (rounded > high && amount - rounding > total.high)
    return { verdict: 'above', difference: amount - high, dependsOnRounding: false };
  if (rounded < low && amount + rounding < total.low)
    return { verdict: 'below', difference: low - amount, dependsOnRounding: false };
  const isShown = rounded >= low && rounded <= high;
  // A single amount is shown rounded up, so that its exact value may round to a lower amount.
  const isExact = amount >= total.low && amount <= total.high;
  const isCertain = (isShown || isExact) && (amount > 0 || high === 0);
  return { verdict: 'inside', difference: 0, dependsOnRounding: !isCertain };
}

/** Stores the corrections. Other windows use the corrections after their next `load` of the ratios. */
export async function applyCorrections(ratios: TokenRatios, corrections: readonly TokenCorrection[]): Promise<void> {
  for (const [origin, ofOrigin] of Map.groupBy(corrections, (each) => each.origin)) {
    await ratios.learnFromBill(origin, Object.fromEntries(ofOrigin.map(({ kind, range }) => [kind, range])));
  }
}

/** Sums, in nano-dollars, over the requests to one service that have our own token counts. */
interface CountedSums {
  /** Bounds of the costs in the ledger. */
  low: number;
  high: number;
  /** Bounds of the costs that do not depend on the factors: history, overhead, missed tokens and rounding. */
  fixedLow: number;
  fixedHigh: number;
  /** The price of our counts at a factor of 1, for the requests that were certainly charged. */
  readonly charged: Record<keyof TokenFactors, number>;
  /** The price of our counts at a factor of 1, for all requests. */
  readonly all: Record<keyof TokenFactors, number>;
}

function createSums(): CountedSums {
  return {
    low: 0,
    high: 0,
    fixedLow: 0,
    fixedHigh: 0,
    charged: { input: 0, output: 0 },
    all: { input: 0, output: 0 },
  };
}

function addRequest(sums: CountedSums, { cost, prices }: SpendRecord, counted: CountedRequest): void {
  const { history, messageTokens, outputTokens, missedTokens, charged } = counted;
  const input = messageTokens * prices.input;
  const output = outputTokens * prices.output;
  // The largest rounding error: input and output are rounded to whole tokens, and their cost to a whole nano-dollar.
  const rounding = prices.input + prices.output + 1;
  sums.low += cost.low;
  sums.high += cost.high;
  sums.all.input += input;
  sums.all.output += output;
  sums.fixedHigh +=
    history.most * Math.max(prices.input, prices.cachedInput) +
    (messageOverheadTokens + replyOverheadTokens) * prices.input +
    missedTokens * prices.output +
    rounding;
  if (charged !== 'yes') return;
  sums.charged.input += input;
  sums.charged.output += output;
  sums.fixedLow += history.least * Math.min(prices.input, prices.cachedInput) - rounding;
}

function correctionsFor(
  origin: string,
  sums: CountedSums,
  total: CostRange,
  bill: Bill,
  factors: TokenFactors,
): readonly TokenCorrection[] {
  // Bounds of the amount that the bill charges for the counted tokens. For `least`, all other costs are at their upper
  // bounds; for `most`, at their lower bounds.
  const least = bill.amount - bill.rounding - (total.high - sums.high) - sums.fixedHigh;
  const most = bill.amount + bill.rounding - (total.low - sums.low) - sums.fixedLow;
  return (['input', 'output'] as const).flatMap((kind) => {
    const other = kind === 'input' ? 'output' : 'input';
    if (sums.charged[kind] === 0) return [];
    const from = factors[kind];
    const range: FactorRange = [
      addMargin((least - sums.all[other] * factors[other].high) / sums.all[kind], 'down'),
      addMargin((most - sums.charged[other] * factors[other].low) / sums.charged[kind], 'up'),
    ];
    const to = narrowFactor(from, range);
    return to === from ? [] : [{ origin, kind, from, to, range }];
  });
}

const margin = 0.01;

/**
 * Limits a bound of a factor to the range from 0 to 10. Then lowers (`down`) or raises (`up`) the bound by 1 %, because
 * the next texts may differ from the billed texts. Rounds in the same direction to four decimal places.
 */
function addMargin(factor: number, direction: 'down' | 'up'): number {
  const clamped = Math.min(10, Math.max(0, factor));
  const widened =
    direction === 'down' ? Math.floor(clamped * (1 - margin) * 10_000) : Math.ceil(clamped * (1 + margin) * 10_000);
  return widened / 10_000;
}
