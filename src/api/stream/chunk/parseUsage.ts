import { asJsonObject, type JsonObject } from '../../../common/json.ts';
import type { Usage } from '../../../common/usage.ts';

/**
 * Reads a usage object in the format of any known server. Returns undefined if input or output tokens cannot be
 * determined, or if the input is zero.
 */
export function parseUsage(value: unknown): Usage | undefined {
  const usage = asJsonObject(value);
  const reportedInput = firstCount(usage['prompt_tokens'], usage['input_tokens'], usage['prompt_eval_count']);
  if (reportedInput === undefined) return undefined;

  const cachedInDetails = firstCount(
    asJsonObject(usage['prompt_tokens_details'])['cached_tokens'],
    asJsonObject(usage['input_tokens_details'])['cached_tokens'],
  );
  // The reported input excludes cache_read_input_tokens. However, if the details report cached tokens, the reported
  // input already includes all cached tokens.
  const separateCached = cachedInDetails === undefined ? firstCount(usage['cache_read_input_tokens']) : undefined;
  const inputTokens = reportedInput + (separateCached ?? 0);
  if (inputTokens === 0) return undefined;
  const outputTokens = outputOf(usage, inputTokens);
  if (outputTokens === undefined) return undefined;

  const cached = cachedInDetails ?? sum(cachedOutsideDetails(usage), separateCached);
  return {
    inputTokens,
    cachedInputTokens: cached === undefined ? undefined : Math.min(inputTokens, cached),
    outputTokens,
  };
}

function cachedOutsideDetails(usage: JsonObject): number | undefined {
  return firstCount(usage['prompt_cache_hit_tokens'], usage['cached_tokens'], usage['cached_input_tokens']);
}

/**
 * Returns the reported output or the total minus the input, whichever is larger. If only one of these counts is known,
 * returns that count. Some servers include reasoning tokens in `total_tokens` but not in `completion_tokens`.
 */
function outputOf(usage: JsonObject, inputTokens: number): number | undefined {
  const completion = firstCount(usage['completion_tokens'], usage['output_tokens'], usage['eval_count']);
  const total = firstCount(usage['total_tokens']);
  const rest = total === undefined || total < inputTokens ? undefined : total - inputTokens;
  return completion === undefined ? rest : Math.max(completion, rest ?? 0);
}

/**
 * Returns the sum of two counts of cached tokens. The reported input includes `cachedInside`, but not `separateCached`,
 * which is `cache_read_input_tokens`. Returns undefined if `cachedInside` is undefined and `separateCached` is 0 or
 * undefined.
 */
function sum(cachedInside: number | undefined, separateCached: number | undefined): number | undefined {
  return cachedInside === undefined ? separateCached || undefined : cachedInside + (separateCached ?? 0);
}

/**
 * The largest valid token count. No model can process so many tokens. With larger counts, sums of costs could lose
 * precision.
 */
const maxTokens = 1_000_000_000;

/** Returns the first value that is a valid token count, or undefined. */
function firstCount(...values: readonly unknown[]): number | undefined {
  return values.find(
    (value) => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= maxTokens,
  ) as number | undefined;
}
