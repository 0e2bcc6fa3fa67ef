import type { WriteOptions } from '../common/fileStore.ts';
import type { SpendPermit } from '../common/spendPermit.ts';
import type { Usage } from '../common/usage.ts';
import {
  costOfCounted,
  inFlightTokens,
  messageOverheadTokens,
  noCost,
  replyOverheadTokens,
  unsavedTokens,
  type Cost,
  type Estimate,
  type History,
} from './cost.ts';
import { cappedAmount } from './amount.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { SpendRecord } from './ledger/spendRecord.ts';
import { createLiveCost, type LiveCost } from './liveCost.ts';
import { createAdvance, createLivePrice, mostExpected } from './livePrice.ts';
import { missedOutput, missedSoFar, unreadOutput, type ReplySoFar } from './missedOutput.ts';
import type { Prices } from './prices.ts';
import { mostReceived, priceReply, unreadAfterUsage, type EndedRequest, type MeteredReply } from './replyCost.ts';
import { createTextCounter, mostHistory, mostTokens, sum, type RequestText, type TextCounter } from './textCounter.ts';
import type { TokenCounter } from './tokenCounter.ts';
import type { TokenFactor, TokenFactors, TokenRatios } from './tokenRatio.ts';

/** A request that is about to be sent. */
export interface RequestToMeter extends RequestText {
  readonly id: string;
  /** The time when the request is sent, in milliseconds since the epoch. */
  readonly at: number;
  readonly sessionId: string;
  /** The origin (scheme, host and port) of the service's URL. */
  readonly origin: string;
}

/**
 * Estimates or computes the cost of requests, and books each request. To book a request is to append records of its
 * cost to the ledger, the log of the requests of all windows. Records before the end of a request are pending. The last
 * record is final.
 */
export interface Meter {
  /**
   * Appends a pending record. Resolves when the record is on disk, or when the write has failed. Send the request only
   * afterwards. Never rejects. `permit` proves that the spend guard allowed the request.
   */
  begin(request: RequestToMeter, permit: SpendPermit): Promise<void>;
  /**
   * Estimates the cost of a running request while the reply arrives, and during its silences. If this meter began the
   * request, also appends pending records. Each of these records assumes more output than may have been charged so far,
   * so that its cost is an upper bound. Other windows see this upper bound, and the ledger keeps the record if this
   * window is killed.
   *
   * @param soFar returns the facts about the reply until now
   * @param onChange called with the cost so far. Its upper bound includes the output that a stop would add after a
   *   silence, and the output that could not be read. Its `outputTokens` are only those that arrived and could be read.
   */
  follow(request: RequestToMeter, soFar: () => ReplySoFar, onChange: (cost: Cost) => void): LiveCost;
  /**
   * Computes the cost of an ended request, and appends the final record. Resolves when this record is on disk, or when
   * the write has failed. Never rejects.
   */
  end(request: RequestToMeter, ended: EndedRequest): Promise<MeteredReply>;
  /** Returns the ids of the pending requests of all windows. Never rejects. */
  pendingIds(): Promise<ReadonlySet<string>>;
  /** Estimates the cost of a message without the reply. Appends no record. */
  estimate(request: RequestText): Promise<Estimate>;
  /** Returns a range from 0 to an upper bound of the cost of a message without the reply. Does not count tokens. */
  mostCost(request: RequestText): Cost;
  /**
   * Estimates the costs of messages that are sent one after another, each without its reply. Appends no record. The
   * cost of a message includes the exchanges before it that the conversation will have by then. The length of a reply
   * that has not arrived is estimated, so that the cost is a range. Returns the costs of `contents`, followed by those of
   * `alternatives`.
   */
  estimateNext(next: NextMessages): Promise<readonly Estimate[]>;
}

/** Messages that are not sent yet. `history` and `earlier` do not include the running request. */
export interface NextMessages extends Pick<RequestText, 'history' | 'earlier'> {
  /** The request whose reply is running, if any. */
  readonly running?: RunningRequest | undefined;
  /**
   * The text that the next message begins with, for example the quoted conversation. Its tokens are counted apart, so
   * that a new estimate does not count this text again. Ignored if a reply is running.
   */
  readonly opening?: string;
  /** The whole texts of the messages, in the order of sending. The text of the next message is without `opening`. */
  readonly contents: readonly string[];
  /** Like `contents`, but only one of these messages is sent, after all `contents`. */
  readonly alternatives?: readonly string[] | undefined;
  /** The output tokens of the longest complete reply of the session so far. */
  readonly longestReply: number;
}

