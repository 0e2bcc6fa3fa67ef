/**
 * Returns a function that calls `run`, but ignores a call while an earlier call with the same key runs. Otherwise, a
 * double click would start an action twice.
 *
 * @param keyOf Returns the key of a call. By default, the key is the value itself.
 */
export function ignoreWhileRunning<Value>(
  run: (value: Value) => Promise<void>,
  keyOf: (value: Value) => unknown = (value) => value,
): (value: Value) => Promise<void> {
  const running = new Set<unknown>();
  return async (value) => {
    const key = keyOf(value);
    if (running.has(key)) return;
    running.add(key);
    try {
      await run(value);
    } finally {
      running.delete(key);
    }
  };
}
