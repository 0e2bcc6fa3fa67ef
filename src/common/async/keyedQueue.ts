/**
 * Returns a function that runs operations with the same key one after the other. Operations with different keys may run
 * at the same time. The returned function resolves or rejects as the operation does.
 */
export function createKeyedQueue(): <T>(key: string, operation: () => Promise<T>) => Promise<T> {
  /** For each key, the last operation. */
  const lastOperations = new Map<string, Promise<unknown>>();
  return async (key, operation) => {
    const running = (lastOperations.get(key) ?? Promise.resolve()).then(operation);
    const ended = running.then(
      () => undefined,
      () => undefined,
    );
    lastOperations.set(key, ended);
    try {
      return await running;
    } finally {
      if (lastOperations.get(key) === ended) lastOperations.delete(key);
    }
  };
}
