import { countOccurrences } from '../../common/countOccurrences.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../common/json.ts';
import { describeErrorValue } from '../errorBody.ts';
import { eventTooLarge, replyTooLarge, unreadableReply } from '../errors.ts';
import { readChatChunk } from './chunk/chatChunk.ts';
import { createFloodCounter, type FloodCounter } from './floodCounter.ts';
import { maxEventLength } from './framing.ts';
import { addDigest, createDigestParts, type PayloadDigest, type PayloadFindings } from './payloadDigest.ts';
import type { ReplyParts } from './replyParts.ts';
import { salvageJson, type SalvagedJson } from './salvageJson.ts';
import { createShownChoice } from './chunk/shownChoice.ts';
import { createTextTemplate } from './textTemplate.ts';

/** Reads the payloads that a Framing finds. A payload is a line, a document, or the data of an event. */
export interface PayloadReader {
  /**
   * Reads JSON or `[DONE]`. Ignores blank text. In an event named `error`, JSON and any text except `[DONE]` become the
   * error that ends the reply. In any other payload, text that is neither JSON nor `[DONE]` counts as malformed.
   */
  take(data: string, eventName?: string): void;
  /**
   * Reads the last event of a body if no blank line follows the event. If the event is truncated, reads it like a
   * truncated document (see takeDocument), because its text was charged. Ignores a truncated error, and any other text
   * except `[DONE]`.
   */
  takeLast(data: string, eventName?: string): void;
  /**
   * Called for a line of an event stream that does not start with a known field name. Some servers send errors in such
   * lines. If the line contains no error, its bytes count as unread. Before an error ends the reply, calls `endEvent`,
   * which must pass the event before the line to takeLast.
   */
  takeStrayLine(line: string, endEvent: () => void): void;
  /** Called for each comment of an event stream. */
  skip(): void;
  /** Called with the number of `id`, `event` and `retry` lines of an event stream since the previous call. */
  skipFieldLines(count: number): void;
  /**
   * Reads a JSON document. If the document is truncated, ignores usage and finish reasons, and drops the message and
   * the code of an error. Returns false, and reads nothing, if the text is neither complete nor truncated JSON. Also
   * returns false if the document is truncated before its text and another object begins on a later line.
   */
  takeDocument(text: string): boolean;
  /**
   * Called if an event, a line or a document is longer than maxEventLength, or if reading it needs too much memory.
   * Ends the reply. Adds an error unless the reply is complete.
   */
  giveUp(): void;
  /** The number of calls of `take`. */
  readonly count: number;
  /** The number of comments of an event stream. */
  readonly commentCount: number;
  /**
   * The number of bytes of the reply that could not be read, or that are charged but not shown. These are malformed
   * payloads and lines, payloads that are too large, the end of a truncated payload from its first invalid character,
   * and hidden output (see hiddenOutputBytes). Includes objects that are not part of a reply, but only
   * while the reply has neither text nor reasoning nor usage.
   */
  readonly unreadBytes: number;
  readonly findings: () => PayloadFindings;
  /** Adds the digest of a payload that another PayloadReader has read. */
  addDigest(digest: PayloadDigest): void;
  /** Called at the end of the body. If payloads were malformed or not part of a reply, may add an error or a notice. */
  finish(): void;
}

