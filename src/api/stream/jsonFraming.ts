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
  let buffer: string[] = [];
  let bufferLength = 0;

  const takeBuffer = () => {
    const text = buffer.join('');
    buffer = [];
    bufferLength = 0;
    return text;
  };

  /** Reads the document or the last line. If a document turns out to be lines, reads each line. */
  const takeRest = () => {
    const text = takeBuffer();
    if (payloads.takeDocument(text)) return;
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) payloads.take(line);
    if (!payloads.takeDocument(last)) payloads.take(last);
  };

  const append = (text: string) => {
    if (text === '') return;
    buffer.push(text);
    bufferLength += text.length;
    if (bufferLength <= maxEventLength) return;
    takeRest();
    payloads.giveUp();
  };

  const endLine = () => {
    if (layout === 'unknown') {
      layout = parseJson(buffer.join('')) === undefined ? 'document' : 'lines';
    }
    if (layout === 'lines') payloads.take(takeBuffer());
    else append('\n');
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
        append(lines.slice(start, end));
        endLine();
        start = end + 1;
      }
      append(lines.slice(start));
    },
    finish: takeRest,
  };
}
