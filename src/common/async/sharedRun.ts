/**
 * Returns a function that calls `run`, but never while an earlier run continues. All calls during a run share the next
 * run, because the current run may miss changes that were made after it started. Each call resolves or rejects with the
 * run that it waits for.
 */
export function createSharedRun(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  return async () => {
    next ??= running
      .catch(() => undefined)
      .then(async () => {
        next = undefined;
        // `running` must be set before `run` starts, because `run` itself may call the returned function.
        const ended = Promise.withResolvers<undefined>();
        running = ended.promise;
        run().then(() => ended.resolve(undefined), ended.reject);
        await running;
      });
    await next;
  };
}
