/** Reports when nothing was received for a given time. Reports again only after a restart. */
export interface QuietTimer {
  /** Call when something was received. Restarts the timer with a timeout of `milliseconds`. 0 turns the timer off. */
  signOfLife(milliseconds: number): void;
  /** Restarts the timer with the same timeout. The next report still gives the time of the last sign of life. */
  keepWaiting(): void;
  stop(): void;
}

/** `onQuiet` gets the time of the last sign of life, in milliseconds since the epoch. */
export function createQuietTimer(now: () => number, onQuiet: (since: number) => void): QuietTimer {
  let since = now();
  let countedFrom = since;
  let duration = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // A fast reply calls `signOfLife` thousands of times. To avoid a new timer per call, check the elapsed time here.
  const check = () => {
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
