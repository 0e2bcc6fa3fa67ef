/** Calls `onTick` every second until the ticker is stopped or `node` is no longer on the page. */
export interface Ticker {
  /** Starts to count seconds from 0. Does nothing if the ticker is already running. */
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
