import type { Charged, ReplyEnd } from '../common/replyEnd.ts';
import type { Usage } from '../common/usage.ts';
import { costOfCounted, costOfReported, messageOverheadTokens, type Cost } from './cost.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Prices } from './prices.ts';
import type { SpendRecord } from './ledger/spendRecord.ts';
import type { TokenCounter } from './tokenCounter.ts';

/** A request that is about to leave. */
export interface RequestToMeter {
  readonly id: string;
  /** When it leaves: milliseconds since the epoch. */
  readonly at: number;
  readonly sessionId: string;
  readonly origin: string;
  /** What the service has read and written in this session so far. */
  readonly historyTokens: number;
  /** The whole text of the new message. */
  readonly content: string;
}

export interface EndedRequest {
  readonly end: ReplyEnd;
  readonly charged: Charged;
  readonly usage: Usage | undefined;
  /** The text received, whole or not. */
  readonly text: string;
}

/** What a reply cost, and how long its session's history has become. */
export interface MeteredReply {
  readonly cost: Cost;
  readonly historyTokens: number;
}

export interface Meter {
  /** Resolves when the request stands in the ledger as pending; only then may it leave. Never rejects. */
  begin(request: RequestToMeter): Promise<void>;
  /** Books how the request ended. Never rejects. */
  end(request: RequestToMeter, ended: EndedRequest): Promise<MeteredReply>;
  /** What a message would cost without its reply, counted, not booked. */
  estimate(content: string, historyTokens: number): Promise<Cost>;
  /** What messages add to the history that the service reads: tokens. */
  countTurns(contents: readonly string[]): Promise<number>;
}

export interface MeterDependencies {
  readonly ledger: Ledger;
  readonly counter: TokenCounter;
  readonly prices: () => Prices;
  /** A record could not be written; it is still in this window's sums. */
  readonly reportSaveError: (error: unknown) => void;
}

export function createMeter({ ledger, counter, prices, reportSaveError }: MeterDependencies): Meter {
  const pricesInForce = new Map<string, Prices>();

  const book = async (record: SpendRecord) => {
    try {
      await ledger.append(record);
    } catch (error) {
      reportSaveError(error);
    }
  };

  const count = async (text: string) => {
    try {
      return await counter.count(text);
    } catch {
      // No token is shorter than a byte, so the bill is not above this.
      return Buffer.byteLength(text);
    }
  };

  const meterCounted = async (request: RequestToMeter, { end, charged, text }: EndedRequest, inForce: Prices): Promise<MeteredReply> => {
    const { historyTokens, content } = request;
    const [messageTokens, outputTokens] = await Promise.all([count(content), count(text)]);
    const tokens = { historyTokens, messageTokens, outputTokens, isCut: end !== 'complete' };
    return {
      cost: costOfCounted(tokens, charged, inForce),
      historyTokens: historyTokens + messageTokens + outputTokens + 2 * messageOverheadTokens,
    };
  };

  return {
    async begin(request) {
      const { id, at, sessionId, origin, historyTokens, content } = request;
      const inForce = prices();
      pricesInForce.set(id, inForce);
      // Counting may have to wait for its worker, and the request must not: bytes bound the tokens.
      const tokens = { historyTokens, messageTokens: Buffer.byteLength(content), outputTokens: 0, isCut: false };
      const cost = costOfCounted(tokens, 'maybe', inForce);
      await book({ id, at, sessionId, origin, end: 'pending', cost, prices: inForce });
    },
    async end(request, ended) {
      const { id, at, sessionId, origin, historyTokens } = request;
      const { end, charged, usage } = ended;
      const inForce = pricesInForce.get(id) ?? prices();
      pricesInForce.delete(id);
      const metered = usage === undefined ? await meterCounted(request, ended, inForce) : meterReported(usage, historyTokens, inForce);
      await book({ id, at, sessionId, origin, end, cost: metered.cost, prices: inForce });
      return charged === 'no' ? { ...metered, historyTokens } : metered;
    },
    async estimate(content, historyTokens) {
      const messageTokens = await count(content);
      return costOfCounted({ historyTokens, messageTokens, outputTokens: 0, isCut: false }, 'yes', prices());
    },
    async countTurns(contents) {
      const counts = await Promise.all(contents.map(count));
      return counts.reduce((sum, tokens) => sum + tokens + messageOverheadTokens, 0);
    },
  };
}

function meterReported(usage: Usage, historyTokens: number, inForce: Prices): MeteredReply {
  return { cost: costOfReported(usage, historyTokens, inForce), historyTokens: usage.inputTokens + usage.outputTokens };
}
