import { asJsonObject, type JsonObject } from '../../common/json.ts';
import type { Usage } from '../../common/usage.ts';

/** Reads a usage object in any of the shapes servers send. Returns undefined without input tokens, which every request has. */
export function parseUsage(value: unknown): Usage | undefined {
  const usage = asJsonObject(value);
  const reportedInput = firstCount(usage['prompt_tokens'], usage['input_tokens'], usage['prompt_eval_count']);
  if (reportedInput === undefined) return undefined;

  const cachedInDetails = firstCount(
    asJsonObject(usage['prompt_tokens_details'])['cached_tokens'],
    asJsonObject(usage['input_tokens_details'])['cached_tokens'],
  );
  // This field counts tokens that the input figure excludes, unless the details repeat them.
  const onTop = cachedInDetails === undefined ? firstCount(usage['cache_read_input_tokens']) : undefined;
  const inputTokens = reportedInput + (onTop ?? 0);
  if (inputTokens === 0) return undefined;
  const outputTokens = outputOf(usage, inputTokens);
  if (outputTokens === undefined) return undefined;

  const cached = cachedInDetails ?? sum(cachedOutsideDetails(usage), onTop);
  return {
    inputTokens,
    cachedInputTokens: cached === undefined ? undefined : Math.min(inputTokens, cached),
    outputTokens,
  };
}

function cachedOutsideDetails(usage: JsonObject): number | undefined {
  return firstCount(usage['prompt_cache_hit_tokens'], usage['cached_tokens'], usage['cached_input_tokens']);
}

/** Takes the larger figure: some servers exclude reasoning from the completion figure but not from the total. */
function outputOf(usage: JsonObject, inputTokens: number): number | undefined {
  const completion = firstCount(usage['completion_tokens'], usage['output_tokens'], usage['eval_count']);
  const total = firstCount(usage['total_tokens']);
  const rest = total === undefined || total < inputTokens ? undefined : total - inputTokens;
  return completion === undefined ? rest : Math.max(completion, rest ?? 0);
}

/** Returns undefined if nothing was reported. A reported zero means that nothing was cached. */
function sum(cached: number | undefined, onTop: number | undefined): number | undefined {
  return cached === undefined ? onTop || undefined : cached + (onTop ?? 0);
}

/** Far more than any model processes at once. Larger figures would make sums of nano-dollars inexact. */
const mostTokens = 1_000_000_000;

function firstCount(...figures: readonly unknown[]): number | undefined {
  return figures.find(
    (figure) => Number.isSafeInteger(figure) && (figure as number) >= 0 && (figure as number) <= mostTokens,
  ) as number | undefined;
}
