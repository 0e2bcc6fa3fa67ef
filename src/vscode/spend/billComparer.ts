import { env, l10n } from 'vscode';
import type { BillComparison, CompareBill } from '../../common/protocol/billProtocol.ts';
import {
  currency,
  formatDifference,
  formatMarkedRange,
  formatNanoDollars,
  shownEnds,
} from '../../common/text/formatCost.ts';
import type { Ledger } from '../../meter/ledger/ledger.ts';
import type { BookedRequest } from '../../meter/ledger/spendRecord.ts';
import { isTooLargeAmount, maxAmount } from '../../meter/parseAmount.ts';
import {
  applyCorrections,
  parseBill,
  reconcile,
  type Reconciliation,
  type TokenCorrection,
  type TypedBill,
} from '../../meter/reconcile.ts';
import type { TokenRatios } from '../../meter/tokenRatio.ts';
import { formatChange } from './tokenTexts.ts';

/** Compares bills of the service with the ledger, and uses a bill to correct estimates. */
export interface BillComparer {
  readonly compare: (bill: Omit<CompareBill, 'type'>) => Promise<BillComparison>;
  /**
   * Compares the bill that was compared last again. Resolves with undefined if the result is the same, for example
   * because no requests of these days were added, or if no bill or an invalid amount was compared last.
   */
  readonly refresh: () => Promise<BillComparison | undefined>;
  /**
   * Corrects the estimates with the bill that was compared last. Resolves with undefined if no bill was compared yet,
   * or if the last amount was invalid. Also resolves with undefined if the last bill allows no correction, or has
   * already been used for a correction.
   */
  readonly correct: () => Promise<BillComparison | undefined>;
}

export interface BillComparerDependencies {
  readonly ledger: Pick<Ledger, 'refresh' | 'requests'>;
  readonly ratios: TokenRatios;
  /** Called after a correction of the estimates. */
  readonly onDidCorrect: () => void;
}

type Request = Omit<CompareBill, 'type'>;

interface Compared {
  readonly request: Request;
  readonly found: Reconciliation;
  readonly bill: TypedBill;
  /** The origins of all requests in the bill's period. */
  readonly origins: readonly string[];
}

export function createBillComparer({ ledger, ratios, onDidCorrect }: BillComparerDependencies): BillComparer {
  /** The result that is shown. */
  let shown: Compared | undefined;
  /** The result that allows a correction. */
  let lastCompared: Compared | undefined;

  const find = async (request: Request, bill: TypedBill): Promise<Compared> => {
    const { first, last, origin } = request;
    await Promise.all([ledger.refresh(), ratios.load()]);
    const origins = new Set<string>();
    const requests = filterByOrigin(ledger.requests({ first, last }), origin, origins);
    const found = await reconcile(requests, bill, (each) => ratios.factors(each));
    return { request, found, bill, origins: [...origins] };
  };

  const show = (compared: Compared) => {
    const { found } = compared;
    shown = compared;
    lastCompared = compared;
    return comparisonOf(compared, [...advice(found), ...effectOnEstimates(found)], found.corrections.length > 0);
  };

  return {
    async compare(request) {
      shown = undefined;
      lastCompared = undefined;
      const bill = parseBill(request.amount, env.language);
      if (bill === undefined) return { sentences: [describeInvalid(request.amount)], canCorrect: false };
      return show(await find(request, bill));
    },
    async refresh() {
      if (shown === undefined) return undefined;
      const before = shown;
      const now = await find(before.request, before.bill);
      return shown === before && !isSame(before.found, now.found) ? show(now) : undefined;
    },
    async correct() {
      if (lastCompared === undefined || lastCompared.found.corrections.length === 0) return undefined;
      const corrected = lastCompared;
      lastCompared = undefined;
      await applyCorrections(ratios, corrected.found.corrections);
      onDidCorrect();
      const sentence = l10n.t('Estimates are now corrected with the bill.');
      return comparisonOf(corrected, [sentence, ...describeCorrections(corrected.found.corrections)], false);
    },
  };
}

function describeInvalid(amount: string): string {
  const locale = env.language;
  return isTooLargeAmount(amount, locale)
    ? l10n.t('The amount is too large. Enter at most {0}.', currency(maxAmount, 0, locale))
    : l10n.t('Enter an amount of US dollars, such as {0}.', formatNanoDollars(4_200_000_000, locale));
}

function isSame(before: Reconciliation, now: Reconciliation): boolean {
  return before.requests === now.requests && before.low === now.low && before.high === now.high;
}

/** The most digits that are shown. An amount is known to a nano-dollar. */
const maxDigits = 9;

function formatBill({ amount, decimals }: TypedBill): string {
  return currency(amount, Math.min(maxDigits, decimals), env.language);
}

function comparisonOf(
  { found, bill, origins }: Compared,
  more: readonly string[],
  canCorrect: boolean,
): BillComparison {
  const { low, high, isReported, verdict } = found;
  const billText = formatBill(bill);
  return {
    figures: { low, high, isReported, bill: bill.amount, billText, verdict, origins },
    sentences: [
      describeVerdict(found, billText),
      ...(found.dependsOnRounding ? [describeRounding(found, bill, billText)] : []),
      ...more,
    ],
    canCorrect,
  };
}

