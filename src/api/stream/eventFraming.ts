import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { createLineEndNormalizer, maxEventLength, withoutStackTraces, type Framing } from './framing.ts';
import type { PayloadReader } from './payloadReader.ts';

/** Reads server-sent events. The caller has removed any byte order mark. */
export function createEventFraming(payloads: PayloadReader): Framing {
  // Line ends are converted to LF for two reasons. After a CR at the end of a chunk, the parser would delay the event
  // until the next character arrives. In a chunk with a CR, the parser may need quadratic time: for each line, the
  // parser searches for the next CR and the next LF, and one of these may be far away.
  const normalizeLineEnds = createLineEndNormalizer();
  let isEnding = false;

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
      else if (line !== undefined) payloads.takeStrayLine(line);
    },
  });

  return {
    waitsFor: 'lineEnd',
    payloadKind: 'event',
    push: (text) => withoutStackTraces(() => parser.feed(normalizeLineEnds(text))),
    finish() {
      // Many servers omit the blank line after the last event. Add a blank line. Otherwise the parser drops this event,
      // as the standard requires.
      isEnding = true;
      parser.feed('\n\n');
    },
  };
}
