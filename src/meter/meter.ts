import type { SpendPermit } from '../common/spendPermit.ts';
import type { Usage } from '../common/usage.ts';
import {
  costOfCounted,
  inFlightTokens,
  messageOverheadTokens,
  replyOverheadTokens,
  unsavedTokens,
  type Cost,
  type History,
} from './cost.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { SpendRecord } from './ledger/spendRecord.ts';
import { createLiveCost, type LiveCost } from './liveCost.ts';
import type { Prices } from './prices.ts';
import { priceReply, type EndedRequest, type MeteredReply } from './replyCost.ts';
import { createTextCounter, mostHistory, mostTokens, sum, type RequestText, type TextCounter } from './textCounter.ts';
import type { TokenCounter } from './tokenCounter.ts';
import type { TokenFactors, TokenRatios } from './tokenRatio.ts';

/** A request that is about to leave. */
export interface RequestToMeter extends RequestText {
  readonly id: string;
  /** When it leaves: milliseconds since the epoch. */
  readonly at: number;
  readonly sessionId: string;
  readonly origin: string;
}

/** Prices requests and books them in the ledger. */
export interface Meter {
  /** Books a permitted request as pending. It may leave when this resolves. Never rejects. */
  begin(request: RequestToMeter, permit: SpendPermit): Promise<void>;
  /**
   * Prices a running request while its reply arrives. Now and then it books in advance what the reply may grow to: other
   * windows count with it, and if this window is killed, the ledger holds no less than the bill.
   */
  follow(request: RequestToMeter, onChange: (cost: Cost) => void): LiveCost;
  /** Books the end of a request. Never rejects. */
  end(request: RequestToMeter, ended: EndedRequest): Promise<MeteredReply>;
  /** Prices a message without its reply. Books nothing. */
  estimate(request: RequestText): Promise<Cost>;
}

export interface MeterDependencies {
  readonly ledger: Pick<Ledger, 'append' | 'refresh' | 'begun'>;
  readonly counter: TokenCounter;
  readonly prices: () => Prices;
  readonly ratios: TokenRatios;
  /** The address in force, for estimates. */
  readonly origin: () => string;
  /** Called if a record could not be written. It still counts in this window's sums. */
  readonly reportSaveError: (error: unknown) => void;
}

/** The address and the prices in force when a request left. */
type Begun = Pick<SpendRecord, 'origin' | 'prices'>;

type BookedFigures = Pick<SpendRecord, 'end' | 'cost' | 'counted'>;

interface RequestInFlight extends Begun {
  /** Resolves when everything booked so far is written. */
  written: Promise<void>;
}

export function createMeter({ ledger, counter, prices, ratios, origin, reportSaveError }: MeterDependencies): Meter {
  const texts = createTextCounter(counter);
  const inFlight = new Map<string, RequestInFlight>();

  const book = async ({ id, at, sessionId }: RequestToMeter, begun: Begun, figures: BookedFigures) => {
    try {
      await ledger.append({ id, at, sessionId, origin: begun.origin, prices: begun.prices, ...figures });
    } catch (error) {
      reportSaveError(error);
    }
  };

  const bookInAdvance = (request: RequestToMeter, cost: Cost) => {
    const begun = inFlight.get(request.id);
    if (begun === undefined) return;
    const { written } = begun;
    begun.written = book(request, begun, { end: 'pending', cost }).then(async () => written);
  };

  /** Finds a request that began in a window which was killed. The ledger may not have read that window's journal yet. */
  const findBegun = async (request: RequestToMeter): Promise<Begun> => {
    await ledger.refresh().catch(() => undefined);
    return ledger.begun(request.id) ?? { origin: request.origin, prices: prices() };
  };

  return {
    async begin(request) {
      const begun = { origin: request.origin, prices: prices(), written: Promise.resolve() };
      inFlight.set(request.id, begun);
      await book(request, begun, { end: 'pending', cost: mostCost(request, begun.prices) });
    },
    follow(request, onChange) {
      const inForce = inFlight.get(request.id)?.prices ?? prices();
      const price = createLivePrice(texts, request, inForce, ratios.factors(request.origin));
      const advance = createAdvance(price, (cost) => bookInAdvance(request, cost));
      return createLiveCost({
        // Rejects instead of taking the upper bound, which would be far above the final cost.
        count: async (text) => counter.count(text),
        price,
        onChange(cost, outputTokens) {
          onChange(cost);
          void advance(cost, outputTokens);
        },
      });
    },
    async end(requested, ended) {
      const begunHere = inFlight.get(requested.id);
      inFlight.delete(requested.id);
      const begun = begunHere ?? (await findBegun(requested));
      const request = { ...requested, origin: begun.origin };
      const { counted, ...metered } = await priceReply(texts, request, ended, {
        prices: begun.prices,
        factors: ratios.factors(begun.origin),
        missedTokens: missedTokens(ended, begunHere !== undefined),
      });
      const figures = { end: ended.end, cost: metered.cost, ...(counted === undefined ? {} : { counted }) };
      await Promise.all([book(request, begun, figures), begunHere?.written]);
      // Not awaited, since nobody waits for it. If it fails, the next reply teaches the same.
      learnFromReply(counter, ratios, request, ended).catch(() => undefined);
      // If nothing was charged, or the whole conversation is sent each time, the service's history stays as it was.
      const isHistoryKept = ended.charged === 'no' || request.earlier !== undefined;
      return isHistoryKept ? { ...metered, history: request.history } : metered;
    },
    async estimate(request) {
      const factors = ratios.factors(origin());
      const [history, counted] = await Promise.all([
        texts.countHistory(request, factors.input),
        texts.tryToCount(request.content),
      ]);
      const messageTokens = counted ?? mostTokens(request.content);
      // An upper bound says nothing about the low end, so the range starts at 0.
      return costWithoutReply(history, messageTokens, counted === undefined ? 'maybe' : 'yes', prices(), factors);
    },
  };
}

