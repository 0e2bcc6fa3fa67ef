import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { createLineEndNormalizer, maxEventLength, type Framing } from './framing.ts';
import type { PayloadReader } from './payloadReader.ts';

/** Reads server-sent events. The caller has removed any byte order mark. */
export function createEventFraming(payloads: PayloadReader): Framing {
  // The parser gets LF only. After a lone CR it would delay the event until it sees whether an LF follows.
  // In a chunk with a CR it also searches for the next CR from each line on, which takes quadratic time.
  const normalizeLineEnds = createLineEndNormalizer();
  let isEnding = false;

  const parser = createParser({
    maxBufferSize: maxEventLength,
    onEvent({ data, event }: EventSourceMessage) {
      // maxBufferSize does not limit an event that lies within one chunk.
      if (data.length > maxEventLength) payloads.giveUp();
      else if (isEnding) payloads.takeLast(data, event);
      else payloads.take(data, event);
    },
    onError({ type, line }) {
      if (type === 'max-buffer-size-exceeded') payloads.giveUp();
      else if (line !== undefined) payloads.takeStrayLine(line);
    },
  });

  return {
    waitsFor: 'lineEnd',
    push: (text) => parser.feed(normalizeLineEnds(text)),
    finish() {
      // Many servers omit the blank line after the last event. The standard would drop that event.
      isEnding = true;
      parser.feed('\n\n');
    },
  };
}
