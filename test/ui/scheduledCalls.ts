export interface TrackedWindow {
  readonly scheduled: {
    /**
     * The requested calls that have neither run nor been cancelled: each a function name and an id, such as
     * `setTimeout 3`. An interval stays here until it is cancelled.
     */
    readonly pending: Set<string>;
    /** Number of timers, frames and idle callbacks that were requested so far. */
    count: number;
    /** The original `requestAnimationFrame`. The test uses it, so that its own requests are not tracked. */
    readonly untrackedFrame: (callback: (time: number) => void) => void;
  };
}

/** Tracks the timers, frames and idle callbacks that the page's scripts request. Must run before these scripts. */
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
