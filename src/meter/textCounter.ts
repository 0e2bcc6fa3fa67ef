import { messageOverheadTokens, type History } from './cost.ts';
import type { TokenCounter } from './tokenCounter.ts';
import type { TokenFactor } from './tokenRatio.ts';

/** The input of a request: the conversation so far, and the new message. */
export interface RequestText {
  /** Bounds of the tokens of the session so far, if the service keeps the conversation. */
  readonly history: History;
  /**
   * The earlier messages, if each request sends the whole conversation. Counts then use these messages instead of
   * `history`. The service may have cached these messages.
   */
  readonly earlier?: readonly string[];
  /** The whole text of the new message. */
  readonly content: string;
}

/** Counts the tokens of requests. Concurrent calls for the same text share one count. */
export interface TextCounter {
  /** Returns the number of tokens, or undefined if the text cannot be counted now. */
  tryToCount(text: string): Promise<number | undefined>;
  /** Like `tryToCount`, but returns the last results again for the texts that were counted last. For estimates. */
  tryToCountAgain(text: string): Promise<number | undefined>;
  /** Returns the number of tokens, or an upper bound if the text cannot be counted now. */
  count(text: string): Promise<number>;
  /**
   * Returns bounds of the service's token count of the conversation before the new message. Returns `history` if
   * `earlier` is undefined. `input` is the factor for input text: the service's token count divided by ours.
   */
  countHistory(request: RequestText, input: TokenFactor): Promise<History>;
}

/** The maximum total length of the texts whose counts are kept for `tryToCountAgain`, in UTF-16 code units. */
const maxKeptLength = 8_000_000;
/** More than the messages of a full queue, whose prices are estimated together. */
const maxKeptTexts = 100;

export function createTextCounter(counter: TokenCounter): TextCounter {
  const counting = new Map<string, Promise<number>>();
  /**
   * The counts of the earlier messages of the request that was counted last. Cached, because the next request repeats
   * most of these messages.
   */
  let earlierCounts: ReadonlyMap<string, number> = new Map();

  const tryToCount = async (text: string) => {
    try {
      // If a count of the same text is in progress, wait for that count. A draft may be several megabytes long, and two
      // estimates of a draft run at the same time: one includes the session's history, the other is for a new session.
      const tokens = counting.get(text) ?? counter.count(text).finally(() => counting.delete(text));
      counting.set(text, tokens);
      return await tokens;
    } catch {
      return undefined;
    }
  };

  /** The counts of the texts that `tryToCountAgain` counted last, oldest first. */
  const kept = new Map<string, number>();

  const keep = (text: string, tokens: number) => {
    kept.delete(text);
    kept.set(text, tokens);
    let length = sum(Array.from(kept.keys(), (each) => each.length));
    for (const oldest of kept.keys()) {
      if (length <= maxKeptLength && kept.size <= maxKeptTexts) return;
      length -= oldest.length;
      kept.delete(oldest);
    }
  };

  const tryToCountAgain = async (text: string) => {
    const tokens = kept.get(text) ?? (await tryToCount(text));
    if (tokens !== undefined) keep(text, tokens);
    return tokens;
  };

  const countEarlier = async (texts: readonly string[]) => {
    const known = earlierCounts;
    const counts = await Promise.all(
      texts.map(async (text) => ({ text, tokens: known.get(text) ?? (await tryToCount(text)) })),
    );
    earlierCounts = new Map(
      counts.flatMap(({ text, tokens }) => (tokens === undefined ? [] : [[text, tokens] as const])),
    );
    return counts;
  };

  return {
    tryToCount,
    tryToCountAgain,
    count: async (text) => (await tryToCount(text)) ?? mostTokens(text),
    async countHistory({ history, earlier }, input) {
      if (earlier === undefined) return history;
      const counts = await countEarlier(earlier);
      return {
        least: sum(counts.map(({ tokens }) => Math.floor((tokens ?? 0) * input.low))),
        most: sum(
          counts.map(
            ({ text, tokens }) => Math.ceil((tokens ?? mostTokens(text)) * input.high) + messageOverheadTokens,
          ),
        ),
      };
    },
  };
}

const utf8 = new TextEncoder();

/**
 * Returns the number of UTF-8 bytes of a text. This number is an upper bound of the tokens, because no token is shorter
 * than one byte.
 */
export function mostTokens(text: string): number {
  return utf8.encode(text).byteLength;
}

/** Returns an upper bound of the tokens before the new message, without counting. */
export function mostHistory({ history, earlier }: RequestText): number {
  return earlier === undefined ? history.most : sum(earlier.map((text) => mostTokens(text) + messageOverheadTokens));
}

export function sum(figures: readonly number[]): number {
  return figures.reduce((total, each) => total + each, 0);
}
