/**
 * Returns a function that runs pieces of work one after the other, in the order of its calls. It resolves with the
 * result of `work`, or rejects with its error. After the pieces have taken `maxTime` together, it runs no more work, and
 * resolves with `replacement`. It lets other tasks run before a piece if it last did so `maxTurn` ago. Only the last
 * piece before each bound can exceed the bound.
 *
 * @param maxTime In milliseconds.
 * @param maxTurn In milliseconds.
 * @param now Returns the time in milliseconds.
 */
export function createBoundedWork(
  maxTime: number,
  maxTurn: number,
  now: () => number,
): <Result>(work: () => Result, replacement: Result) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  let time = 0;
  let turnEnd = now() + maxTurn;

  async function run<Result>(work: () => Result, replacement: Result): Promise<Result> {
    if (time >= maxTime) return replacement;
    if (now() >= turnEnd) {
      await new Promise((resolve) => setImmediate(resolve));
      turnEnd = now() + maxTurn;
    }
    const start = now();
    try {
      return work();
    } finally {
      time += now() - start;
    }
  }

  return async (work, replacement) => {
    const result = last.then(async () => run(work, replacement));
    last = result.catch(() => undefined);
    return result;
  };
}
