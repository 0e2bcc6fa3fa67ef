import type { ReplyPart } from '../common/protocol/conversationProtocol.ts';
import type { Cost } from './cost.ts';

/** What a reply costs while it comes. */
export interface LiveCost {
  /** More of the reply came. */
  add(part: ReplyPart, text: string): void;
  /** The reply has ended: nothing more is counted or told. */
  end(): void;
}

export interface LiveCostDependencies {
  /** Counts tokens. When it rejects, nothing more is told. */
  readonly count: (text: string) => Promise<number>;
  /** What the request costs with so many tokens of output. */
  readonly price: (outputTokens: number) => Promise<Cost>;
  /** Called with what came first, then at most twice a second, and only when more was counted: so many tokens of output. */
  readonly onChange: (cost: Cost, outputTokens: number) => void;
}

const intervalMilliseconds = 500;
/** More than this is counted though no word ends in it, as in languages without spaces: each time it makes a token too many at most. */
const longestWord = 1_000;

/** Counts what comes once, and only what is new; nothing runs while nothing comes. */
export function createLiveCost({ count, price, onChange }: LiveCostDependencies): LiveCost {
  const uncounted: Record<ReplyPart, string> = { reasoning: '', text: '' };
  let outputTokens = 0;
  let isTold = false;
  let isCounting = false;
  let hasEnded = false;
  let lastCounted = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  /** Takes what is uncounted up to its last whole word, where the tokenizer parts it as well. */
  const takeWords = (part: ReplyPart): string => {
    const text = uncounted[part];
    const words = text.slice(0, lastWordEnd(text));
    uncounted[part] = text.slice(words.length);
    return words;
  };

  const update = async () => {
    timer = undefined;
    isCounting = true;
    lastCounted = performance.now();
    try {
      const counted = await Promise.all([takeWords('reasoning'), takeWords('text')].map(async (words) => (words === '' ? 0 : count(words))));
      const added = counted.reduce((sum, tokens) => sum + tokens, 0);
      if (isTold && added === 0) return;
      outputTokens += added;
      const cost = await price(outputTokens);
      if (hasEnded) return;
      isTold = true;
      onChange(cost, outputTokens);
    } catch {
      hasEnded = true;
    } finally {
      isCounting = false;
      schedule();
    }
  };

  const schedule = () => {
    if (hasEnded || isCounting || timer !== undefined) return;
    if (isTold && Object.values(uncounted).every((text) => lastWordEnd(text) === 0)) return;
    const rest = lastCounted + intervalMilliseconds - performance.now();
    if (rest <= 0) void update();
    else timer = setTimeout(() => void update(), rest);
  };

  return {
    add(part, text) {
      uncounted[part] += text;
      schedule();
    },
    end() {
      hasEnded = true;
      clearTimeout(timer);
    },
  };
}

/** A blank between two words begins a token, and no token reaches across its beginning. */
function lastWordEnd(text: string): number {
  for (let end = text.lastIndexOf(' '); end > 0; end = text.lastIndexOf(' ', end - 1)) {
    if (!/\s/u.test(text.charAt(end - 1))) return end;
  }
  if (text.length < longestWord) return 0;
  // Not between the halves of a character.
  return /[\ud800-\udbff]$/u.test(text) ? text.length - 1 : text.length;
}
