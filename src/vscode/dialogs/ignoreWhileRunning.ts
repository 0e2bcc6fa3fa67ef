/**
 * Returns a function that calls `run`, but ignores a call while an earlier call with the same key runs. Otherwise, a
 * double click would start an action twice.
 */
export function ignoreWhileRunning<Key>(run: (key: Key) => Promise<void>): (key: Key) => Promise<void> {
  const running = new Set<Key>();
  return async (key) => {
    if (running.has(key)) return;
    running.add(key);
    try {
      await run(key);
    } finally {
      running.delete(key);
    }
  };
}
