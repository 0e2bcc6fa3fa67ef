/** Delays a task until nothing else was scheduled for a fixed time. */
export interface Debounce {
  /** Replaces the pending task, if any, and starts the delay again. */
  readonly schedule: (task: () => void) => void;
  readonly cancel: () => void;
}

export function createDebounce(milliseconds: number): Debounce {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    schedule: (task) => {
      clearTimeout(timer);
      timer = setTimeout(task, milliseconds);
    },
    cancel: () => clearTimeout(timer),
  };
}
