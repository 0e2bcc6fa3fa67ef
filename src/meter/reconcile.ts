import type { CostRange } from '../common/costRange.ts';
import { messageOverheadTokens, replyOverheadTokens } from './cost.ts';
import type { CountedRequest, SpendRecord } from './ledger/spendRecord.ts';
import type { Bill } from './parseAmount.ts';
import { narrowFactor, type FactorRange, type TokenFactor, type TokenFactors, type TokenRatios } from './tokenRatio.ts';

/** What a bill says of what we say was spent. */
export interface Reconciliation extends CostRange {
  readonly bill: Bill;
  /** Of the bill: above what was spent at most, below what was spent at least, or between the two. */
  readonly verdict: 'inside' | 'below' | 'above';
  /** Nano-dollars between the bill and the nearer end; 0 inside. */
  readonly difference: number;
  readonly requests: number;
  /** The addresses whose tokens were counted here. A bill teaches nothing where they are several: it does not say what each has cost. */
  readonly countedOrigins: readonly string[];
  /** What the bill teaches about our token counts. */
  readonly corrections: readonly TokenCorrection[];
}

/** A factor that a bill makes narrower. */
export interface TokenCorrection {
  readonly origin: string;
  readonly kind: keyof TokenFactors;
  readonly from: TokenFactor;
  readonly to: TokenFactor;
  /** What the bill says of it by itself. */
  readonly range: FactorRange;
}

/**
 * Holds a bill against the requests that it is for. What it teaches is sound: whatever factors now in force are the true
 * ones, as long as the bill is right, they are still in the corrected ones, which are never wider than before.
 */
export async function reconcile(
  requests: AsyncIterable<SpendRecord> | Iterable<SpendRecord>,
  bill: Bill,
  factors: (origin: string) => TokenFactors,
): Promise<Reconciliation> {
  const total = { low: 0, high: 0, isReported: true };
  let count = 0;
  const counted = new Map<string, CountedSums>();
  for await (const request of requests) {
    const { cost, origin } = request;
    count += 1;
    total.low += cost.low;
    total.high += cost.high;
    total.isReported &&= cost.isReported;
    if (request.counted === undefined) continue;
    let sums = counted.get(origin);
    if (sums === undefined) counted.set(origin, (sums = createSums()));
    addRequest(sums, request, request.counted);
  }
  const verdict = bill.amount - bill.rounding > total.high ? 'above' : bill.amount + bill.rounding < total.low ? 'below' : 'inside';
  const [alone, ...others] = counted;
  return {
    ...total,
    bill,
    verdict,
    difference: verdict === 'inside' ? 0 : verdict === 'above' ? bill.amount - total.high : total.low - bill.amount,
    requests: count,
    countedOrigins: [...counted.keys()],
    corrections: verdict !== 'inside' || alone === undefined || others.length > 0 ? [] : correctionsFor(...alone, total, bill, factors(alone[0])),
  };
}

/** From now on estimates follow what the bill taught, in all windows. */
export async function learnFromBill(ratios: TokenRatios, corrections: readonly TokenCorrection[]): Promise<void> {
  for (const [origin, ofOrigin] of Map.groupBy(corrections, (each) => each.origin)) {
    await ratios.learnFromBill(origin, Object.fromEntries(ofOrigin.map(({ kind, range }) => [kind, range])));
  }
}

/** What requests of one address cost whose tokens were counted here: nano-dollars. */
interface CountedSums {
  /** As booked. */
  low: number;
  high: number;
  /** Besides what was counted: the history, what the chat format adds, what was on its way, and rounding. */
  leastBesides: number;
  mostBesides: number;
  /** What was counted, at a factor of 1: of requests that were charged for sure … */
  readonly sure: Record<keyof TokenFactors, number>;
  /** … and of all of them. */
  readonly all: Record<keyof TokenFactors, number>;
}

function createSums(): CountedSums {
  return { low: 0, high: 0, leastBesides: 0, mostBesides: 0, sure: { input: 0, output: 0 }, all: { input: 0, output: 0 } };
}

function addRequest(sums: CountedSums, { cost, prices }: SpendRecord, { history, messageTokens, outputTokens, missedTokens, charged }: CountedRequest): void {
  const input = messageTokens * prices.input;
  const output = outputTokens * prices.output;
  // Either count is rounded to a whole token, and the price to a whole nano-dollar.
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

function correctionsFor(origin: string, sums: CountedSums, total: CostRange, bill: Bill, factors: TokenFactors): readonly TokenCorrection[] {
  // What is left of the bill for these requests, when the others cost as little or as much as they can.
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

/** With a margin, since the next text may be unlike those on the bill, and to four decimals. */
function outwards(factor: number, direction: 'down' | 'up'): number {
  const kept = Math.min(10, Math.max(0, factor));
  return direction === 'down' ? Math.floor(kept * (1 - margin) * 10_000) / 10_000 : Math.ceil(kept * (1 + margin) * 10_000) / 10_000;
}
