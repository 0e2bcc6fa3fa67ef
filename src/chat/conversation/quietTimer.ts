/** Reports once when nothing was received for a given time. A restart allows another report. */
export interface QuietTimer {
  /** Call when anything is received. Restarts the timer with a timeout of `milliseconds`. 0 turns the timer off. */
  signOfLife(milliseconds: number): void;
  /**
   * Restarts the timer with the same timeout. The next report still gives the time of the last call of `signOfLife`.
   */
  keepWaiting(): void;
  stop(): void;
}

/** `onQuiet` gets the time of the last call of `signOfLife`, in milliseconds since the epoch. */
export function createQuietTimer(now: () => number, onQuiet: (since: number) => void): QuietTimer {
  let since = now();
  let countedFrom = since;
  let duration = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // A fast reply causes thousands of calls of `signOfLife`. Most of these calls only store the time, and create no
  // timer. The check that is already scheduled computes the remaining time, and schedules the next check.
  const check = () => {
    // If the clock was set back, count from now.
    since = Math.min(since, now());
    countedFrom = Math.min(countedFrom, now());
    const remaining = countedFrom + duration - now();
    timer = remaining > 0 ? setTimeout(check, remaining) : undefined;
    if (remaining <= 0) onQuiet(since);
  };
  const start = (milliseconds: number) => {
    clearTimeout(timer);
    duration = milliseconds;
    timer = milliseconds > 0 ? setTimeout(check, milliseconds) : undefined;
  };

  return {
    signOfLife(milliseconds) {
      since = now();
      countedFrom = since;
      if (timer === undefined || milliseconds !== duration) start(milliseconds);
    },
    keepWaiting() {
      countedFrom = now();
      start(duration);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      duration = 0;
    },
  };
}
