/** A task that runs when it was not scheduled again for some time. */
export interface Debounce {
  /** Replaces a task that is still pending. */
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
