/**
 * Returns a function that calls `run` and caches its result. All calls during a run share this run. The result is
 * cached for `lifetime` milliseconds after the end of the run, so that a run that takes longer than this time is not
 * started again while it continues. A rejection is cached in the same way.
 *
 * @param now Returns the time in milliseconds.
 */
export function createCachedRun<Result>(
  run: () => Promise<Result>,
  lifetime: number,
  now: () => number,
): () => Promise<Result> {
  let latest: Promise<Result> | undefined;
  /** The time when `latest` becomes stale. Infinity until its run ends. */
  let staleAt = Infinity;
  return async () => {
    if (latest === undefined || now() > staleAt) {
      staleAt = Infinity;
      latest = run().finally(() => {
        staleAt = now() + lifetime;
      });
    }
    return latest;
  };
}
