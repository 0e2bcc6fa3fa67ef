/** Calls back each second, until it is stopped or its node has left the page. */
export interface Ticker {
  /** Counts from zero; does nothing while it runs. */
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