/** Returns the upper bound of a request's cost without its reply. Counting could delay the request. */
function mostCost(request: RequestText, prices: Prices): Cost {
  return costWithoutReply({ least: 0, most: mostHistory(request) }, mostTokens(request.content), 'maybe', prices);
}

function costWithoutReply(
  history: History,
  messageTokens: number,
  charged: 'yes' | 'maybe',
  prices: Prices,
  factors?: TokenFactors,
): Cost {
  return costOfCounted({ history, messageTokens, outputTokens: 0, missedTokens: 0 }, charged, prices, factors);
}

type LivePrice = (outputTokens: number) => Promise<Cost>;

/** Prices a running request by its output so far. Its input is counted once, with the first price. */
function createLivePrice(texts: TextCounter, request: RequestText, prices: Prices, factors: TokenFactors): LivePrice {
  let input: Promise<readonly [History, number]> | undefined;
  return async (outputTokens) => {
    input ??= Promise.all([texts.countHistory(request, factors.input), texts.count(request.content)]);
    const [history, messageTokens] = await input;
    return costOfCounted({ history, messageTokens, outputTokens, missedTokens: 0 }, 'yes', prices, factors);
  };
}

/** Books twice the output so far whenever the booked output is nearly reached, so that a long reply adds few records. */
function createAdvance(price: LivePrice, book: (cost: Cost) => void) {
  const margin = inFlightTokens + unsavedTokens;
  let bookedTokens = 0;
  return async ({ low }: Cost, outputTokens: number) => {
    if (outputTokens + margin <= bookedTokens) return;
    bookedTokens = 2 * (outputTokens + margin);
    book({ ...(await price(bookedTokens)), low });
  };
}

/** Returns the output tokens that may be missing of a reply that is not whole; more if its window was killed. */
function missedTokens({ end }: EndedRequest, isBegunHere: boolean): number {
  if (end === 'complete') return 0;
  return isBegunHere ? inFlightTokens : inFlightTokens + unsavedTokens;
}

/** Counts a reported request as well, and teaches the factors between our tokens and the service's. */
async function learnFromReply(
  counter: TokenCounter,
  ratios: TokenRatios,
  { origin, history, earlier = [], content }: RequestToMeter,
  { end, usage, text, reasoning }: EndedRequest,
): Promise<void> {
  if (end !== 'complete' || !isFinal(usage)) return;
  const counting = [text + reasoning, ...earlier, content].map(async (each) => counter.count(each));
  const [output = 0, ...inputs] = await Promise.all(counting);
  const outputSample = {
    kind: 'output',
    counted: output,
    reported: usage.outputTokens,
    overhead: replyOverheadTokens,
  } as const;
  const overhead = inputs.length * messageOverheadTokens + replyOverheadTokens;
  const inputSample = { kind: 'input', counted: sum(inputs), reported: usage.inputTokens, overhead } as const;
  // Without the text of a history that the service keeps, the input cannot be compared.
  const isInputKnown = history.most === 0 || earlier.length > 0;
  await ratios.learn(origin, isInputKnown ? [outputSample, inputSample] : [outputSample]);
}

function isFinal(usage: Usage | undefined): usage is Usage {
  return usage !== undefined && usage.isPartial !== true;
}
