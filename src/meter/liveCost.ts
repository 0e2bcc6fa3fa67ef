import type { ReplyPart } from '../common/protocol/conversationProtocol.ts';
import type { Cost } from './cost.ts';

/** Estimates the cost of a request while the reply arrives. */
export interface LiveCost {
  /** Adds the next piece of the reply. */
  add(part: ReplyPart, text: string): void;
  /** Stops counting. `onChange` is not called again. */
  end(): void;
}

export interface LiveCostDependencies {
  /** Counts the tokens of a text. If `count` or `price` rejects, `onChange` is not called again. */
  readonly count: (text: string) => Promise<number>;
  /** Estimates the cost of the request with this number of output tokens so far. */
  readonly price: (outputTokens: number) => Promise<Cost>;
  /**
   * First called after the first piece of the reply, even if the count is still 0. Later calls come only if the count
   * has grown. A count starts at most twice a second.
   */
  readonly onChange: (cost: Cost, outputTokens: number) => void;
}

const intervalMilliseconds = 500;
/**
 * Text of at least this many UTF-16 code units is counted even if no word is followed by a space, as in languages
 * without spaces. Each such count may be one token too high.
 */
const longestWord = 1_000;

/**
 * Creates a LiveCost that counts each piece of text only once, and starts a timer only if there is new text to count.
 */
export function createLiveCost({ count, price, onChange }: LiveCostDependencies): LiveCost {
  const uncounted: Record<ReplyPart, string> = { reasoning: '', text: '' };
  let outputTokens = 0;
  /** True after the first call of `onChange`. */
  let hasNotified = false;
  let isCounting = false;
  let hasEnded = false;
  let lastCounted = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Counts the tokens of the text up to `lastWordEnd`, and keeps the rest for the next count. No token contains both the
   * end of a word and the space after the word, so the text before the space can be counted without the rest.
   */
  const countWords = async (part: ReplyPart): Promise<number> => {
    const text = uncounted[part];
    const words = text.slice(0, lastWordEnd(text));
    uncounted[part] = text.slice(words.length);
    return words === '' ? 0 : count(words);
  };

  const refresh = async () => {
    const [reasoning, text] = await Promise.all([countWords('reasoning'), countWords('text')]);
    const added = reasoning + text;
    if (hasNotified && added === 0) return;
    outputTokens += added;
    const cost = await price(outputTokens);
    if (hasEnded) return;
    hasNotified = true;
    onChange(cost, outputTokens);
  };

  const run = async () => {
    timer = undefined;
    isCounting = true;
    lastCounted = performance.now();
    try {
      await refresh();
    } catch {
      hasEnded = true;
    } finally {
      isCounting = false;
      scheduleRun();
    }
  };

  function scheduleRun(): void {
    if (hasEnded || isCounting || timer !== undefined) return;
    if (hasNotified && Object.values(uncounted).every((text) => lastWordEnd(text) === 0)) return;
    const wait = lastCounted + intervalMilliseconds - performance.now();
    if (wait <= 0) void run();
    else timer = setTimeout(() => void run(), wait);
  }

  return {
    add(part, text) {
      uncounted[part] += text;
      scheduleRun();
    },
    end() {
      hasEnded = true;
      clearTimeout(timer);
    },
  };
}

/**
 * Returns the index of the last space after a word, because a new token begins at this space. Looks for such a space
 * only in the last `longestWord` UTF-16 code units, because searching megabytes of spaces would block the process. If
 * there is none, returns 0 for a text that is shorter than `longestWord`. For a longer text, returns the text's length,
 * or one less if the text ends with the first half of a surrogate pair.
 */
function lastWordEnd(text: string): number {
  const first = Math.max(0, text.length - longestWord);
  for (let end = text.lastIndexOf(' '); end > first; end = text.lastIndexOf(' ', end - 1)) {
    if (!/\s/u.test(text.charAt(end - 1))) return end;
  }
  if (text.length < longestWord) return 0;
  return /[\ud800-\udbff]$/u.test(text) ? text.length - 1 : text.length;
}
