import { messageOverheadTokens, type History } from './cost.ts';
import type { TokenCounter } from './tokenCounter.ts';
import type { TokenFactor } from './tokenRatio.ts';

/** The input of a request: what the service has of the conversation, and the new message. */
export interface RequestText {
  /** The tokens that the service keeps of the session, if it keeps sessions. */
  readonly history: History;
  /** If it does not: the messages in the request that it may have cached. Counted instead of `history`. */
  readonly earlier?: readonly string[];
  /** The whole text of the new message. */
  readonly content: string;
}

/** Counts the texts of requests, each one once while it is being counted. */
export interface TextCounter {
  /** Returns undefined if the text cannot be counted now. */
  tryToCount(text: string): Promise<number | undefined>;
  /** Returns the upper bound if the text cannot be counted now. */
  count(text: string): Promise<number>;
  /** Returns the service's tokens before the new message; counts `earlier` if there is one. */
  countHistory(request: RequestText, input: TokenFactor): Promise<History>;
}

export function createTextCounter(counter: TokenCounter): TextCounter {
  const counting = new Map<string, Promise<number>>();
  /** The messages that were counted last; the next request repeats most of them. */
  let earlierCounts: ReadonlyMap<string, number> = new Map();

  const tryToCount = async (text: string) => {
    try {
      // A draft may have megabytes, and its price is asked for twice at once: with the session and without.
      const tokens = counting.get(text) ?? counter.count(text).finally(() => counting.delete(text));
      counting.set(text, tokens);
      return await tokens;
    } catch {
      return undefined;
    }
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

/** Returns an upper bound without counting: no token is shorter than a byte of UTF-8. */
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