/** A request whose reply is running. `content` is the whole text of its new message. */
export interface RunningRequest {
  readonly content: string;
  /** The upper bound of the output tokens that have arrived, as in Cost. */
  readonly outputTokens: number;
}

export interface MeterDependencies {
  readonly ledger: Pick<Ledger, 'append' | 'refresh' | 'pendingRequest' | 'pendingRequests'>;
  readonly counter: TokenCounter;
  readonly prices: () => Prices;
  readonly ratios: TokenRatios;
  /** The current origin of the service's URL, for estimates. */
  readonly origin: () => string;
  /** Called if a record could not be written. The record still counts in this window's sums. */
  readonly reportSaveError: (error: unknown) => void;
}

/** The origin and the prices when a request was sent. Later changes of the settings do not affect that request. */
type SendTerms = Pick<SpendRecord, 'origin' | 'prices'>;

type BookedFigures = Pick<SpendRecord, 'end' | 'cost' | 'counted'>;

interface RequestInFlight extends SendTerms {
  /** Resolves when, for each pending record that `follow` has appended, the write has succeeded or failed. */
  written: Promise<void>;
}

export function createMeter({ ledger, counter, prices, ratios, origin, reportSaveError }: MeterDependencies): Meter {
  const counting = createTextCounter(counter);
  const inFlight = new Map<string, RequestInFlight>();

  const book = async (
    { id, at, sessionId }: RequestToMeter,
    { origin, prices }: SendTerms,
    figures: BookedFigures,
    options: Pick<WriteOptions, 'flush'> = { flush: true },
  ) => {
    try {
      await ledger.append({ id, at, sessionId, origin, prices, ...figures }, options);
    } catch (error) {
      reportSaveError(error);
    }
  };

  const bookInAdvance = (request: RequestToMeter, cost: Cost) => {
    const running = inFlight.get(request.id);
    if (running === undefined) return;
    const { written } = running;
    // Not flushed, because the record only raises the upper bound of the cost, and more of these records may follow.
    const booking = book(request, running, { end: 'pending', cost }, { flush: false });
    running.written = booking.then(async () => written);
  };

  // The ledger may not have read the journals of killed windows yet.
  const refresh = async () => ledger.refresh().catch(() => undefined);

  /** Returns the pending record of a request that a killed window sent, or undefined if there is none. */
  const findPending = async (id: string): Promise<SpendRecord | undefined> => {
    const known = ledger.pendingRequest(id);
    if (known !== undefined) return known;
    await refresh();
    return ledger.pendingRequest(id);
  };

  const estimateNext = createEstimateNext(counting, { prices, ratios, origin });

  return {
    async begin(request) {
      const running = { origin: request.origin, prices: prices(), written: Promise.resolve() };
      inFlight.set(request.id, running);
      await book(request, running, { end: 'pending', cost: mostCost(request, running.prices) });
    },
    follow(request, soFar, onChange) {
      const sendPrices = inFlight.get(request.id)?.prices ?? prices();
      const factors = ratios.factors(request.origin);
      const price = createLivePrice(counting, request, sendPrices, factors);
      const advance = createAdvance(price, (cost) => bookInAdvance(request, cost));
      return createLiveCost({
        // Rejects if the text cannot be counted, so that no new cost is shown. An upper bound from the text's size in
        // bytes would be far above the final count.
        count: async (text) => counter.count(text),
        missed: (outputTokens) => missedSoFar(soFar(), Math.ceil(outputTokens * factors.output.high)),
        price,
        onChange(cost, output) {
          onChange(cost);
          void advance(cost, output);
        },
      });
    },
    async end(requested, ended) {
      const running = inFlight.get(requested.id);
      inFlight.delete(requested.id);
      const pending = running === undefined ? await findPending(requested.id) : undefined;
      const terms: SendTerms = running ?? pending ?? { origin: requested.origin, prices: prices() };
      const request = { ...requested, origin: terms.origin };
      const factors = ratios.factors(terms.origin);
      const { counted, ...metered } = await priceReply(counting, request, ended, {
        prices: terms.prices,
        factors,
        missedTokens:
          unreadOutput(await unreadAfterUsage(counting, ended, factors.output)) +
          (running === undefined
            ? await missedByCrash(counting, ended, pending, factors)
            : await missedBeforeEnd(counting, ended, factors)),
      });
      const cost = withLowOf(pending, metered.cost);
      const figures = { end: ended.end, cost, ...(counted === undefined ? {} : { counted }) };
      await Promise.all([book(request, terms, figures), running?.written]);
      // Not awaited, because the result does not depend on the samples. A failure is harmless, because the next reply
      // gives new samples.
      learnFromReply(counter, ratios, request, ended).catch(() => undefined);
      // `history` stays the same if nothing was charged. It also stays the same if each request sends the whole
      // conversation, because the service then keeps no history.
      const isHistoryUnchanged = ended.charged === 'no' || request.earlier !== undefined;
      return { ...metered, cost, ...(isHistoryUnchanged && { history: request.history }) };
    },
    async pendingIds() {
      await refresh();
      return new Set(ledger.pendingRequests().map(({ id }) => id));
    },
    estimate: async (request) =>
      (await estimateNext({ ...request, contents: [request.content], longestReply: 0 }))[0] ?? noCost,
    mostCost: (request) => mostCost(request, prices(), ratios.factors(origin())),
    estimateNext,
  };
}

