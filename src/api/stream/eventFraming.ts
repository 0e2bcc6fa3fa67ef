import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { maxEventLength, type Framing } from './framing.ts';
import { createLineFeeds } from './lineFeeds.ts';
import type { PayloadReader } from './payloadReader.ts';

/** Server-sent events. The text has no byte order mark any more. */
export function createEventFraming(payloads: PayloadReader): Framing {
  // The parser alone would wait after a lone CR for what follows, and with it keep an event back; and where a
  // chunk holds any CR at all, it searches the rest of the chunk for the next one at each line.
  const toLineFeeds = createLineFeeds();
  let isEnding = false;

  const parser = createParser({
    maxBufferSize: maxEventLength,
    onEvent({ data, event }: EventSourceMessage) {
      // An event that is whole within one chunk was never buffered.
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
    push: (text) => parser.feed(toLineFeeds(text)),
    finish() {
      // By the standard an event without its blank line is dropped. Many servers leave it out after the last one.
      isEnding = true;
      parser.feed('\n\n');
    },
  };
}
