/** Reports when nothing was received for a while. */
export interface QuietTimer {
  /** Something was received. Restarts the timer: `milliseconds` without another sign are reported; 0 turns it off. */
  signOfLife(milliseconds: number): void;
  /** Waits as long again before the next report. */
  keepWaiting(): void;
  stop(): void;
}

/** `onQuiet` gets the time of the last sign of life, in milliseconds since the epoch. */
export function createQuietTimer(now: () => number, onQuiet: (since: number) => void): QuietTimer {
  let since = now();
  let countedFrom = since;
  let duration = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // A fast reply gives thousands of signs: rather than restart the timer for each, check how old the last one is.
  const check = () => {
    const rest = countedFrom + duration - now();
    timer = rest > 0 ? setTimeout(check, rest) : undefined;
    if (rest <= 0) onQuiet(since);
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
