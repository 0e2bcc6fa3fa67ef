import { isJsonObject, parseJson } from '../../common/json.ts';
import { readChatChunk } from './chatChunk.ts';
import type { ReplyParts } from './replyParts.ts';

/**
 * Reads the text of events without parsing their JSON, which is the slowest step of decoding. In most replies nearly
 * all events differ only in their text, so one parsed event is a template for the others.
 */
export interface TextTemplate {
  /** Returns the text of an event, or undefined if the event does not match the template and must be parsed. */
  read(data: string): string | undefined;
  /** Called for each event that had to be parsed. Tries to make it the new template; rarely, if few events match. */
  learn(data: string): void;
}

const maxInterval = 1024;

export function createTextTemplate(): TextTemplate {
  let pattern: Pattern | undefined;
  /** Learning is slow, so it has exponential backoff: the interval, in events, doubles until an event matches. */
  let interval = 1;
  let untilNextTry = 1;
  return {
    read(data) {
      if (pattern === undefined) return undefined;
      const { before, after } = pattern;
      const end = data.length - after.length;
      // Comparing slices is faster than startsWith and endsWith, which compare one character at a time.
      if (end < before.length || data.slice(0, before.length) !== before || data.slice(end) !== after) return undefined;
      const text = data.slice(before.length, end);
      if (!isPlain(text)) return undefined;
      interval = 1;
      untilNextTry = 1;
      return text;
    },
    learn(data) {
      untilNextTry -= 1;
      if (untilNextTry > 0) return;
      interval = Math.min(2 * interval, maxInterval);
      untilNextTry = interval;
      pattern = patternOf(data) ?? pattern;
    },
  };
}

interface Pattern {
  /** The data up to and including the quotation mark that opens the text. `after` starts with the closing one. */
  readonly before: string;
  readonly after: string;
}

/** Replaces the text of an event, to check the pattern. */
const probe = 'probe';

/** Returns undefined if the event contains more than a text, or if the text cannot be replaced by another. */
function patternOf(data: string): Pattern | undefined {
  const text = onlyTextOf(data);
  if (text === undefined || !isPlain(text)) return undefined;
  const start = data.indexOf(`"${text}"`);
  if (start < 0 || start !== data.lastIndexOf(`"${text}"`)) return undefined;
  const before = data.slice(0, start + 1);
  const after = data.slice(start + 1 + text.length);
  return onlyTextOf(before + probe + after) === probe ? { before, after } : undefined;
}

/** Returns true for text that JSON does not escape: without quotation marks, backslashes and control characters. */
function isPlain(text: string): boolean {
  return !/["\\\u0000-\u001f]/.test(text);
}

/** Returns the text of an event, or undefined if the event contains several texts or anything else. */
function onlyTextOf(data: string): string | undefined {
  const chunk = parseJson(data);
  if (!isJsonObject(chunk)) return undefined;
  const texts: string[] = [];
  const found = { other: false };
  const addOther = () => {
    found.other = true;
  };
  const parts: ReplyParts = {
    isFinished: false,
    isComplete: false,
    addText: (text) => {
      if (text !== '') texts.push(text);
    },
    addReasoning: (text) => {
      found.other ||= text !== '';
    },
    addWholeText: addOther,
    addWholeReasoning: addOther,
    addUsage: addOther,
    addFinishReason: addOther,
    addNotice: addOther,
    complete: addOther,
    end: addOther,
    fail: addOther,
    giveUp: addOther,
  };
  readChatChunk(chunk, parts);
  return found.other || texts.length !== 1 ? undefined : texts[0];
}
