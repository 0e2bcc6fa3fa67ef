/** Says when nothing has come for a while, so that nobody waits without knowing. */
export interface QuietTimer {
  /** Something came: from now on it is quiet after so many milliseconds without another sign; 0 is never. */
  signOfLife(milliseconds: number): void;
  /** The person wants to wait as long once more. */
  keepWaiting(): void;
  stop(): void;
}

/** `onQuiet` gets the time of the last sign of life: milliseconds since the epoch. */
export function createQuietTimer(now: () => number, onQuiet: (since: number) => void): QuietTimer {
  let since = now();
  let countedFrom = since;
  let duration = 0;
  let timer: NodeJS.Timeout | undefined;

  // A fast reply gives thousands of signs: the timer looks how long ago the last one was, instead of being set anew.
  const look = () => {
    const rest = countedFrom + duration - now();
    timer = rest > 0 ? setTimeout(look, rest) : undefined;
    if (rest <= 0) onQuiet(since);
  };
  const start = (milliseconds: number) => {
    clearTimeout(timer);
    duration = milliseconds;
    timer = milliseconds > 0 ? setTimeout(look, milliseconds) : undefined;
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
