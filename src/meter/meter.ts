import type { Charged, ReplyEnd } from '../common/replyEnd.ts';
import type { Usage } from '../common/usage.ts';
import {
  costOfCounted,
  costOfPartial,
  costOfReported,
  inFlightTokens,
  messageOverheadTokens,
  replyOverheadTokens,
  unsavedTokens,
  type Cost,
  type History,
} from './cost.ts';
import type { Ledger } from './ledger/ledger.ts';
import { createLiveCost, type LiveCost } from './liveCost.ts';
import type { Prices } from './prices.ts';
import type { SpendRecord } from './ledger/spendRecord.ts';
import type { SpendPermit } from './spendGuard.ts';
import type { TokenCounter } from './tokenCounter.ts';
import { isLearnt, type TokenFactors, type TokenRatios } from './tokenRatio.ts';

/** What a request has the service read. */
export interface RequestText {
  /** What the service keeps of the session, where it does. */
  readonly history: History;
  /** Where it does not: the messages in the request that it may have read before, in the place of `history`. */
  readonly earlier?: readonly string[];
  /** The whole text of the new message. */
  readonly content: string;
}

/** A request that is about to leave. */
export interface RequestToMeter extends RequestText {
  readonly id: string;
  /** When it leaves: milliseconds since the epoch. */
  readonly at: number;
  readonly sessionId: string;
  readonly origin: string;
}

export interface EndedRequest {
  readonly end: ReplyEnd;
  readonly charged: Charged;
  readonly usage: Usage | undefined;
  /** The text received, whole or not. */
  readonly text: string;
  /** What the model thought before it, as far as that came. */
  readonly reasoning: string;
}

/** What a reply cost, and what the service reads again with the next message of its session. */
export interface MeteredReply {
  readonly cost: Cost;
  readonly history: History;
  /** In force when the request left. */
  readonly prices: Prices;
  /** The tokens were counted here, and corrected by what the service reported or billed earlier. */
  readonly isCorrected?: boolean;
}

export interface Meter {
  /** Resolves when a permitted request stands in the ledger as pending; only then may it leave. Never rejects. */
  begin(request: RequestToMeter, permit: SpendPermit): Promise<void>;
  /**
   * Prices a request that has begun while its reply comes, from the first of it on. What it may become is booked as
   * pending, now and then: other windows count with it, and a window that is killed leaves no less than the bill.
   */
  follow(request: RequestToMeter, onChange: (cost: Cost) => void): LiveCost;
  /** Books how the request ended. Never rejects. */
  end(request: RequestToMeter, ended: EndedRequest): Promise<MeteredReply>;
  /** What a message would cost without its reply, counted, not booked. */
  estimate(request: RequestText): Promise<Cost>;
}

export interface MeterDependencies {
  readonly ledger: Pick<Ledger, 'append' | 'refresh' | 'begun'>;
  readonly counter: TokenCounter;
  readonly prices: () => Prices;
  readonly ratios: TokenRatios;
  /** Where a message would go now, for estimates. */
  readonly origin: () => string;
  /** A record could not be written; it is still in this window's sums. */
  readonly reportSaveError: (error: unknown) => void;
}

/** With the tokens that the ledger keeps, where they were counted. */
type CountedReply = MeteredReply & Pick<SpendRecord, 'counted'>;

/** What a request left with. */
type Begun = Pick<SpendRecord, 'origin' | 'prices'>;

/** What is booked of it. */
type BookedFigures = Pick<SpendRecord, 'end' | 'cost' | 'counted'>;

interface RunningRequest extends Begun {
  /** Resolves when all that was booked of it until now is written. */
  written: Promise<void>;
}