function describeRounding(found: Reconciliation, { amount, decimals, rounding }: TypedBill, billed: string): string {
  const digits = Math.min(maxDigits, Math.max(2, decimals) + 1);
  const text = (each: number) => currency(each, digits, env.language);
  const [least, most] = [text(Math.max(0, amount - rounding)), text(amount + rounding)];
  if (shownEnds(found).low > amount + rounding)
    return l10n.t(
      'Tally’s figure is rounded up. Your bill is rounded, too: {0} can stand for any amount from {1} to {2}.',
      ...[billed, least, most],
    );
  return l10n.t('Your bill is rounded: {0} can stand for any amount from {1} to {2}.', billed, least, most);
}

function describeVerdict(found: Reconciliation, billed: string): string {
  const { low, high, isReported, requests, verdict, difference } = found;
  const locale = env.language;
  const ours = formatMarkedRange({ low, high, isReported }, locale);
  const away = formatDifference(difference, locale);
  const shown = shownEnds(found);
  const isSingle = shown.low === shown.high;
  switch (verdict) {
    case 'inside':
      if (!isSingle) return l10n.t('Your bill of {0} is within Tally’s range: {1}.', billed, ours);
      return isReported && !found.dependsOnRounding && isShownAs(found.bill.amount, shown)
        ? l10n.t('Your bill of {0} equals Tally’s figure.', billed)
        : l10n.t('Your bill of {0} agrees with Tally’s figure: {1}.', billed, ours);
    case 'above':
      if (requests === 0) return l10n.t('Your bill is {0}, but Tally sent nothing on these days.', billed);
      return isSingle
        ? l10n.t('Your bill of {0} is {1} above Tally’s figure: {2}.', billed, away, ours)
        : l10n.t('Your bill of {0} is {1} above Tally’s range: {2}.', billed, away, ours);
    case 'below':
      return isSingle
        ? l10n.t('Your bill of {0} is {1} below Tally’s figure: {2}.', billed, away, ours)
        : l10n.t('Your bill of {0} is {1} below Tally’s range: {2}.', billed, away, ours);
  }
}

/** Returns true if the bill, rounded to the shown decimal places, is the shown amount. */
function isShownAs(amount: number, { high, step }: ReturnType<typeof shownEnds>): boolean {
  return high === 0 ? amount === 0 : Math.round(amount / step) * step === high;
}

/**
 * Returns possible reasons why a bill is outside the range of the ledger's costs. Returns no sentences for a bill
 * inside this range.
 */
function advice({ verdict }: Reconciliation): readonly string[] {
  switch (verdict) {
    case 'inside':
      return [];
    case 'above':
      return [
        l10n.t(
          'Possible reasons: another computer, program or person uses the same key, or prices have changed. Compare the prices with the settings.',
        ),
        l10n.t('The days of a bill may begin at a different hour than your days.'),
      ];
    case 'below':
      return [
        l10n.t(
          'Possible reasons: a trial or a free balance paid for a part, the bill isn’t complete yet, or prices are lower than those in the settings.',
        ),
        l10n.t('The days of a bill may begin at a different hour than your days.'),
      ];
  }
}

/**
 * Returns sentences about the effect of a bill on estimates. Returns no sentences if the bill is outside the range of
 * the ledger's costs, or if the service reported all costs.
 */
function effectOnEstimates({ verdict, isReported, corrections, countedOrigins }: Reconciliation): readonly string[] {
  if (verdict !== 'inside' || isReported) return [];
  if (corrections.length > 0)
    return [
      l10n.t('The bill contains new information about the service’s token counts.'),
      ...describeCorrections(corrections),
    ];
  if (countedOrigins.length > 1)
    return [
      l10n.t(
        'Estimates weren’t changed, because the costs are for several services, and the bill doesn’t show the cost of each.',
      ),
    ];
  return [l10n.t('Estimates weren’t changed, because the bill contains no new information about them.')];
}

/** Returns one sentence each for input and output. */
function describeCorrections(corrections: readonly TokenCorrection[]): readonly string[] {
  const percent = (factor: number) => formatChange(factor, env.language);
  return corrections.map(({ kind, from, to }) => {
    const ends = [percent(to.low), percent(to.high), percent(from.low), percent(from.high)] as const;
    return kind === 'input'
      ? l10n.t('Input: {0} to {1} relative to Tally’s own count (before: {2} to {3}).', ...ends)
      : l10n.t('Output: {0} to {1} relative to Tally’s own count (before: {2} to {3}).', ...ends);
  });
}

/**
 * Yields the requests to the origin `onlyOrigin`, or all requests if `onlyOrigin` is undefined. Adds the origins of all
 * requests to `origins`.
 */
async function* filterByOrigin(
  requests: AsyncIterable<BookedRequest>,
  onlyOrigin: string | undefined,
  origins: Set<string>,
): AsyncGenerator<BookedRequest> {
  for await (const request of requests) {
    origins.add(request.origin);
    if (onlyOrigin === undefined || request.origin === onlyOrigin) yield request;
  }
}
