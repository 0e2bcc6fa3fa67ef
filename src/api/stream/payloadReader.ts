import { isJsonObject, parseJson, type JsonObject } from '../../common/json.ts';
import { describeErrorValue, type ErrorBody } from '../errorBody.ts';
import { eventTooLarge, unreadableReply } from '../errors.ts';
import { readChatChunk } from './chatChunk.ts';
import type { ReplyParts } from './replyParts.ts';
import { salvageJson } from './salvageJson.ts';
import { createTextTemplate } from './textTemplate.ts';

/** Reads the payloads that a framing finds: the data of one event, one line, or a whole document. */
export interface PayloadReader {
  /** Takes JSON, `[DONE]`, or blank text, which is ignored. Anything else is counted as malformed and skipped. */
  take(data: string, eventName?: string): void;
  /** Takes the payload at the end of a body that lacks its end mark. Ignored unless it is whole. */
  takeLast(data: string, eventName?: string): void;
  /** Takes a line of an event stream with an unknown field or none: some servers send errors like this. */
  takeStrayLine(line: string): void;
  /** Takes JSON that spans several lines; of a document that was cut off, its text. Returns false if it is no JSON. */
  takeDocument(text: string): boolean;
  /** Ends the reply because an event, a line or a document is longer than maxEventLength. */
  giveUp(): void;
  finish(): void;
}

export function createPayloadReader(parts: ReplyParts): PayloadReader {
  const values = createValueReader(parts);
  const template = createTextTemplate();

  const takeMark = (data: string, eventName: string | undefined) => {
    const words = data.trim();
    if (words === '') return;
    if (words === '[DONE]') values.end();
    else if (eventName === 'error') parts.fail(describeErrorValue(words));
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

/** Reads parsed payloads, and decides at the end what those mean that are no part of a reply. */
function createValueReader(parts: ReplyParts) {
  let hasReadable = false;
  let malformed = 0;
  /** Objects that are no part of a reply, such as a queue's progress, or the whole body from a wrong address. */
  let foreign = 0;
  /** Words of an error in an object without an `error` field. It is the reply's error if no part of a reply follows. */
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
      for (const chunk of chunks) readChatChunk(chunk, wordsOnly(parts));
    },
    addText(text: string) {
      possibleError = undefined;
      parts.addText(text);
    },
    addMalformed() {
      malformed += 1;
    },
    /** Takes the end mark. */
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
 * Takes only the words of a document that was cut off: its figures and marks prove nothing, and half an error might
 * contain half a key.
 */
function wordsOnly(parts: ReplyParts): ReplyParts {
  return {
    ...parts,
    addUsage: () => undefined,
    addFinishReason: () => undefined,
    complete: () => undefined,
    fail: () => parts.fail({ detail: '', code: undefined }),
  };
}
