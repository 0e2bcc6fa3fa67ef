import { addCostRanges, type CostRange } from '../common/costRange.ts';
import { messageOverheadTokens, replyOverheadTokens } from './cost.ts';
import type { CountedRequest, SpendRecord } from './ledger/spendRecord.ts';
import { parseDecimalAmount } from './parseAmount.ts';
import { narrowFactor, type FactorRange, type TokenFactor, type TokenFactors, type TokenRatios } from './tokenRatio.ts';

/** The amount that the service charged, as its account page shows it. */
export interface Bill {
  /** Nano-dollars. */
  readonly amount: number;
  /** The largest rounding error of the amount, up or down: nano-dollars. */
  readonly rounding: number;
}

/**
 * Parses a bill. Assumes rounding to its last digit: `$4.20` means 4.195 to 4.205 dollars. Undefined for other text.
 */
export function parseBill(text: string, locale: string): Bill | undefined {
  const parsed = parseDecimalAmount(text, locale);
  return parsed === undefined ? undefined : { amount: parsed.amount, rounding: 5e8 / 10 ** parsed.decimals };
}

/** The result of comparing a bill with the ledger. `low` and `high` are the ledger's bounds. */
export interface Reconciliation extends CostRange {
  readonly bill: Bill;
  /** Where the bill is: between the ledger's bounds, below `low`, or above `high`. */
  readonly verdict: 'inside' | 'below' | 'above';
  /** Nano-dollars between the bill and the nearer bound; 0 if the bill is inside. */
  readonly difference: number;
  readonly requests: number;
  /** The services whose requests have our own token counts. A bill for several of them gives no corrections. */
  readonly countedOrigins: readonly string[];
  readonly corrections: readonly TokenCorrection[];
}

/** The change of a factor's range by a bill. */
export interface TokenCorrection {
  readonly origin: string;
  readonly kind: keyof TokenFactors;
  readonly from: TokenFactor;
  readonly to: TokenFactor;
  /** The factors that the bill alone allows. `to` is its intersection with `from`. */
  readonly range: FactorRange;
}

/**
 * Compares a bill with its requests. Corrections only narrow the ranges of the factors. They never exclude the true
 * factor, if the bill is correct and the range contained that factor before.
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
  const { verdict, difference } = compare(bill, total);
  const [only, ...others] = counted;
  const hasCorrections = verdict === 'inside' && only !== undefined && others.length === 0;
  return {
    ...total,
    bill,
    verdict,
    difference,
    requests: count,
    countedOrigins: [...counted.keys()],
    corrections: hasCorrections ? correctionsFor(...only, total, bill, factors(only[0])) : [],
  };
}

function compare({ amount, rounding }: Bill, { low, high }: CostRange): Pick<Reconciliation, 'verdict' | 'difference'> {
  if (amount - rounding > high) return { verdict: 'above', difference: amount - high };
  if (amount + rounding < low) return { verdict: 'below', difference: low - amount };
  return { verdict: 'inside', difference: 0 };
}

/** Stores the corrections. Other windows use them after they load the ratios. */
export async function applyCorrections(ratios: TokenRatios, corrections: readonly TokenCorrection[]): Promise<void> {
  for (const [origin, ofOrigin] of Map.groupBy(corrections, (each) => each.origin)) {
    await ratios.learnFromBill(origin, Object.fromEntries(ofOrigin.map(({ kind, range }) => [kind, range])));
  }
}

/** Sums over the requests to one service that have our own token counts: nano-dollars. */
interface CountedSums {
  /** Bounds of the costs in the ledger. */
  low: number;
  high: number;
  /** Bounds of the part that does not depend on the factors: history, overhead, missed tokens and rounding. */
  fixedLow: number;
  fixedHigh: number;
  /** The price of our counts at a factor of 1, for the requests that were certainly charged. */
  readonly charged: Record<keyof TokenFactors, number>;
  /** The same for all requests. */
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
  // The service rounds input and output to whole tokens, and the price to a whole nano-dollar.
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
  // Bounds of what the bill charges for the counted tokens: all other costs are at their upper, or lower, bounds.
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

/** Widens a bound by a margin, because the next text may differ from the billed ones. Rounds to four decimals. */
function addMargin(factor: number, direction: 'down' | 'up'): number {
  const clamped = Math.min(10, Math.max(0, factor));
  const widened =
    direction === 'down' ? Math.floor(clamped * (1 - margin) * 10_000) : Math.ceil(clamped * (1 + margin) * 10_000);
  return widened / 10_000;
}