/** The tokens of a message in our count. If the message could not be counted, `tokens` is an upper bound. */
interface CountedMessage {
  readonly tokens: number;
  readonly isCounted: boolean;
}

const noMessage: CountedMessage = { tokens: 0, isCounted: true };

function createEstimateNext(
  counting: TextCounter,
  { prices, ratios, origin }: Pick<MeterDependencies, 'prices' | 'ratios' | 'origin'>,
): Meter['estimateNext'] {
  const countMessage = async (text: string): Promise<CountedMessage> => {
    const counted = await counting.tryToCountAgain(text);
    return { tokens: counted ?? mostTokens(text), isCounted: counted !== undefined };
  };

  return async ({ running, opening = '', contents, alternatives = [], longestReply, ...conversation }) => {
    const factors = ratios.factors(origin());
    const texts = running === undefined ? contents : [running.content, ...contents];
    const [before, opened, messages, others] = await Promise.all([
      counting.countHistory({ ...conversation, content: '' }, factors.input),
      running === undefined && opening !== '' ? countMessage(opening) : noMessage,
      Promise.all(texts.map(countMessage)),
      Promise.all(alternatives.map(countMessage)),
    ]);
    const estimate = (history: History, isHistoryCounted: boolean, { tokens, isCounted }: CountedMessage): Estimate => {
      // Without a count, only the upper bound is known, so `maybe` sets the lower bound to 0.
      const charged = isHistoryCounted && isCounted ? 'yes' : 'maybe';
      const costAfter = (each: History) => costWithoutReply(each, tokens, charged, prices(), factors);
      const { missed = 0 } = history;
      const withoutMissed = { ...history, most: history.most - missed };
      return { ...costAfter(history), ...(missed > 0 && { withoutMissed: costAfter(withoutMissed) }) };
    };
    let [history, isHistoryCounted, beginning] = [before, true, opened];
    const costs = messages.map((each, index) => {
      const message = addMessages(beginning, each);
      const cost = estimate(history, isHistoryCounted, message);
      const arrived = index === 0 ? (running?.outputTokens ?? 0) : 0;
      history = addExchange(
        history,
        messageRange(message, factors.input),
        replyRange(arrived, longestReply, factors.output),
      );
      isHistoryCounted &&= message.isCounted;
      beginning = noMessage;
      return cost;
    });
    const otherCosts = others.map((each) => estimate(history, isHistoryCounted, addMessages(beginning, each)));
    return [...(running === undefined ? costs : costs.slice(1)), ...otherCosts];
  };
}

function addMessages(one: CountedMessage, other: CountedMessage): CountedMessage {
  return { tokens: one.tokens + other.tokens, isCounted: one.isCounted && other.isCounted };
}

