import { isJsonObject, parseJson, type JsonObject } from '../../common/json.ts';
import { describeErrorValue, type ErrorBody } from '../errorBody.ts';
import { eventTooLarge, unreadableReply } from '../errors.ts';
import { readChatChunk } from './chatChunk.ts';
import type { ReplyParts } from './replyParts.ts';
import { salvageJson } from './salvageJson.ts';
import { createTextTemplate } from './textTemplate.ts';

/** Reads the payloads that a framing finds: the data of an event, a line, or a document. */
export interface PayloadReader {
  /** Reads JSON or `[DONE]`. Ignores blank text. Skips any other text and counts it as malformed. */
  take(data: string, eventName?: string): void;
  /** Like `take`, for an event without its blank line at the end of the body. Ignores truncated JSON. */
  takeLast(data: string, eventName?: string): void;
  /** Reads a line of an event stream without a known field name: some servers send errors in such lines. */
  takeStrayLine(line: string): void;
  /** Reads a JSON document. Of a truncated document it reads only the text. Returns false if the text is not JSON. */
  takeDocument(text: string): boolean;
  /** Ends the reply with an error: an event, line or document is longer than maxEventLength. */
  giveUp(): void;
  /** Called at the end of the body. Adds an error or a notice about payloads that were not part of a reply. */
  finish(): void;
}

export function createPayloadReader(parts: ReplyParts): PayloadReader {
  const values = createValueReader(parts);
  const template = createTextTemplate();

  const takeMark = (data: string, eventName: string | undefined) => {
    const text = data.trim();
    if (text === '') return;
    if (text === '[DONE]') values.end();
    else if (eventName === 'error') parts.fail(describeErrorValue(text));
    else values.addMalformed();
  };

  const take = (data: string, eventName?: string) => {
    if (data === '' || parts.isFinished) return;
    const text = eventName === 'error' ? undefined : template.read(data);
    if (text !== undefined) {
      values.addText(text);
      return;
    }
    template.learn(data);
    const value = parseJson(data);
    if (value === undefined) takeMark(data, eventName);
    else if (eventName === 'error') parts.fail(describeErrorValue(value));
    else values.take(value);
  };

  return {
    take,
    takeLast(data, eventName) {
      if (parseJson(data) !== undefined || data.trim() === '[DONE]') take(data, eventName);
    },
    takeStrayLine(line) {
      const isErrorField = line.startsWith('error:');
      if (parts.isFinished || !(isErrorField || line.startsWith('{'))) return;
      const value = parseJson(isErrorField ? line.slice('error:'.length) : line);
      if (!isJsonObject(value)) return;
      if (isErrorField) parts.fail(describeErrorValue(value));
      else if ('error' in value) values.take(value);
    },
    takeDocument(text) {
      const value = parseJson(text);
      if (value !== undefined) {
        values.take(value);
        return true;
      }
      const salvaged = salvageJson(text);
      if (salvaged !== undefined) values.takeSalvaged(salvaged);
      return salvaged !== undefined;
    },
    giveUp: () => parts.giveUp({ detail: '', code: eventTooLarge }),
    finish: () => values.finish(),
  };
}

/** Reads parsed payloads. Some are not part of a reply; only the end of the body shows if they are an error. */
function createValueReader(parts: ReplyParts) {
  let hasReadable = false;
  let malformed = 0;
  /** Counts objects that are not part of a reply, such as the progress of a queue or JSON from a wrong URL. */
  let foreign = 0;
  /** The message of the last foreign object. It becomes the reply's error if no part of a reply follows. */
  let possibleError: ErrorBody | undefined;

  const takeForeign = (chunk: JsonObject) => {
    if (chunk['type'] === 'ping') return;
    foreign += 1;
    const described = describeErrorValue(chunk);
    if (chunk['object'] === 'error' || chunk['type'] === 'error') parts.fail(described);
    else if (described.detail !== '') possibleError = described;
  };

  const takeElement = (element: unknown) => {
    if (!isJsonObject(element)) {
      malformed += 1;
      return;
    }
    if (isPartOfReply(element)) {
      hasReadable = true;
      possibleError = undefined;
    } else {
      takeForeign(element);
    }
    readChatChunk(element, parts);
  };

  const failIfErrorCameLast = () => {
    if (possibleError !== undefined && !parts.isComplete) parts.fail(possibleError);
  };

  return {
    take(value: unknown) {
      if (Array.isArray(value)) value.forEach(takeElement);
      else takeElement(value);
    },
    takeSalvaged(value: unknown) {
      hasReadable = true;
      const chunks = [value].flat().filter(isJsonObject);
      for (const chunk of chunks) readChatChunk(chunk, textOnly(parts));
    },
    addText(text: string) {
      possibleError = undefined;
      parts.addText(text);
    },
    addMalformed() {
      malformed += 1;
    },
    /** Called at the end mark `[DONE]`. */
    end() {
      hasReadable = true;
      failIfErrorCameLast();
      parts.end();
    },
    finish() {
      failIfErrorCameLast();
      if (hasReadable && malformed > 0) parts.addNotice('malformedEvents');
      if (!hasReadable && malformed + foreign > 0) parts.giveUp({ detail: '', code: unreadableReply });
    },
  };
}

function isPartOfReply(chunk: JsonObject): boolean {
  if (Array.isArray(chunk['choices']) || isJsonObject(chunk['message'])) return true;
  return 'usage' in chunk || 'done' in chunk || 'response' in chunk;
}

/**
 * Accepts only the text of a truncated document. Numbers and marks in it may be truncated as well. An error loses its
 * message, which might contain half an API key that redact would not recognise.
 */
function textOnly(parts: ReplyParts): ReplyParts {
  return {
    ...parts,
    addUsage: () => undefined,
    addFinishReason: () => undefined,
    complete: () => undefined,
    fail: () => parts.fail({ detail: '', code: undefined }),
  };
}
