import { maxEventLength, type Framing } from './framing.ts';
import { parseJson } from '../../common/json.ts';
import { createLineFeeds } from './lineFeeds.ts';
import type { PayloadReader } from './payloadReader.ts';

/** One JSON value on each line, if the first line is one; else a single document, read at its end. */
export function createJsonFraming(payloads: PayloadReader): Framing {
  const toLineFeeds = createLineFeeds();
  let layout: 'unknown' | 'lines' | 'document' = 'unknown';
  /** Of the line or the document that has not ended, in pieces: joined once, it takes linear time. */
  let held: string[] = [];
  let heldLength = 0;

  const takeHeld = () => {
    const text = held.join('');
    held = [];
    heldLength = 0;
    return text;
  };

  /** All that there is, or the last line. */
  const takeRest = () => {
    const text = takeHeld();
    if (payloads.takeDocument(text)) return;
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) payloads.take(line);
    if (!payloads.takeDocument(last)) payloads.take(last);
  };

  const hold = (text: string) => {
    if (text === '') return;
    held.push(text);
    heldLength += text.length;
    if (heldLength <= maxEventLength) return;
    takeRest();
    payloads.giveUp();
  };

  const endLine = () => {
    if (layout === 'unknown') {
      layout = parseJson(held.join('')) === undefined ? 'document' : 'lines';
    }
    if (layout === 'lines') payloads.take(takeHeld());
    else hold('\n');
  };

  return {
    get waitsFor() {
      return layout === 'document' ? 'end' : 'lineEnd';
    },
    push(text) {
      const lines = toLineFeeds(text);
      let start = 0;
      while (layout !== 'document') {
        const end = lines.indexOf('\n', start);
        if (end === -1) break;
        hold(lines.slice(start, end));
        endLine();
        start = end + 1;
      }
      hold(lines.slice(start));
    },
    finish: takeRest,
  };
}
