import type { JsonObject } from '../../../common/json.ts';

/**
 * Returns the reasoning of a message, or an empty text. Takes only one field, because a server that sends several of
 * these fields repeats the same text in each.
 */
export function reasoningOfMessage(message: JsonObject): string {
  return plainText(message['reasoning_content']) || plainText(message['reasoning']) || plainText(message['thinking']);
}

/** Returns the reasoning of a content part, or an empty text. Databricks sends the reasoning in `summary`. */
export function reasoningOfPart(part: JsonObject): string {
  return plainText(part['thinking']) || plainText(part['reasoning']) || plainText(part['summary']);
}

/**
 * Returns the text of a field or of a content part. The value is a string or contains nested parts. Ignores text that
 * is nested too deeply.
 */
export function plainText(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (depth > 4 || typeof value !== 'object' || value === null) return '';
  if (Array.isArray(value)) return value.map((part) => plainText(part, depth + 1)).join('');
  const { text, thinking, content } = value as JsonObject;
  return plainText(text ?? thinking ?? content, depth + 1);
}
