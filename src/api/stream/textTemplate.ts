import { readChatChunk } from './chatChunk.ts';
import { isJsonObject, parseJson } from '../../common/json.ts';
import type { ReplyParts } from './replyParts.ts';

/**
 * Reads events that differ from one before them in nothing but the text of the answer, as nearly all events of a
 * reply do, without parsing them: that takes far longer than all else.
 */
export interface TextTemplate {
  /** The text of an event; undefined when the event has to be parsed. */
  read(data: string): string | undefined;
  /** Takes an event that had to be parsed for the pattern of those that follow, if it can be one. */
  learn(data: string): void;
}

const maxPatience = 1024;

export function createTextTemplate(): TextTemplate {
  let pattern: Pattern | undefined;
  /** How many events to let pass before the next try: twice as many after each one in vain. */
  let patience = 1;
  let untilNextTry = 1;
  return {
    read(data) {
      if (pattern === undefined) return undefined;
      const { before, after } = pattern;
      const end = data.length - after.length;
      // Not startsWith and endsWith, which compare letter by letter.
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
  /** Up to the quotation mark that opens the text, and from the one that closes it. */
  readonly before: string;
  readonly after: string;
}

/** As any other text would do. */
const probe = 'probe';

/** Undefined unless the event says nothing but its text, and says any other plain text put in its place as well. */
function patternOf(data: string): Pattern | undefined {
  const text = onlyTextOf(data);
  if (text === undefined || !isPlain(text)) return undefined;
  const start = data.indexOf(`"${text}"`);
  if (start < 0 || start !== data.lastIndexOf(`"${text}"`)) return undefined;
  const before = data.slice(0, start + 1);
  const after = data.slice(start + 1 + text.length);
  return onlyTextOf(before + probe + after) === probe ? { before, after } : undefined;
}

/** What is the same in JSON as it is outside: no quotation mark, no escape and no control character. */
function isPlain(text: string): boolean {
  return !/["\\\u0000-\u001f]/.test(text);
}

/** The text of the answer that an event adds; undefined if it says anything else, too. */
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