const objectOnLaterLine = /\n\s*\{/;

export function createPayloadReader(parts: ReplyParts): PayloadReader {
  const flood = createFloodCounter();
  const values = createValueReader(parts, flood);
  const template = createTextTemplate();
  let count = 0;
  let commentCount = 0;

  const takeMark = (data: string, eventName: string | undefined) => {
    const text = data.trim();
    if (text === '[DONE]') values.end();
    else if (eventName === 'error') parts.fail(describeErrorValue(text));
    else values.addMalformed(data);
  };

  const takeValue = (data: string, eventName: string | undefined) => {
    if (/^\s*$/.test(data)) {
      values.skip();
      return;
    }
    template.learn(data, parts.shownChoice);
    const value = parseJson(data);
    if (value === undefined) takeMark(data, eventName);
    else if (eventName === 'error') parts.fail(describeErrorValue(value));
    else values.take(value, data);
  };

  const take = (data: string, eventName?: string) => {
    count += 1;
    if (parts.isFinished) return;
    const text = eventName === 'error' ? undefined : template.read(data);
    const { readable } = flood;
    if (text === undefined) takeValue(data, eventName);
    else values.addText(text);
    // An event of many data lines takes as long as many events.
    const lines = countOccurrences(data, '\n');
    if (lines === 0) return;
    if (flood.readable === readable) flood.addUseless(lines);
    else flood.addDataLines(lines);
    values.giveUpIfFlooded();
  };

  return {
    take,
    takeLast(data, eventName) {
      if (parseJson(data) !== undefined || data.trim() === '[DONE]') {
        take(data, eventName);
        return;
      }
      if (eventName === 'error') return;
      const salvaged = salvageJson(data);
      if (salvaged === undefined) parts.addUnread(byteLength(data));
      else values.takeSalvaged(salvaged, data);
    },
    takeStrayLine(line, endEvent) {
      if (!parts.isFinished) takeStrayLine(line, parts, values, endEvent);
    },
    skip() {
      commentCount += 1;
      values.skip();
    },
    skipFieldLines(added) {
      flood.addFieldLines(added, count);
      values.giveUpIfFlooded();
    },
    takeDocument(text) {
      const value = parseJson(text);
      if (value !== undefined) {
        values.take(value, text);
        return true;
      }
      const salvaged = salvageJson(text);
      if (salvaged === undefined || (objectOnLaterLine.test(salvaged.invalid) && !hasText(salvaged))) return false;
      values.takeSalvaged(salvaged, text);
      return true;
    },
    giveUp() {
      // After the end mark, no text is expected. Otherwise, the payload has at least one byte for each code unit.
      if (!parts.isComplete) parts.addUnread(maxEventLength);
      parts.giveUp({ detail: '', code: eventTooLarge });
    },
    get unreadBytes() {
      return values.unreadBytes();
    },
    get count() {
      return count;
    },
    get commentCount() {
      return commentCount;
    },
    findings: () => values.findings(),
    addDigest(digest) {
      if (parts.isFinished) return;
      values.addFindings(digest.findings);
      addDigest(digest, parts);
      if (digest.finish?.type === 'end') values.end();
      else if (digest.finish !== undefined) parts[digest.finish.type](digest.finish.error);
    },
    finish: () => values.finish(),
  };
}

const nothingFound: PayloadFindings = {
  hasReadable: false,
  malformed: 0,
  foreign: 0,
  foreignBytes: 0,
  possibleError: undefined,
};

/**
 * Creates a reader of parsed payloads. A payload that is not part of a reply may be an error. Often only the end of the
 * body shows whether the payload is an error; see `possibleError` of PayloadFindings.
 */
function createValueReader(parts: ReplyParts, flood: FloodCounter) {
  const found: Writable<PayloadFindings> = { ...nothingFound };

  const failIfErrorCameLast = () => {
    if (found.possibleError !== undefined && !parts.isComplete) parts.fail(found.possibleError);
  };

  const giveUpIfFlooded = () => {
    if (!flood.isFlood()) return;
    failIfErrorCameLast();
    parts.giveUp({ detail: '', code: found.hasReadable ? replyTooLarge : unreadableReply });
  };

  const noteReadable = () => {
    found.hasReadable = true;
    found.possibleError = undefined;
  };

  const skip = (count = 1) => {
    flood.addUseless(count);
    giveUpIfFlooded();
  };

  const addUnparsable = () => {
    flood.addUnparsable();
    giveUpIfFlooded();
  };

  const countMalformed = () => {
    found.malformed += 1;
    addUnparsable();
  };

  const takeElement = (element: unknown) => {
    if (!isJsonObject(element)) {
      countMalformed();
      return;
    }
    if (isPartOfReply(element)) {
      flood.addReadable();
      noteReadable();
    } else {
      skip();
      if (element['type'] !== 'ping') takeForeign(element, found, parts);
    }
    readChatChunk(element, parts);
  };

  return {
    /** `data` is the JSON text of `value`. */
    take(value: unknown, data: string) {
      const { malformed, foreign } = found;
      if (Array.isArray(value) && value.length === 0) skip();
      else if (Array.isArray(value)) value.forEach(takeElement);
      else takeElement(value);
      if (found.malformed > malformed) parts.addUnread(byteLength(data));
      else if (found.foreign > foreign) found.foreignBytes += byteLength(data);
    },
    /** `data` is the truncated JSON text. */
    takeSalvaged({ value, invalid }: SalvagedJson, data: string) {
      const chunks = objectsIn(value);
      if (chunks.some(isPartOfReply)) {
        parts.addUnread(byteLength(invalid));
        noteReadable();
      } else {
        found.foreignBytes += byteLength(data);
      }
      for (const chunk of chunks) readChatChunk(chunk, textOnly(parts));
    },
    addText(text: string) {
      flood.addReadable();
      found.possibleError = undefined;
      parts.addText(text);
    },
    addMalformed(data: string) {
      parts.addUnread(byteLength(data));
      countMalformed();
    },
    unreadBytes: () => parts.unreadBytes + (parts.hasContent ? 0 : found.foreignBytes),
    addUnparsable,
    skip,
    giveUpIfFlooded,
    findings: () => ({ ...found }),
    addFindings: (added: PayloadFindings) => addFindings(found, added),
    /** Called at `[DONE]`. */
    end() {
      // Some services send a finish reason with each piece of text, and then an object with a message.
      if (!parts.hasFinishReason) failIfErrorCameLast();
      giveUpIfUnreadable(found, parts);
      parts.end();
    },
    finish() {
      failIfErrorCameLast();
      if (isReply(found, parts) && found.malformed > 0) parts.addNotice('malformedEvents');
      giveUpIfUnreadable(found, parts);
    },
  };
}

type ValueReader = ReturnType<typeof createValueReader>;

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function isReply({ hasReadable }: PayloadFindings, { isComplete }: ReplyParts): boolean {
  return hasReadable || isComplete;
}

function giveUpIfUnreadable(found: PayloadFindings, parts: ReplyParts): void {
  if (isReply(found, parts) || found.malformed + found.foreign === 0) return;
  parts.giveUp({ detail: '', code: unreadableReply });
}

/** Takes an object that is not part of a reply. */
function takeForeign(chunk: JsonObject, found: Writable<PayloadFindings>, parts: ReplyParts): void {
  found.foreign += 1;
  const described = describeErrorValue(chunk);
  if (chunk['object'] === 'error' || chunk['type'] === 'error') parts.fail(described);
  else if (described.detail !== '') found.possibleError = described;
}

function addFindings(found: Writable<PayloadFindings>, added: PayloadFindings): void {
  found.malformed += added.malformed;
  found.foreign += added.foreign;
  found.foreignBytes += added.foreignBytes;
  if (added.hasReadable || added.possibleError !== undefined) found.possibleError = added.possibleError;
  found.hasReadable ||= added.hasReadable;
}

/** See PayloadReader. */
function takeStrayLine(line: string, parts: ReplyParts, values: ValueReader, endEvent: () => void): void {
  const isErrorField = line.startsWith('error:');
  // Search for the name `error` first, because parsing takes much longer.
  const isErrorObject = line.startsWith('{') && line.includes('"error"');
  values.skip();
  if (!isErrorField && !isErrorObject) {
    parts.addUnread(byteLength(line));
    return;
  }
  const value = parseJson(isErrorField ? line.slice('error:'.length) : line);
  if (value === undefined) values.addUnparsable();
  if (!isJsonObject(value)) return;
  if (isErrorField || 'error' in value) endEvent();
  if (isErrorField) parts.fail(describeErrorValue(value));
  else if ('error' in value) values.take(value, line);
}

function objectsIn(value: unknown): readonly JsonObject[] {
  return [value].flat().filter(isJsonObject);
}

/** Returns true if a truncated document contains text or reasoning. */
function hasText({ value }: SalvagedJson): boolean {
  const parts = createDigestParts(createShownChoice());
  for (const chunk of objectsIn(value)) readChatChunk(chunk, textOnly(parts));
  return parts.hasContent;
}

const utf8 = new TextEncoder();

function byteLength(text: string): number {
  return utf8.encode(text).byteLength;
}

function isPartOfReply(chunk: JsonObject): boolean {
  if (Array.isArray(chunk['choices']) || isJsonObject(chunk['message'])) return true;
  return 'usage' in chunk || 'done' in chunk || 'response' in chunk;
}

/**
 * Returns a copy of `parts` for a truncated document. The copy ignores usage and finish reasons, because these values
 * may be truncated, and never marks the reply as complete. The copy drops the message and the code of an error, because
 * redact might not recognise a truncated API key in these texts.
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
