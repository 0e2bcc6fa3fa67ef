import { createParser, type EventSourceMessage, type EventSourceParser } from 'eventsource-parser';
import { createLineEndNormalizer, maxEventLength, withoutStackTraces, type Framing } from './framing.ts';
import type { PayloadReader } from './payloadReader.ts';

/** Reads server-sent events. The caller has removed any byte order mark. */
export function createEventFraming(payloads: PayloadReader): Framing {
  // Line ends are converted to LF for two reasons. After a CR at the end of a chunk, the parser would delay the event
  // until the next character arrives. In a chunk with a CR, the parser may need quadratic time: for each line, the
  // parser searches for the next CR and the next LF, and one of these may be far away.
  const normalizeLineEnds = createLineEndNormalizer();
  let isEnding = false;
  let startsLine = true;

  /**
   * Finds the starts of the lines that the parser reads without calling a callback. An event usually has at most one
   * line with each start. One pattern is several times faster than a search for each start if the text has many lines.
   */
  const fieldLineStart = /\n(?:id|event|retry)/g;
  const countFieldLines = (text: string) => {
    let count = startsLine && /^(?:id|event|retry)/.test(text) ? 1 : 0;
    while (fieldLineStart.test(text)) count += 1;
    if (text !== '') startsLine = text.endsWith('\n');
    return count;
  };

  /** Passes the incomplete event to takeLast. The parser allows calls of `feed` within its callbacks. */
  const endEvent = (reentered: EventSourceParser) => {
    isEnding = true;
    reentered.feed('\n');
    isEnding = false;
  };

  const parser = createParser({
    maxBufferSize: maxEventLength,
    onEvent({ data, event }: EventSourceMessage) {
      // Check the length, because maxBufferSize does not limit an event that arrives in a single chunk.
      if (data.length > maxEventLength) payloads.giveUp();
      else if (isEnding) payloads.takeLast(data, event);
      else payloads.take(data, event);
    },
    onComment: () => payloads.skip(),
    onError({ type, line }) {
      if (type === 'max-buffer-size-exceeded') payloads.giveUp();
      else if (line !== undefined && type !== 'invalid-retry') payloads.takeStrayLine(line, () => endEvent(parser));
    },
  });

  return {
    waitsFor: 'lineEnd',
    payloadKind: 'event',
    push(text) {
      const lines = normalizeLineEnds(text);
      withoutStackTraces(() => parser.feed(lines));
      // Count the field lines after the events, because each event allows more field lines.
      payloads.skipFieldLines(countFieldLines(lines));
    },
    finish() {
      // Many servers omit the blank line after the last event. Add a blank line. Otherwise the parser drops this event,
      // as the standard requires.
      isEnding = true;
      parser.feed('\n\n');
    },
  };
}
