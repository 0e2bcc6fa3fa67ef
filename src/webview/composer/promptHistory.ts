/**
 * Walks through earlier prompts as a shell does: the text that was being written is the newest entry, and what is
 * changed on the way stays until the walk is over, without changing what was sent.
 */
export interface PromptHistory {
  /** What the box held when the walk began; undefined while nobody walks. */
  readonly aside: string | undefined;
  /** The prompts are to be asked for before the next walk begins. */
  readonly isStale: boolean;
  /** The earlier prompts, the latest first. */
  readonly setPrompts: (prompts: readonly string[]) => void;
  readonly expire: () => void;
  /** What to show in place of `current`; undefined when there is nothing older. */
  readonly older: (current: string) => string | undefined;
  /** What to show in place of `current`; undefined while nobody walks. */
  readonly newer: (current: string) => string | undefined;
  /** Goes on with a walk that began before the panel was made anew. */
  readonly resume: (aside: string) => void;
  readonly end: () => void;
}

export function createPromptHistory(): PromptHistory {
  let prompts: readonly string[] = [];
  let isStale = true;
  /** 0 is what was being written, 1 the latest prompt. */
  let index = 0;
  const changed = new Map<number, string>();

  function walk(step: 1 | -1, current: string): string {
    changed.set(index, current);
    index += step;
    return changed.get(index) ?? prompts[index - 1] ?? '';
  }

  function end(): void {
    index = 0;
    changed.clear();
  }

  return {
    get aside() {
      return index === 0 ? undefined : changed.get(0);
    },
    get isStale() {
      return isStale && index < 2;
    },
    setPrompts: (latest) => {
      prompts = latest;
      isStale = false;
    },
    expire: () => {
      isStale = true;
    },
    older: (current) => (index < prompts.length ? walk(1, current) : undefined),
    newer: (current) => (index > 0 ? walk(-1, current) : undefined),
    resume: (aside) => {
      end();
      changed.set(0, aside);
      index = 1;
    },
    end,
  };
}
