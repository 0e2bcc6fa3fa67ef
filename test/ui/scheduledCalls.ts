export interface TrackedWindow {
  readonly scheduled: {
    /** Requested calls that have neither run nor been cancelled. An interval stays until it is cancelled. */
    readonly pending: Set<string>;
    /** Number of timers, frames and idle callbacks that were requested so far. */
    count: number;
    /** The original `requestAnimationFrame`, for the test itself. */
    readonly untrackedFrame: (callback: (time: number) => void) => void;
  };
}

/** Runs before the page's scripts, and tracks the timers, frames and idle callbacks that the scripts request. */
export function trackScheduledCalls(): void {
  const scheduled: TrackedWindow['scheduled'] = {
    pending: new Set(),
    count: 0,
    untrackedFrame: window.requestAnimationFrame.bind(window),
  };
  Object.assign(window, { scheduled });
  const functions = [
    ['setTimeout', 'clearTimeout'],
    ['setInterval', 'clearInterval'],
    ['requestAnimationFrame', 'cancelAnimationFrame'],
    ['requestIdleCallback', 'cancelIdleCallback'],
  ] as const;
  for (const [start, cancel] of functions) {
    const originalStart = window[start].bind(window) as (callback: () => void, ...rest: unknown[]) => number;
    const originalCancel: (id: number) => void = window[cancel].bind(window);
    Object.assign(window, {
      [start]: (callback: (...args: unknown[]) => void, ...rest: unknown[]) => {
        const id = originalStart(
          (...args: unknown[]) => {
            if (start !== 'setInterval') scheduled.pending.delete(`${start} ${id}`);
            callback(...args);
          },
          ...rest,
        );
        scheduled.pending.add(`${start} ${id}`);
        scheduled.count += 1;
        return id;
      },
      [cancel]: (id: number) => {
        scheduled.pending.delete(`${start} ${id}`);
        originalCancel(id);
      },
    });
  }
}
