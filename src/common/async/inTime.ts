/** The default time in milliseconds. Suits reading a file or looking up a symbol. A language server may never answer. */
const maxReadTime = 5_000;

/**
 * Resolves or rejects like `promise`. If `promise` takes longer than `maxTime` milliseconds, by default 5 seconds,
 * resolves with `replacement`.
 */
export async function inTime<Result, Replacement>(
  promise: PromiseLike<Result>,
  replacement: Replacement,
  maxTime = maxReadTime,
): Promise<Result | Replacement> {
  const { promise: ended, resolve } = Promise.withResolvers<Replacement>();
  const timer = setTimeout(() => resolve(replacement), maxTime);
  try {
    return await Promise.race([promise, ended]);
  } finally {
    clearTimeout(timer);
  }
}