/** Returns the range of the tokens of a message in the service's count. Only an upper bound is known if not counted. */
function messageRange({ tokens, isCounted }: CountedMessage, { low, high }: TokenFactor): History {
  return { least: isCounted ? Math.floor(tokens * low) : 0, most: Math.ceil(tokens * high) };
}

/**
 * Returns the range of the tokens of a reply, of which `outputTokens` have arrived. The lower bound is the output that
 * has arrived. The upper bound is the longest complete reply of the session so far, or twice the output that has
 * arrived.
 */
function replyRange(outputTokens: number, longestReply: number, { low, high }: TokenFactor): History {
  return {
    least: Math.floor(Math.max(0, outputTokens - 1) * (low / high)),
    most: Math.max(longestReply, mostExpected(outputTokens)),
  };
}

/** Adds an exchange to the conversation. The chat format adds tokens around both messages of the exchange. */
function addExchange(history: History, message: History, reply: History): History {
  return {
    ...history,
    least: cappedAmount(history.least + message.least + reply.least),
    most: cappedAmount(history.most + message.most + reply.most + 2 * messageOverheadTokens),
  };
}

/**
 * Returns a range from 0 to the upper bound of a request's cost without the reply. Does not count tokens, because
 * counting could delay the request.
 */
function mostCost(request: RequestText, prices: Prices, factors?: TokenFactors): Cost {
  const history = { least: 0, most: mostHistory(request) };
  return costWithoutReply(history, mostTokens(request.content), 'maybe', prices, factors);
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

/** Returns the upper bound of the charged output tokens that did not arrive. 0 for a complete reply. */
async function missedBeforeEnd(texts: TextCounter, ended: EndedRequest, factors: TokenFactors): Promise<number> {
  const { end, charged, timing } = ended;
  if (end === 'complete' || charged === 'no') return 0;
  if (timing === undefined) return inFlightTokens;
  return missedOutput(timing, await mostReceived(texts, ended, factors.output));
}

/**
 * Like `missedBeforeEnd`, but for a request that a killed window sent. The pending record may cover more output than
 * was saved. The result does not include unreadable output that was saved.
 */
async function missedByCrash(
  texts: TextCounter,
  ended: EndedRequest,
  pending: SpendRecord | undefined,
  factors: TokenFactors,
): Promise<number> {
  if (ended.end === 'complete') return 0;
  const atLeast = inFlightTokens + unsavedTokens;
  if (pending === undefined) return atLeast;
  const unreadBytes = await unreadAfterUsage(texts, ended, factors.output);
  const received = (await mostReceived(texts, ended, factors.output)) + unreadOutput(unreadBytes);
  return Math.max(atLeast, pending.cost.outputTokens - received);
}

/**
 * Raises the lower bound of an estimated cost to the lower bound of the pending record, but not above the upper bound.
 * More output may have arrived than was saved. Returns a reported cost unchanged.
 */
function withLowOf(pending: SpendRecord | undefined, cost: Cost): Cost {
  if (pending === undefined || cost.isReported) return cost;
  return { ...cost, low: Math.min(cost.high, Math.max(cost.low, pending.cost.low)) };
}

/**
 * Stores samples for the token factors: our counts of a reply and its request, and the reported tokens. Does nothing if
 * the reply is not complete or could not be read whole, or if its usage is missing or partial.
 */
async function learnFromReply(
  counter: TokenCounter,
  ratios: TokenRatios,
  { origin, history, earlier = [], content }: RequestToMeter,
  { end, usage, text, reasoning, unreadBytes = 0 }: EndedRequest,
): Promise<void> {
  if (end !== 'complete' || unreadBytes > 0 || !isFinal(usage)) return;
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
  // Without `earlier`, the reported input may include a history that the service keeps. Such a history cannot be
  // counted here, because its text is not in this request.
  const isInputKnown = history.most === 0 || earlier.length > 0;
  await ratios.learn(origin, isInputKnown ? [outputSample, inputSample] : [outputSample]);
}

function isFinal(usage: Usage | undefined): usage is Usage {
  return usage !== undefined && usage.isPartial !== true;
}
