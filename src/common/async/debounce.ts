/** Runs a task after a delay. Drops the task if another task is scheduled before the delay is over. */
export interface Debounce {
  /** Replaces the pending task, if any, and restarts the delay. */
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
