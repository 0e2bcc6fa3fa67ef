import { readChatChunk } from './chatChunk.ts';
import { describeErrorValue, type ErrorBody } from '../errorBody.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../common/json.ts';
import type { ReplyParts } from './replyParts.ts';
import { salvageJson } from './salvageJson.ts';
import { eventTooLarge, unreadableReply } from './streamErrorCode.ts';
import { createTextTemplate } from './textTemplate.ts';

/** Takes what the framings find: the data of one event or line, or a whole document. */
export interface PayloadReader {
  /** JSON, `[DONE]`, or blank, which is nothing. What cannot be read is counted and left out. */
  take(data: string, eventName?: string): void;
  /** What stands at the end of the body without the mark that ends it: it counts only if it is whole. */
  takeLast(data: string, eventName?: string): void;
  /** A line of an event stream whose field is unknown, or which has none: some servers send errors so. */
  takeStrayLine(line: string): void;
  /** JSON over several lines. If it was cut off, what was paid for is still shown. False if it is no such thing. */
  takeDocument(text: string): boolean;
  /** An event, a line or a document became longer than is kept. */
  giveUp(): void;
  finish(): void;
}

export function createPayloadReader(parts: ReplyParts): PayloadReader {
  let hasReadable = false;
  const template = createTextTemplate();
  let malformed = 0;
  /** Objects that are no part of a reply, such as the progress of a queue, or all of a body from a wrong address. */
  let foreign = 0;
  /** It has the words of an error and no `error` field: it is one if no part of a reply follows. */
  let possibleError: ErrorBody | undefined;

  const takeObject = (chunk: JsonObject) => {
    if (isPartOfReply(chunk)) {
      hasReadable = true;
      possibleError = undefined;
    } else {
      takeForeign(chunk);
    }
    readChatChunk(chunk, parts);
  };

  const takeForeign = (chunk: JsonObject) => {
    if (chunk['type'] === 'ping') return;
    foreign += 1;
    const described = describeErrorValue(chunk);
    if (chunk['object'] === 'error' || chunk['type'] === 'error') parts.fail(described);
    else if (described.detail !== '') possibleError = described;
  };

  const takeValue = (value: unknown) => {
    if (isJsonObject(value)) takeObject(value);
    else if (Array.isArray(value)) value.forEach(takeElement);
    else malformed += 1;
  };

  const takeElement = (element: unknown) => {
    if (isJsonObject(element)) takeObject(element);
    else malformed += 1;
  };

  const failIfErrorCameLast = () => {
    if (possibleError !== undefined && !parts.isComplete) parts.fail(possibleError);
  };

  const takeNoJson = (data: string, eventName: string | undefined) => {
    const words = data.trim();
    if (words === '') return;
    if (words === '[DONE]') {
      hasReadable = true;
      failIfErrorCameLast();
      parts.end();
    } else if (eventName === 'error') {
      parts.fail(describeErrorValue(words));
    } else {
      malformed += 1;
    }
  };

  const take = (data: string, eventName?: string) => {
    if (data === '' || parts.isFinished) return;
    const text = eventName === 'error' ? undefined : template.read(data);
    if (text !== undefined) {
      possibleError = undefined;
      parts.addText(text);
      return;
    }
    template.learn(data);
    const value = parseJson(data);
    if (value === undefined) takeNoJson(data, eventName);
    else if (eventName === 'error') parts.fail(describeErrorValue(value));
    else takeValue(value);
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
      else if ('error' in value) takeObject(value);
    },
    takeDocument(text) {
      const value = parseJson(text);
      if (value !== undefined) {
        takeValue(value);
        return true;
      }
      const salvaged = salvageJson(text);
      if (salvaged === undefined) return false;
      hasReadable = true;
      const chunks = [salvaged].flat().filter(isJsonObject);
      for (const chunk of chunks) readChatChunk(chunk, wordsOnly(parts));
      return true;
    },
    giveUp: () => parts.giveUp({ detail: '', code: eventTooLarge }),
    finish() {
      failIfErrorCameLast();
      if (hasReadable && malformed > 0) parts.addNotice('malformedEvents');
      if (!hasReadable && malformed + foreign > 0) parts.giveUp({ detail: '', code: unreadableReply });
    },
  };
}

function isPartOfReply(chunk: JsonObject): boolean {
  return Array.isArray(chunk['choices']) || 'usage' in chunk || 'done' in chunk || 'response' in chunk || isJsonObject(chunk['message']);
}

/** Of a document that was cut off, figures and marks prove nothing, and half an error might name half a key. */
function wordsOnly(parts: ReplyParts): ReplyParts {
  return {
    ...parts,
    addUsage: () => undefined,
    addFinishReason: () => undefined,
    complete: () => undefined,
    fail: () => parts.fail({ detail: '', code: undefined }),
  };
}
