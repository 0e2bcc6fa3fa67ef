import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { createLineEndNormalizer, maxEventLength, type Framing } from './framing.ts';
import type { PayloadReader } from './payloadReader.ts';

/** Reads server-sent events. The text must not start with a byte order mark. */
export function createEventFraming(payloads: PayloadReader): Framing {
  // The parser would hold an event back after a lone CR, waiting for an LF. Where a chunk contains any CR, it also
  // searches the rest of the chunk for the next one at each line, which takes quadratic time.
  const normalizeLineEnds = createLineEndNormalizer();
  let isEnding = false;

  const parser = createParser({
    maxBufferSize: maxEventLength,
    onEvent({ data, event }: EventSourceMessage) {
      // The parser limits only what it buffers, so an event within one chunk may be longer.
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
      // The standard drops an event without its blank line, but many servers omit it after the last one.
      isEnding = true;
      parser.feed('\n\n');
    },
  };
}
