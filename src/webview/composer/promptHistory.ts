/**
 * Walks through earlier prompts, as a shell does. A walk begins at the newest entry, the unsent text that was in the
 * box. All older entries are prompts. Edits of entries are kept until `end` or `resume` is called. Edits never
 * change the prompts.
 */
export interface PromptHistory {
  /** The unsent text while a prompt is shown; undefined while the unsent text itself is shown. */
  readonly unsentText: string | undefined;
  /**
   * True if the caller must call `setPrompts` before the next call of `older`. Always false while a prompt older than
   * the newest prompt is shown, because new prompts would shift the positions in the list.
   */
  readonly isStale: boolean;
  /**
   * Replaces the prompts. `older` goes through `prompts` from the first to the last. The first prompt is called the
   * newest here, although a prompt of another session may be newer (see `PanelAnswers.listPrompts`).
   */
  readonly setPrompts: (prompts: readonly string[]) => void;
  /** Marks the prompts as stale. */
  readonly expire: () => void;
  /**
   * Goes to the next older entry and returns its text. Keeps `current` as the edited text of the entry shown before.
   * If the oldest entry is already shown, does nothing and returns undefined.
   */
  readonly older: (current: string) => string | undefined;
  /**
   * Goes to the next newer entry and returns its text. Keeps `current` as the edited text of the entry shown before.
   * If the unsent text is already shown, does nothing and returns undefined.
   */
  readonly newer: (current: string) => string | undefined;
  /** Continues a walk that began before the panel was rebuilt, as if the newest prompt were shown. */
  readonly resume: (unsentText: string) => void;
  /**
   * Ends the walk, because the extension shows the unsent text again. Keeps `current` as the edited text of the shown
   * entry, and the edits of the other entries. Returns false if the unsent text is already shown.
   */
  readonly leave: (current: string) => boolean;
  /** Ends the walk, and drops the unsent text and all edits of entries. */
  readonly end: () => void;
}

export function createPromptHistory(): PromptHistory {
  let prompts: readonly string[] = [];
  let isStale = true;
  /** Index of the shown entry. 0 is the unsent text, 1 the newest prompt. */
  let index = 0;
  /** Edited texts of entries, by index. */
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
    leave: (current) => {
      if (index === 0) return false;
      edited.set(index, current).delete(0);
      index = 0;
      return true;
    },
    end,
  };
}
