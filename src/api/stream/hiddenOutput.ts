import { asJsonObject, isJsonObject, type JsonObject } from '../../common/json.ts';

/** The fields of a message whose text is shown, or that have no text of the model. */
const knownFields: ReadonlySet<string> = new Set([
  'role',
  'content',
  'refusal',
  'reasoning_content',
  'reasoning',
  'thinking',
]);
/** Matches the names of fields that a service adds to the output of the model, such as ids, padding and sources. */
const metadata = new RegExp(
  [
    '^(?:role|type|object|index|status|channel|annotations|citations|audio|images?)$',
    '(?:^|_)ids?$',
    'url|signature|fingerprint|obfuscation|padding|logprob|provider|search|time|created',
  ].join('|'),
  'i',
);
const reasoningName = /reason|think/i;
/** Deeper values are not counted. */
const maxDepth = 4;

/**
 * Returns the number of UTF-8 bytes of the output in a chunk that is not shown, but that the service charges: the
 * output of other choices than `shown`, tool calls, and unknown fields of a message. Ignores metadata.
 */
export function hiddenOutputBytes(choices: unknown, shown: JsonObject): number {
  let bytes = hiddenIn(shown['delta']) + hiddenIn(shown['message']);
  for (const choice of Array.isArray(choices) ? choices : [])
    if (isJsonObject(choice) && choice !== shown)
      bytes += lengthOf([choice['delta'], choice['message'], choice['text']]);
  return bytes;
}

/** Returns the length of the fields of a message that are not shown. */
function hiddenIn(message: unknown): number {
  const fields = asJsonObject(message);
  // Some services repeat the reasoning in another form.
  const hasReasoning = Boolean(fields['reasoning_content'] || fields['reasoning'] || fields['thinking']);
  let bytes = 0;
  for (const name in fields) {
    if (knownFields.has(name) || (hasReasoning && reasoningName.test(name))) continue;
    bytes += lengthOf({ [name]: fields[name] });
  }
  return bytes;
}

function lengthOf(value: unknown, depth = 0): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null || depth > maxDepth) return 0;
  let bytes = 0;
  for (const [name, inner] of Object.entries(value))
    if (Array.isArray(value) || !metadata.test(name)) bytes += lengthOf(inner, depth + 1);
  return bytes;
}
