import { asJsonObject, isJsonObject, type JsonObject } from '../../../common/json.ts';
import { plainText, reasoningOfMessage, reasoningOfPart } from './messageContent.ts';

/** The fields of a message that are shown if they are strings, or that have no text of the model. */
const shownFields: ReadonlySet<string> = new Set([
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
    '^(?:role|type|object|index|status|channel|annotations|citations|images?)$',
    '(?:^|_)ids?$',
    'url|signature|fingerprint|obfuscation|padding|logprob|provider|search|time|created',
  ].join('|'),
  'i',
);
const reasoningName = /reason|think/i;
/**
 * The assumed maximum of the output tokens of a generated image. The length of an image says nothing about its tokens.
 * The largest images of OpenAI's gpt-image-1 have 6,240 tokens, those of Gemini about 2,500.
 */
const maxImageTokens = 8_192;
/** Deeper values are not counted. */
const maxDepth = 4;

/**
 * Returns the number of UTF-8 bytes of the output in a chunk that is not shown, but that the service charges: the
 * output of other choices than `shown`, tool calls, the transcript of audio, and unknown fields of a message or a
 * content part. Counts maxImageTokens for each image. Ignores metadata.
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
  const hasReasoning = reasoningOfMessage(fields) !== '';
  let bytes = 0;
  for (const name in fields) {
    const value = fields[name];
    if ((typeof value === 'string' && shownFields.has(name)) || (hasReasoning && reasoningName.test(name))) continue;
    if (name === 'content') bytes += hiddenInContent(value);
    else if (name === 'images' && Array.isArray(value)) bytes += value.length * maxImageTokens;
    else bytes += lengthOf({ [name]: value });
  }
  return bytes;
}

function hiddenInContent(content: unknown): number {
  let bytes = 0;
  // A reply may have millions of parts that are strings.
  for (const part of Array.isArray(content) ? content : [content])
    if (typeof part !== 'string') bytes += isJsonObject(part) ? hiddenInPart(part) : hiddenInText(part);
  return bytes;
}

function hiddenInPart(part: JsonObject): number {
  if (typeof part['type'] === 'string' && part['type'].includes('image')) return maxImageTokens;
  const hasReasoning = reasoningOfPart(part) !== '';
  let bytes = 0;
  for (const name in part) {
    const value = part[name];
    if (hasReasoning && (name === 'summary' || reasoningName.test(name))) continue;
    if (name === 'text') bytes += hiddenInText(value);
    else if (name !== 'refusal' || typeof value !== 'string') bytes += lengthOf({ [name]: value });
  }
  return bytes;
}

/** Returns the length of the text in a value that plainText does not find. */
function hiddenInText(value: unknown): number {
  return typeof value === 'string' ? 0 : lengthOf(value) - lengthOf(plainText(value));
}

/** Returns the number of UTF-8 bytes of the text in a value. */
function lengthOf(value: unknown, depth = 0): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null || depth > maxDepth) return 0;
  let bytes = 0;
  for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
    if (typeof inner !== 'string' && (typeof inner !== 'object' || inner === null)) continue;
    bytes += Array.isArray(value) ? lengthOf(inner, depth + 1) : lengthOfField(name, inner, depth + 1);
  }
  return bytes;
}

function lengthOfField(name: string, value: unknown, depth: number): number {
  if ((name === 'arguments' || name === 'input') && isJsonObject(value)) return lengthOfJson(value);
  // The audio itself is in base64. Its length says nothing about its tokens.
  if (name === 'audio') return lengthOf(asJsonObject(value)['transcript'], depth);
  return metadata.test(name) ? 0 : lengthOf(value, depth);
}

/** Returns the length of the arguments of a tool, which the model wrote as JSON. 0 if they are nested too deeply. */
function lengthOfJson(value: JsonObject): number {
  try {
    return Buffer.byteLength(JSON.stringify(value));
  } catch {
    return 0;
  }
}
