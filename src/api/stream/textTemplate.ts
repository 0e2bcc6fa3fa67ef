import { isJsonObject, parseJson } from '../../common/json.ts';
import { readChatChunk } from './chunk/chatChunk.ts';
import type { ReplyParts } from './replyParts.ts';
import type { ShownChoice } from './chunk/shownChoice.ts';

/**
 * Reads the text of events without parsing their JSON, because parsing is the slowest step of decoding. In most
 * replies, nearly all events differ only in their text, so one parsed event is a template for the other events.
 */
export interface TextTemplate {
  /** Returns the text of an event, or undefined if the event does not match the template and must be parsed. */
  read(data: string): string | undefined;
  /**
   * Called for each event that had to be parsed. May use the event as the new template. As long as no event matches the
   * template, tries fewer and fewer events as templates.
   *
   * @param shownChoice The shown choice before the event.
   */
  learn(data: string, shownChoice: ShownChoice): void;
}

const maxInterval = 1024;
const matchesBeforeReset = 8;
/**
 * The maximum length of an event that can become the template, in characters. Learning a template parses the event two
 * more times, which takes too long for a larger event.
 */
const maxTemplateLength = 64 * 1024;

export function createTextTemplate(): TextTemplate {
  let pattern: Pattern | undefined;
  /**
   * The number of calls of `learn` from one attempt at a new template to the next. Attempts are slow, so the interval
   * doubles with each attempt, up to maxInterval. After several matches in a row, the interval is 1 again. A single match
   * is not enough, because then every second event could be an attempt.
   */
  let interval = 1;
  let untilNextTry = 1;
  let matchesInRow = 0;
  return {
    read(data) {
      if (pattern === undefined) return undefined;
      const { before, after } = pattern;
      const end = data.length - after.length;
      // Comparing slices is faster than startsWith and endsWith, which compare one character at a time.
      if (end < before.length || data.slice(0, before.length) !== before || data.slice(end) !== after) return undefined;
      const text = data.slice(before.length, end);
      if (!isPlain(text)) return undefined;
      matchesInRow += 1;
      if (matchesInRow >= matchesBeforeReset) {
        interval = 1;
        untilNextTry = 1;
      }
      return text;
    },
    learn(data, shownChoice) {
      matchesInRow = 0;
      if (data.length > maxTemplateLength) return;
      untilNextTry -= 1;
      if (untilNextTry > 0) return;
      interval = Math.min(2 * interval, maxInterval);
      untilNextTry = interval;
      pattern = patternOf(data, shownChoice) ?? pattern;
    },
  };
}

interface Pattern {
  /**
   * The data up to and including the quotation mark that opens the text. `after` starts with the closing quotation
   * mark.
   */
  readonly before: string;
  readonly after: string;
}

/**
 * Returns the pattern of an event that contains exactly one text and no other part of a reply. Returns undefined for
 * any other event, if JSON escapes characters of the text, or if the place of the text in `data` is not certain.
 */
function patternOf(data: string, shownChoice: ShownChoice): Pattern | undefined {
  const text = onlyTextOf(data, shownChoice);
  if (text === undefined || !isPlain(text)) return undefined;
  const start = data.indexOf(`"${text}"`) + 1;
  const before = data.slice(0, start);
  const after = data.slice(start + text.length);
  // Check the place with another text, because the found text may be another field or the name of a field.
  const probe = `${text}.`;
  return onlyTextOf(before + probe + after, shownChoice) === probe ? { before, after } : undefined;
}

/**
 * Returns true if the text contains none of the characters that JSON escapes: quotation marks, backslashes and control
 * characters.
 */
function isPlain(text: string): boolean {
  return !/["\\\u0000-\u001f]/.test(text);
}

/**
 * Returns the text of an event that contains exactly one text and no other part of a reply. Returns undefined for any
 * other event.
 */
function onlyTextOf(data: string, shownChoice: ShownChoice): string | undefined {
  const chunk = parseJson(data);
  if (!isJsonObject(chunk)) return undefined;
  const texts: string[] = [];
  const found = { other: false };
  const addOther = () => {
    found.other = true;
  };
  const parts: ReplyParts = {
    shownChoice: { ...shownChoice },
    isFinished: false,
    isComplete: false,
    isAtEnd: false,
    hasContent: false,
    hasFinishReason: false,
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
    unreadBytes: 0,
    addUnread: (bytes) => {
      found.other ||= bytes > 0;
    },
    complete: addOther,
    end: addOther,
    fail: addOther,
    giveUp: addOther,
  };
  readChatChunk(chunk, parts);
  // Another choice may still be shown.
  if ('choices' in chunk && !parts.shownChoice.hasText) return undefined;
  return found.other || texts.length !== 1 ? undefined : texts[0];
}