export function createMeter({ ledger, counter, prices, ratios, origin, reportSaveError }: MeterDependencies): Meter {
  const running = new Map<string, RunningRequest>();
  /** What is being counted now. */
  const counting = new Map<string, Promise<number>>();
  /** Of the messages that were counted last: most of the next ones are the same. */
  let earlierCounts: ReadonlyMap<string, number> = new Map();

  const book = async ({ id, at, sessionId }: RequestToMeter, { origin: sentTo, prices: inForce }: Begun, figures: BookedFigures) => {
    try {
      await ledger.append({ id, at, sessionId, origin: sentTo, prices: inForce, ...figures });
    } catch (error) {
      reportSaveError(error);
    }
  };

  /** Undefined when it cannot be counted now. */
  const tryToCount = async (text: string) => {
    try {
      // What is asked for twice at once, as with and without a session, is counted once: a draft may be megabytes.
      const tokens = counting.get(text) ?? counter.count(text).finally(() => counting.delete(text));
      counting.set(text, tokens);
      return await tokens;
    } catch {
      return undefined;
    }
  };

  const count = async (text: string) => (await tryToCount(text)) ?? mostTokens(text);

  const countEarlier = async (texts: readonly string[]): Promise<readonly History[]> => {
    const known = earlierCounts;
    const counts = await Promise.all(texts.map(async (text) => [text, known.get(text) ?? (await tryToCount(text))] as const));
    earlierCounts = new Map(counts.flatMap(([text, tokens]) => (tokens === undefined ? [] : [[text, tokens] as const])));
    return counts.map(([text, tokens]) => ({ least: tokens ?? 0, most: tokens ?? mostTokens(text) }));
  };

  const historyOf = async ({ history, earlier }: RequestText, { input }: TokenFactors): Promise<History> => {
    if (earlier === undefined) return history;
    const counts = await countEarlier(earlier);
    return {
      least: sum(counts.map(({ least }) => Math.floor(least * input.low))),
      most: sum(counts.map(({ most }) => Math.ceil(most * input.high) + messageOverheadTokens)),
    };
  };

  /** Of a request that VS Code left behind when it was killed: what it wrote may not have been read yet. */
  const findBegun = async ({ id, origin: from }: RequestToMeter): Promise<Begun> => {
    await ledger.refresh().catch(() => undefined);
    return ledger.begun(id) ?? { origin: from, prices: prices() };
  };

  const meterCounted = async (request: RequestToMeter, ended: EndedRequest, inForce: Prices, missedTokens: number): Promise<CountedReply> => {
    const { end, charged, text, reasoning } = ended;
    const factors = ratios.factors(request.origin);
    const { input, output } = factors;
    const [history, ...counts] = await Promise.all([historyOf(request, factors), ...[request.content, text, reasoning].map(tryToCount)]);
    const [messageTokens = mostTokens(request.content), textTokens = mostTokens(text), reasoningTokens = mostTokens(reasoning)] = counts;
    const tokens = { history, messageTokens, outputTokens: textTokens + reasoningTokens, missedTokens };
    const isCounted = !counts.includes(undefined);
    // What cannot be counted may be next to nothing.
    const cost = costOfCounted(tokens, isCounted || charged === 'no' ? charged : 'maybe', inForce, factors);
    // Whether the service keeps what was cut off, and what was thought, is not known.
    const isWhole = end === 'complete' && isCounted;
    const least = isWhole ? Math.floor(messageTokens * input.low) + Math.floor(textTokens * output.low) : 0;
    const most = Math.ceil(messageTokens * input.high) + Math.ceil(tokens.outputTokens * output.high) + missedTokens;
    return {
      cost,
      history: { least: history.least + least, most: history.most + most + 2 * messageOverheadTokens },
      prices: inForce,
      ...(isLearnt(input) || isLearnt(output) ? { isCorrected: true } : {}),
      ...(isCounted && charged !== 'no' ? { counted: { ...tokens, charged } } : {}),
    };
  };

  const meterReported = async (request: RequestToMeter, usage: Usage, ended: EndedRequest, inForce: Prices, missedTokens: number): Promise<MeteredReply> => {
    const least = ended.end === 'complete' ? usage.inputTokens : Math.min(request.history.least, usage.inputTokens);
    if (usage.isPartial !== true) {
      const cost = costOfReported(usage, mostHistory(request), inForce);
      return { cost, history: { least, most: mostKept(usage, usage.outputTokens) }, prices: inForce };
    }
    const { output } = ratios.factors(request.origin);
    const counted = sum(await Promise.all([ended.text, ended.reasoning].map(count)));
    const mostOutput = Math.max(usage.outputTokens, Math.ceil(counted * output.high)) + missedTokens;
    const cost = costOfPartial(usage, mostOutput, mostHistory(request), inForce);
    return { cost, history: { least, most: mostKept(usage, mostOutput) }, prices: inForce, ...(isLearnt(output) ? { isCorrected: true } : {}) };
  };

  /** Counts what was reported as well: after its cost is shown, since nobody waits for this. */
  const learn = async ({ origin: from, history, earlier = [], content }: RequestToMeter, { end, text, reasoning }: EndedRequest, usage: Usage) => {
    if (end !== 'complete' || usage.isPartial === true) return;
    const [output, ...inputs] = await Promise.all([text + reasoning, ...earlier, content].map(async (each) => counter.count(each)));
    const outputSample = { kind: 'output', counted: output ?? 0, reported: usage.outputTokens, overhead: replyOverheadTokens } as const;
    const overhead = inputs.length * messageOverheadTokens + replyOverheadTokens;
    const inputSample = { kind: 'input', counted: sum(inputs), reported: usage.inputTokens, overhead } as const;
    // What the service keeps is no text that could be counted.
    await ratios.learn(from, history.most === 0 || earlier.length > 0 ? [outputSample, inputSample] : [outputSample]);
  };

  return {
    async begin(request) {
      const begun = { origin: request.origin, prices: prices(), written: Promise.resolve() };
      running.set(request.id, begun);
      // Counting may have to wait for its worker, and the request must not: bytes bound the tokens.
      const history = { least: 0, most: mostHistory(request) };
      const cost = costOfCounted({ history, messageTokens: mostTokens(request.content), outputTokens: 0, missedTokens: 0 }, 'maybe', begun.prices);
      await book(request, begun, { end: 'pending', cost });
    },
    follow(request, onChange) {
      const inForce = running.get(request.id)?.prices ?? prices();
      const factors = ratios.factors(request.origin);
      let input: Promise<readonly [History, number]> | undefined;
      const price = async (outputTokens: number) => {
        input ??= Promise.all([historyOf(request, factors), count(request.content)]);
        const [history, messageTokens] = await input;
        return costOfCounted({ history, messageTokens, outputTokens, missedTokens: 0 }, 'yes', inForce, factors);
      };
      let bookedTokens = 0;
      const bookAhead = async ({ low }: Cost, outputTokens: number) => {
        const nextTokens = inFlightTokens + unsavedTokens;
        if (outputTokens + nextTokens <= bookedTokens) return;
        // Twice as much each time: a long reply has a few lines more than a short one.
        bookedTokens = 2 * (outputTokens + nextTokens);
        const cost = { ...(await price(bookedTokens)), low };
        const begun = running.get(request.id);
        // It may have ended meanwhile.
        if (begun === undefined) return;
        const { written } = begun;
        begun.written = book(request, begun, { end: 'pending', cost }).then(async () => written);
      };
      const onCount = (cost: Cost, outputTokens: number) => {
        onChange(cost);
        void bookAhead(cost, outputTokens);
      };
      // Bytes in the place of tokens would be far above what is booked in the end.
      return createLiveCost({ count: async (text) => counter.count(text), price, onChange: onCount });
    },
    async end(toEnd, ended) {
      const { id, history } = toEnd;
      const { end, charged, usage } = ended;
      const begunHere = running.get(id);
      running.delete(id);
      const begun = begunHere ?? (await findBegun(toEnd));
      const { prices: inForce } = begun;
      const request = { ...toEnd, origin: begun.origin };
      const missedTokens = end === 'complete' ? 0 : inFlightTokens + (begunHere === undefined ? unsavedTokens : 0);
      const meterEnd = async (): Promise<CountedReply> =>
        usage === undefined ? meterCounted(request, ended, inForce, missedTokens) : meterReported(request, usage, ended, inForce, missedTokens);
      const { counted, ...metered } = await meterEnd();
      const figures = { end, cost: metered.cost, ...(counted === undefined ? {} : { counted }) };
      await Promise.all([book(request, begun, figures), begunHere?.written]);
      // What cannot be counted or kept now is learnt from the next reply.
      if (usage !== undefined) learn(request, ended, usage).catch(() => undefined);
      // Where the whole conversation is sent, the service keeps nothing more of the session.
      return charged === 'no' || request.earlier !== undefined ? { ...metered, history } : metered;
    },
    async estimate(request) {
      const factors = ratios.factors(origin());
      const [history, counted] = await Promise.all([historyOf(request, factors), tryToCount(request.content)]);
      const messageTokens = counted ?? mostTokens(request.content);
      // What cannot be counted may be next to nothing.
      const charged = counted === undefined ? 'maybe' : 'yes';
      return costOfCounted({ history, messageTokens, outputTokens: 0, missedTokens: 0 }, charged, prices(), factors);
    },
  };
}

/** What the service may keep. Around the reply the format may add more than what opened it, which is in the input. */
function mostKept({ inputTokens }: Usage, outputTokens: number): number {
  return inputTokens + outputTokens + messageOverheadTokens;
}

/** Without counting: no token is shorter than a byte. */
function mostTokens(text: string): number {
  return Buffer.byteLength(text);
}

function mostHistory({ history, earlier }: RequestText): number {
  return earlier === undefined ? history.most : sum(earlier.map((text) => mostTokens(text) + messageOverheadTokens));
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, each) => total + each, 0);
}
