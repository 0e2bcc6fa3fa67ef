/**
 * Calls `run`, and resolves with its result and the number of turns of the event loop meanwhile. In each turn, other tasks
 * can run. `run` may call its argument `start`, which sets the number back to 0.
 */
export async function countTurns<T>(run: (start: () => void) => Promise<T>): Promise<readonly [T, number]> {
  let turns = 0;
  let ticker = setImmediate(function tick() {
    turns += 1;
    ticker = setImmediate(tick);
  });
  try {
    const result = await run(() => {
      turns = 0;
    });
    return [result, turns];
  } finally {
    clearImmediate(ticker);
  }
}
