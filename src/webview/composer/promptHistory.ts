/**
 * Walks through earlier prompts, as a shell does. The unsent text is the newest entry. Edits of entries are kept until
 * the walk ends, and never change the stored prompts.
 */
export interface PromptHistory {
  /** Text of the box when the walk began; undefined outside of a walk. */
  readonly unsentText: string | undefined;
  /** True if the prompts must be requested before `older`. False past the newest prompt: a walk keeps its prompts. */
  readonly isStale: boolean;
  /** Replaces the prompts: the newest first. */
  readonly setPrompts: (prompts: readonly string[]) => void;
  /** Marks the prompts as stale. */
  readonly expire: () => void;
  /** Returns the next older entry; undefined at the oldest. Keeps `current`, the text shown now, with its edits. */
  readonly older: (current: string) => string | undefined;
  /** Returns the next newer entry; undefined outside of a walk. Keeps `current`, as `older` does. */
  readonly newer: (current: string) => string | undefined;
  /** Continues a walk that began before the panel was rebuilt. Only its unsent text is known. */
  readonly resume: (unsentText: string) => void;
  /** Ends the walk. The unsent text and all edits of entries are dropped. */
  readonly end: () => void;
}

export function createPromptHistory(): PromptHistory {
  let prompts: readonly string[] = [];
  let isStale = true;
  /** 0 is the unsent text, 1 the newest prompt. */
  let index = 0;
  /** Edited texts by index. */
  const edited = new Map<number, string>();

  function walk(step: 1 | -1, current: string): string {
    edited.set(index, current);
    index += step;
    return edited.get(index) ?? prompts[index - 1] ?? '';
  }

  function end(): void {
    index = 0;
    edited.clear();
  }

  return {
    get unsentText() {
      return index === 0 ? undefined : edited.get(0);
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
    resume: (unsentText) => {
      end();
      edited.set(0, unsentText);
      index = 1;
    },
    end,
  };
}
