/** Sets the part of `run` in which `countTurns` counts. */
export interface TurnCounter {
  /** Sets the number back to 0, and counts again. */
  readonly start: () => void;
  /** Keeps the number as it is until `start` is called. */
  readonly stop: () => void;
}

/**
 * Calls `run`, and resolves with its result and the number of turns of the event loop meanwhile. In each turn, other tasks
 * can run. Reading and writing files also takes turns, so `run` can use its argument to count only a part of its time.
 */
export async function countTurns<T>(run: (counter: TurnCounter) => Promise<T>): Promise<readonly [T, number]> {
  let turns = 0;
  let isCounting = true;
  let ticker = setImmediate(function tick() {
    if (isCounting) turns += 1;
    ticker = setImmediate(tick);
  });
  try {
    const result = await run({
      start: () => {
        turns = 0;
        isCounting = true;
      },
      stop: () => {
        isCounting = false;
      },
    });
    return [result, turns];
  } finally {
    clearImmediate(ticker);
  }
}
