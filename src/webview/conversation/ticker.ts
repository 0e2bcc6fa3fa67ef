/** A timer that calls `onTick` every second. Stops by itself at the first tick at which `node` is not on the page. */
export interface Ticker {
  /** Starts the timer. `onTick` gets the seconds since this call. Does nothing if the ticker is already running. */
  readonly start: () => void;
  readonly stop: () => void;
}

export function createTicker(node: Node, onTick: (seconds: number) => void): Ticker {
  let timer: ReturnType<typeof setInterval> | undefined;

  function start(): void {
    if (timer !== undefined) return;
    const started = performance.now();
    timer = setInterval(() => {
      if (node.isConnected) onTick(Math.round((performance.now() - started) / 1000));
      else stop();
    }, 1000);
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return { start, stop };
}
