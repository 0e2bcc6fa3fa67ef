/** A computation in small steps. Each step yields the number of UTF-16 code units that it has processed. */
export type Steps<T> = Generator<number, T>;

/** The length after which `runInSlices` pauses, in UTF-16 code units. Processing it takes some tens of milliseconds. */
const sliceLength = 1024 * 1024;

/** Runs all steps at once, and returns the result. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Resolves at the end of the last pause that a computation has begun. */
let lastPause = Promise.resolve();

/**
 * Lets the event loop turn. The pauses of several computations follow one another. Otherwise, a slice of each computation
 * would run in the same turn.
 */
async function pause(): Promise<void> {
  lastPause = lastPause.then(async () => new Promise((resolve) => setImmediate(resolve)));
  await lastPause;
}

/**
 * Runs all steps, and resolves with the result. Pauses after each slice, so that other tasks can run. If several
 * computations run, only one slice runs in each turn of the event loop.
 */
export async function runInSlices<T>(steps: Steps<T>): Promise<T> {
  let length = 0;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    length += step.value;
    if (length < sliceLength) continue;
    length = 0;
    await pause();
  }
}
