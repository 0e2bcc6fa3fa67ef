import type { Usage } from '../common/usage.ts';
import { describeErrorValue, type ErrorBody } from './errorBody.ts';

/** What one event of the stream says, whatever its shape. */
export interface ChatChunk {
  readonly text: string;
  readonly finishReason: string | undefined;
  readonly usage: Usage | undefined;
  readonly error: ErrorBody | undefined;
}

/** Reads one parsed event in the shape of an OpenAI `chat.completion.chunk`. Unknown fields are ignored. */
export function parseChatChunk(value: unknown): ChatChunk {
  const chunk = asRecord(value);
  const choice = firstChoice(chunk['choices']);
  const error = chunk['error'];
  return {
    text: contentText(asRecord(choice['delta'] ?? choice['message'])['content'] ?? choice['text']),
    finishReason: typeof choice['finish_reason'] === 'string' ? choice['finish_reason'] : undefined,
    usage: parseUsage(chunk['usage'] ?? asRecord(chunk['x_groq'])['usage']),
    error: error === undefined || error === null ? undefined : describeErrorValue(error),
  };
}

/** Reads a usage object in any of the shapes servers send; undefined when it makes no sense. */
export function parseUsage(value: unknown): Usage | undefined {
  const usage = asRecord(value);
  const reportedInput = tokenCount(usage['prompt_tokens'] ?? usage['input_tokens']);
  const completion = tokenCount(usage['completion_tokens'] ?? usage['output_tokens']);
  if (reportedInput === undefined || completion === undefined) return undefined;

  // This one field counts tokens that the input figure leaves out.
  const readFromCache = tokenCount(usage['cache_read_input_tokens']) ?? 0;
  const inputTokens = reportedInput + readFromCache;
  const cached = cachedTokens(usage);
  // Some servers leave reasoning out of the completion figure but not out of the total.
  const total = tokenCount(usage['total_tokens']) ?? 0;
  return {
    inputTokens,
    cachedInputTokens: cached === undefined && readFromCache === 0 ? undefined : Math.min(inputTokens, (cached ?? 0) + readFromCache),
    outputTokens: Math.max(completion, total - inputTokens),
  };
}

function cachedTokens(usage: Readonly<Record<string, unknown>>): number | undefined {
  const details = asRecord(usage['prompt_tokens_details'] ?? usage['input_tokens_details']);
  return tokenCount(
    details['cached_tokens'] ??
      usage['prompt_cache_hit_tokens'] ??
      usage['cached_tokens'] ??
      usage['cached_input_tokens'],
  );
}

function tokenCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function firstChoice(choices: unknown): Readonly<Record<string, unknown>> {
  if (!Array.isArray(choices)) return {};
  const first: unknown = choices.find((choice) => (asRecord(choice)['index'] ?? 0) === 0);
  return asRecord(first);
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => contentText(asRecord(part)['text'])).join('');
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
