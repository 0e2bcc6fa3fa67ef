import { parseJson } from '../../common/json.ts';
import { createLineEndNormalizer, maxEventLength, type Framing } from './framing.ts';
import type { PayloadReader } from './payloadReader.ts';

/**
 * Reads a body that starts with JSON. If its first line is a JSON value, each line is one payload, read at its end.
 * Otherwise the body is a single document, read at the end of the body.
 */
export function createJsonFraming(payloads: PayloadReader): Framing {
  const normalizeLineEnds = createLineEndNormalizer();
  let layout: 'unknown' | 'lines' | 'document' = 'unknown';
  /** Pieces of the current line or document. They are joined once, so that the time stays linear. */
  let held: string[] = [];
  let heldLength = 0;

  const takeHeld = () => {
    const text = held.join('');
    held = [];
    heldLength = 0;
    return text;
  };

  /** Reads the document or the last line. If a document turns out to be lines, reads each line. */
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
      const lines = normalizeLineEnds(text);
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
