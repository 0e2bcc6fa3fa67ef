import { asJsonObject, isJsonObject, type JsonObject } from '../../../common/json.ts';
import { describeErrorValue, type ErrorBody } from '../../errorBody.ts';
import { maxRedactedLength } from '../../redact.ts';
import { hiddenOutputBytes } from './hiddenOutput.ts';
import { plainText, reasoningOfMessage, reasoningOfPart } from './messageContent.ts';
import { parseUsage } from './parseUsage.ts';
import type { ReplyParts } from '../replyParts.ts';
import { takeShownChoice } from './shownChoice.ts';

/**
 * Adds the content of a JSON object to `parts`. The object is a part of a reply: an OpenAI `chat.completion.chunk`, a
 * whole `chat.completion`, a `text_completion`, a line of Ollama's native API, or an error. Of unknown fields, and of
 * all choices except the shown one, adds only the number of bytes.
 */
export function readChatChunk(chunk: JsonObject, parts: ReplyParts): void {
  const choice = takeShownChoice(chunk['choices'], parts.shownChoice);
  const groq = chunk['x_groq'];
  const reported = chunk['usage'] ?? choice?.['usage'] ?? asJsonObject(groq)['usage'];
  const usage = reported === undefined || reported === null ? undefined : parseUsage(reported);
  const error = errorOf(chunk) ?? errorOf(choice) ?? errorOf(groq);
  // Add the usage after the output of this chunk, because the usage includes this output. Even a chunk with an error
  // may report usage.
  if (error === undefined) parts.addUnread(hiddenOutputBytes(chunk['choices'], choice ?? chunk));
  if (error !== undefined) parts.fail(error);
  else if (choice === undefined) readOllama(chunk, parts);
  else readChoice(choice, parts);
  if (usage !== undefined) parts.addUsage(usage);
}

function readChoice(choice: JsonObject, parts: ReplyParts): void {
  const { delta, text, message } = choice;
  if (isJsonObject(delta)) readMessage(delta, parts.addText, parts.addReasoning, parts);
  // Together AI repeats the content of the delta in `text`.
  if (typeof text === 'string' && ![delta, message].some(hasContentString)) parts.addText(text);
  if (isJsonObject(message)) readMessage(message, parts.addWholeText, parts.addWholeReasoning, parts);
  addFinishReason(choice['finish_reason'], parts, () => isEmptyChoice(choice));
}

function hasContentString(message: unknown): boolean {
  const { content } = asJsonObject(message);
  return typeof content === 'string' && content !== '';
}

/**
 * Ignores a reason that is not a string, and the text `null`. Shortens a long reason, because the service may send many
 * megabytes.
 */
function addFinishReason(reason: unknown, parts: ReplyParts, isAlone: () => boolean): void {
  if (typeof reason !== 'string' || reason === '' || reason === 'null') return;
  parts.addFinishReason(reason.slice(0, maxRedactedLength), isAlone());
}

/** Returns true if a choice has only a role, an index and a finish reason, apart from empty fields. */
function isEmptyChoice({ delta, text, message }: JsonObject): boolean {
  return [text, message].every(isEmpty) && Object.entries(asJsonObject(delta)).every(isEmptyField);
}

function isEmptyField([name, value]: readonly [name: string, value: unknown]): boolean {
  return name === 'role' || isEmpty(value);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/**
 * Reads a line of Ollama's native API. The text is in `message` (chat) or `response` (completion). The last line has
 * `done: true` and the token counts.
 */
function readOllama(chunk: JsonObject, parts: ReplyParts): void {
  if (typeof chunk['thinking'] === 'string') parts.addReasoning(chunk['thinking']);
  if (typeof chunk['response'] === 'string') parts.addText(chunk['response']);
  if (isJsonObject(chunk['message'])) readMessage(chunk['message'], parts.addText, parts.addReasoning, parts);
  if (chunk['done'] !== true) return;
  parts.complete();
  addFinishReason(chunk['done_reason'], parts, () => true);
  const usage = parseUsage(chunk);
  if (usage !== undefined) parts.addUsage(usage);
}

type AddText = (text: string) => void;

const ignore: AddText = () => undefined;

function readMessage(message: JsonObject, addText: AddText, addReasoning: AddText, parts: ReplyParts): void {
  const reasoning = reasoningOfMessage(message);
  if (reasoning !== '') addReasoning(reasoning);

  const content = message['content'];
  // The content may repeat the reasoning.
  const addOtherReasoning = reasoning === '' ? addReasoning : ignore;
  if (typeof content === 'string') addText(content);
  else if (Array.isArray(content)) readContentParts(content, addText, addOtherReasoning, parts);
  else readContentPart(content, addText, addOtherReasoning, parts);

  if (typeof message['refusal'] === 'string') addRefusal(message['refusal'], addText, parts);
  const calls = message['tool_calls'];
  if ((Array.isArray(calls) && calls.length > 0) || isJsonObject(message['function_call']))
    parts.addNotice('toolCalls');
}

function readContentParts(
  content: readonly unknown[],
  addText: AddText,
  addReasoning: AddText,
  parts: ReplyParts,
): void {
  // Joining is much faster than adding each part. A reply may have millions of parts.
  if (content.every((part) => typeof part === 'string')) addText(content.join(''));
  else for (const part of content) readContentPart(part, addText, addReasoning, parts);
}

function readContentPart(part: unknown, addText: AddText, addReasoning: AddText, parts: ReplyParts): void {
  if (!isJsonObject(part)) {
    addText(plainText(part));
    return;
  }
  if (typeof part['refusal'] === 'string') addRefusal(part['refusal'], addText, parts);
  addReasoning(reasoningOfPart(part));
  addText(plainText(part['text']));
}

function addRefusal(refusal: string, addText: AddText, parts: ReplyParts): void {
  if (refusal === '') return;
  addText(refusal);
  parts.addNotice('refusal');
}

/**
 * Returns the error in an object, or undefined. Some servers send an `error` that is null, false or empty if there is
 * no error.
 */
function errorOf(fields: unknown): ErrorBody | undefined {
  if (!isJsonObject(fields)) return undefined;
  const error = fields['error'];
  if (error === undefined || error === null || error === '' || error === false) return undefined;
  if (typeof error === 'object' && Object.keys(error).length === 0) return undefined;
  return describeErrorValue(fields);
}
