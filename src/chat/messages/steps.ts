/** A computation in small steps. Each step yields the number of UTF-16 code units that it has processed. */
export type Steps<T> = Generator<number, T>;

/**
 * The length after which `runInSlices` pauses, in UTF-16 code units. Processing it takes a few milliseconds. The list of
 * sessions reads 16 sessions at once, so that 16 slices may run in one turn of the event loop.
 */
const sliceLength = 256 * 1024;

/** Runs all steps, and resolves with the result. Pauses after each slice, so that other tasks can run. */
export async function runInSlices<T>(steps: Steps<T>): Promise<T> {
  let length = 0;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    length += step.value;
    if (length < sliceLength) continue;
    length = 0;
    await letOthersRun();
  }
}

/** Resolves in a later turn of the event loop, so that other tasks can run before the caller goes on. */
export async function letOthersRun(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
