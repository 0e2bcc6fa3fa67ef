import { isJsonObject, parseJson } from '../../common/json.ts';
import { readChatChunk } from './chatChunk.ts';
import type { ReplyParts } from './replyParts.ts';

/**
 * Reads events without parsing their JSON, which is the slowest step of decoding. It works for events that differ from an
 * earlier one only in the answer's text, as nearly all events of a reply do.
 */
export interface TextTemplate {
  /** Returns the text of an event, or undefined if the event must be parsed. */
  read(data: string): string | undefined;
  /** Takes an event that had to be parsed, as the pattern for later events if it is fit for that. */
  learn(data: string): void;
}

const maxPatience = 1024;

export function createTextTemplate(): TextTemplate {
  let pattern: Pattern | undefined;
  /** Events to skip before the next attempt to learn. Doubles after each attempt. */
  let patience = 1;
  let untilNextTry = 1;
  return {
    read(data) {
      if (pattern === undefined) return undefined;
      const { before, after } = pattern;
      const end = data.length - after.length;
      // Comparing slices is faster than startsWith and endsWith, which compare letter by letter.
      if (end < before.length || data.slice(0, before.length) !== before || data.slice(end) !== after) return undefined;
      const text = data.slice(before.length, end);
      if (!isPlain(text)) return undefined;
      patience = 1;
      untilNextTry = 1;
      return text;
    },
    learn(data) {
      untilNextTry -= 1;
      if (untilNextTry > 0) return;
      patience = Math.min(2 * patience, maxPatience);
      untilNextTry = patience;
      pattern = patternOf(data) ?? pattern;
    },
  };
}

interface Pattern {
  /** Up to and including the opening quotation mark; `after` starts with the closing one. */
  readonly before: string;
  readonly after: string;
}

/** Any plain text that is unlikely to be part of an event. */
const probe = 'probe';

/** Returns undefined unless the event holds nothing but text, and still does with another text in its place. */
function patternOf(data: string): Pattern | undefined {
  const text = onlyTextOf(data);
  if (text === undefined || !isPlain(text)) return undefined;
  const start = data.indexOf(`"${text}"`);
  if (start < 0 || start !== data.lastIndexOf(`"${text}"`)) return undefined;
  const before = data.slice(0, start + 1);
  const after = data.slice(start + 1 + text.length);
  return onlyTextOf(before + probe + after) === probe ? { before, after } : undefined;
}

/** True for text that JSON does not escape: without quotation marks, backslashes and control characters. */
function isPlain(text: string): boolean {
  return !/["\\\u0000-\u001f]/.test(text);
}

/** Returns the answer's text in an event, or undefined if the event holds anything else. */
function onlyTextOf(data: string): string | undefined {
  const chunk = parseJson(data);
  if (!isJsonObject(chunk)) return undefined;
  const texts: string[] = [];
  const said = { more: false };
  const more = () => {
    said.more = true;
  };
  const found: ReplyParts = {
    isFinished: false,
    isComplete: false,
    addText: (text) => {
      if (text !== '') texts.push(text);
    },
    addReasoning: (text) => {
      said.more ||= text !== '';
    },
    addWholeText: more,
    addWholeReasoning: more,
    addUsage: more,
    addFinishReason: more,
    addNotice: more,
    complete: more,
    end: more,
    fail: more,
    giveUp: more,
  };
  readChatChunk(chunk, found);
  return said.more || texts.length !== 1 ? undefined : texts[0];
}
