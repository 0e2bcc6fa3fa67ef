import { addCostRanges, type CostRange } from '../common/costRange.ts';
import { messageOverheadTokens, replyOverheadTokens } from './cost.ts';
import type { CountedRequest, SpendRecord } from './ledger/spendRecord.ts';
import { parseDecimalAmount } from './parseAmount.ts';
import { narrowFactor, type FactorRange, type TokenFactor, type TokenFactors, type TokenRatios } from './tokenRatio.ts';

/** The amount that an account page says was charged: nano-dollars, and its rounding error either way. */
export interface Bill {
  readonly amount: number;
  readonly rounding: number;
}

/** Parses a bill. `$4.20` is rounded to cents, so it stands for 4.195 to 4.205 dollars. */
export function parseBill(text: string, locale: string): Bill | undefined {
  const parsed = parseDecimalAmount(text, locale);
  return parsed === undefined ? undefined : { amount: parsed.amount, rounding: 5e8 / 10 ** parsed.decimals };
}

/** The result of comparing a bill with the ledger. The cost range is the ledger's. */
export interface Reconciliation extends CostRange {
  readonly bill: Bill;
  /** The bill is above the high end, below the low end, or between the two. */
  readonly verdict: 'inside' | 'below' | 'above';
  /** Nano-dollars between the bill and the nearer end; 0 inside. */
  readonly difference: number;
  readonly requests: number;
  /** The addresses with requests whose tokens were counted here. With several, the bill cannot be divided between them. */
  readonly countedOrigins: readonly string[];
  /** The factors that the bill narrows. */
  readonly corrections: readonly TokenCorrection[];
}

/** A factor that a bill narrows. */
export interface TokenCorrection {
  readonly origin: string;
  readonly kind: keyof TokenFactors;
  readonly from: TokenFactor;
  readonly to: TokenFactor;
  /** The range that the bill alone allows. */
  readonly range: FactorRange;
}

/**
 * Compares a bill with its requests. The corrections only narrow the ranges of the factors, and never exclude the true
 * factor as long as the bill is right and the ranges contained it before.
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
  const [alone, ...others] = counted;
  const isTeaching = verdict === 'inside' && alone !== undefined && others.length === 0;
  return {
    ...total,
    bill,
    verdict,
    difference,
    requests: count,
    countedOrigins: [...counted.keys()],
    corrections: isTeaching ? correctionsFor(...alone, total, bill, factors(alone[0])) : [],
  };
}

function compare({ amount, rounding }: Bill, { low, high }: CostRange): Pick<Reconciliation, 'verdict' | 'difference'> {
  if (amount - rounding > high) return { verdict: 'above', difference: amount - high };
  if (amount + rounding < low) return { verdict: 'below', difference: low - amount };
  return { verdict: 'inside', difference: 0 };
}

/** Makes the estimates of all windows follow the corrections. */
export async function applyCorrections(ratios: TokenRatios, corrections: readonly TokenCorrection[]): Promise<void> {
  for (const [origin, ofOrigin] of Map.groupBy(corrections, (each) => each.origin)) {
    await ratios.learnFromBill(origin, Object.fromEntries(ofOrigin.map(({ kind, range }) => [kind, range])));
  }
}

/** Sums over the requests of one address whose tokens were counted here: nano-dollars. */
interface CountedSums {
  /** The booked costs. */
  low: number;
  high: number;
  /** The part that does not depend on the factors: history, overhead, missed tokens and rounding. */
  leastBesides: number;
  mostBesides: number;
  /** The counted tokens at a factor of 1, of the requests that were certainly charged. */
  readonly sure: Record<keyof TokenFactors, number>;
  /** The same of all requests. */
  readonly all: Record<keyof TokenFactors, number>;
}

function createSums(): CountedSums {
  return {
    low: 0,
    high: 0,
    leastBesides: 0,
    mostBesides: 0,
    sure: { input: 0, output: 0 },
    all: { input: 0, output: 0 },
  };
}

function addRequest(sums: CountedSums, { cost, prices }: SpendRecord, counted: CountedRequest): void {
  const { history, messageTokens, outputTokens, missedTokens, charged } = counted;
  const input = messageTokens * prices.input;
  const output = outputTokens * prices.output;
  // Each count is rounded to a whole token, and the price to a whole nano-dollar.
  const rounding = prices.input + prices.output + 1;
  sums.low += cost.low;
  sums.high += cost.high;
  sums.all.input += input;
  sums.all.output += output;
  sums.mostBesides +=
    history.most * Math.max(prices.input, prices.cachedInput) +
    (messageOverheadTokens + replyOverheadTokens) * prices.input +
    missedTokens * prices.output +
    rounding;
  if (charged !== 'yes') return;
  sums.sure.input += input;
  sums.sure.output += output;
  sums.leastBesides += history.least * Math.min(prices.input, prices.cachedInput) - rounding;
}

function correctionsFor(
  origin: string,
  sums: CountedSums,
  total: CostRange,
  bill: Bill,
  factors: TokenFactors,
): readonly TokenCorrection[] {
  // The bill's share for the counted tokens, if all other costs are at their high end, or at their low end.
  const least = bill.amount - bill.rounding - (total.high - sums.high) - sums.mostBesides;
  const most = bill.amount + bill.rounding - (total.low - sums.low) - sums.leastBesides;
  return (['input', 'output'] as const).flatMap((kind) => {
    const other = kind === 'input' ? 'output' : 'input';
    if (sums.sure[kind] === 0) return [];
    const from = factors[kind];
    const range: FactorRange = [
      outwards((least - sums.all[other] * factors[other].high) / sums.all[kind], 'down'),
      outwards((most - sums.sure[other] * factors[other].low) / sums.sure[kind], 'up'),
    ];
    const to = narrowFactor(from, range);
    return to === from ? [] : [{ origin, kind, from, to, range }];
  });
}

const margin = 0.01;

/** Adds a margin, because the next text may differ from those on the bill, and rounds to four decimals. */
function outwards(factor: number, direction: 'down' | 'up'): number {
  const kept = Math.min(10, Math.max(0, factor));
  const moved =
    direction === 'down' ? Math.floor(kept * (1 - margin) * 10_000) : Math.ceil(kept * (1 + margin) * 10_000);
  return moved / 10_000;
}
