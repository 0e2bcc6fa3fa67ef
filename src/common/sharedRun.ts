/**
 * Returns a function that calls `run`, but never while an earlier run continues. All calls during a run share the next
 * run, because the current run may miss the latest changes. Each call resolves or rejects with its run.
 */
export function createSharedRun(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return async () => {
    next ??= running
      .catch(() => undefined)
      .then(async () => {
        next = undefined;
        running = run();
        await running;
      });
    await next;
  };
}
