import type { ReplyPart } from '../common/protocol/conversationProtocol.ts';
import type { Cost } from './cost.ts';

/** Prices a reply while it arrives. */
export interface LiveCost {
  /** Takes the next piece of the reply. */
  add(part: ReplyPart, text: string): void;
  /** Stops counting and calling `onChange`. */
  end(): void;
}

export interface LiveCostDependencies {
  /** Counts tokens. If it rejects, the cost is not updated any more. */
  readonly count: (text: string) => Promise<number>;
  /** Prices the request with so many tokens of output. */
  readonly price: (outputTokens: number) => Promise<Cost>;
  /** Called first for the first piece, then at most twice a second, and only if more was counted. */
  readonly onChange: (cost: Cost, outputTokens: number) => void;
}

const intervalMilliseconds = 500;
/**
 * Text of this length is counted even if no word ends in it, as in languages without spaces. Each cut may overcount by
 * one token.
 */
const longestWord = 1_000;

/** Counts only what is new, once. No timer runs while nothing arrives. */
export function createLiveCost({ count, price, onChange }: LiveCostDependencies): LiveCost {
  const uncounted: Record<ReplyPart, string> = { reasoning: '', text: '' };
  let outputTokens = 0;
  let isTold = false;
  let isCounting = false;
  let hasEnded = false;
  let lastCounted = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Counts up to the last whole word: the tokenizer never joins it with what follows. */
  const countWords = async (part: ReplyPart): Promise<number> => {
    const text = uncounted[part];
    const words = text.slice(0, lastWordEnd(text));
    uncounted[part] = text.slice(words.length);
    return words === '' ? 0 : count(words);
  };

  const refresh = async () => {
    const [reasoning, text] = await Promise.all([countWords('reasoning'), countWords('text')]);
    const added = reasoning + text;
    if (isTold && added === 0) return;
    outputTokens += added;
    const cost = await price(outputTokens);
    if (hasEnded) return;
    isTold = true;
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
    if (isTold && Object.values(uncounted).every((text) => lastWordEnd(text) === 0)) return;
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

/** Returns the end of the last whole word. A space between words begins a token, and no token spans its beginning. */
function lastWordEnd(text: string): number {
  for (let end = text.lastIndexOf(' '); end > 0; end = text.lastIndexOf(' ', end - 1)) {
    if (!/\s/u.test(text.charAt(end - 1))) return end;
  }
  if (text.length < longestWord) return 0;
  // Not between the two halves of a surrogate pair.
  return /[\ud800-\udbff]$/u.test(text) ? text.length - 1 : text.length;
}
