import type { ReplyPart } from '../common/protocol/conversationProtocol.ts';
import type { Cost } from './cost.ts';
import type { LiveOutput, LivePrice } from './livePrice.ts';

/** Estimates the cost of a request while the reply arrives, and while the reply is silent. */
export interface LiveCost {
  /** Adds the next piece of the reply. */
  add(part: ReplyPart, text: string): void;
  /** Call this after a change of `missed` that must be reported as soon as new text would be; see `onChange`. */
  refresh(): void;
  /** Stops counting. `onChange` is not called again. */
  end(): void;
}

export interface LiveCostDependencies {
  /** Counts the tokens of a text. If `count` or `price` rejects, `onChange` is not called again. */
  readonly count: (text: string) => Promise<number>;
  /**
   * Returns the upper bound of the charged output that has not arrived by now or could not be read, in the service's
   * tokens. `outputTokens` is our count of the output that arrived.
   */
  readonly missed: (outputTokens: number) => number;
  readonly price: LivePrice;
  /**
   * Called after the first piece of the reply, even if the count is still 0. Later calls come only if the count or
   * `missed` has changed. A change of `missed` alone is noticed once a second, even before the first piece, and
   * also after `refresh`. A count starts at most twice a second.
   */
  readonly onChange: (cost: Cost, output: LiveOutput) => void;
}

const intervalMilliseconds = 500;
const silenceIntervalMilliseconds = 1_000;
/**
 * Text of at least this many UTF-16 code units is counted even if no word is followed by a space, as in languages
 * without spaces. Each such count may be one token too high.
 */
const longestWord = 1_000;

/**
 * Creates a LiveCost that counts each piece of text only once. Until the end, one timer watches for silence. A second
 * timer runs only if there is new text to count.
 */
export function createLiveCost({ count, missed, price, onChange }: LiveCostDependencies): LiveCost {
  const uncounted: Record<ReplyPart, string> = { reasoning: '', text: '' };
  let outputTokens = 0;
  let hasText = false;
  /** The output at the last call of `onChange`. */
  let notified: LiveOutput = { outputTokens: 0, missedTokens: 0, hasText: false };
  /** True if a run must report a change of `missed` without waiting for the silence timer. */
  let isRefreshDue = false;
  let isCounting = false;
  let hasEnded = false;
  let lastCounted = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silenceTimer = setInterval(() => watchSilence(), silenceIntervalMilliseconds);

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
    outputTokens += reasoning + text;
    const output = { outputTokens, missedTokens: missed(outputTokens), hasText };
    if (isSame(output, notified)) return;
    const cost = await price(output);
    if (hasEnded) return;
    notified = output;
    onChange(cost, output);
  };

  const end = () => {
    hasEnded = true;
    clearTimeout(timer);
    clearInterval(silenceTimer);
  };

  const run = async () => {
    timer = undefined;
    isCounting = true;
    isRefreshDue = false;
    lastCounted = performance.now();
    try {
      await refresh();
    } catch {
      end();
    } finally {
      isCounting = false;
      scheduleRun();
    }
  };

  function scheduleRun(): void {
    if (hasEnded || isCounting || timer !== undefined) return;
    const isTextKnown =
      hasText === notified.hasText && Object.values(uncounted).every((text) => lastWordEnd(text) === 0);
    if (isTextKnown && !isRefreshDue) return;
    const wait = lastCounted + intervalMilliseconds - performance.now();
    if (wait <= 0) void run();
    else timer = setTimeout(() => void run(), wait);
  }

  function watchSilence(): void {
    // A count that is running or scheduled also updates the missed output.
    if (isCounting || timer !== undefined || missed(outputTokens) === notified.missedTokens) return;
    void run();
  }

  return {
    add(part, text) {
      uncounted[part] += text;
      hasText = true;
      scheduleRun();
    },
    refresh() {
      isRefreshDue = missed(outputTokens) !== notified.missedTokens;
      scheduleRun();
    },
    end,
  };
}

function isSame(one: LiveOutput, other: LiveOutput): boolean {
  const { outputTokens, missedTokens, hasText } = other;
  return one.outputTokens === outputTokens && one.missedTokens === missedTokens && one.hasText === hasText;
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
