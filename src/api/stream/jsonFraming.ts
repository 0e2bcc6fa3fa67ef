import { parseJson } from '../../common/json.ts';
import {
  createLineEndNormalizer,
  maxEventLength,
  withoutStackTraces,
  type Framing,
  type PayloadKind,
} from './framing.ts';
import type { PayloadReader } from './payloadReader.ts';

/**
 * Reads a body that starts with JSON. If the first line is a complete JSON value, each line is one payload, which is
 * read as soon as the line ends. Otherwise nothing is read until the body ends or exceeds maxEventLength. Then the text
 * is read as one document, or line by line if the text is not a document.
 *
 * @param firstKind the kind of the payload that the text starts with
 */
export function createJsonFraming(
  payloads: PayloadReader,
  firstKind: Exclude<PayloadKind, 'event'> = 'firstLine',
): Framing {
  const normalizeLineEnds = createLineEndNormalizer();
  let kind = firstKind;
  /**
   * The pieces of the current line or document. Adding a piece does not copy the earlier pieces, so the time is linear.
   */
  let buffer: string[] = [];
  let bufferLength = 0;

  const takeBuffer = () => {
    const text = buffer.join('');
    buffer = [];
    bufferLength = 0;
    return text;
  };

  /**
   * Reads the buffered text: the document or the last line. If the text is not a document, reads each line of the text.
   */
  const takeRest = () => {
    const text = takeBuffer();
    if (payloads.takeDocument(text)) return;
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) payloads.take(line);
    if (!payloads.takeDocument(last)) payloads.take(last);
  };

  const append = (text: string) => {
    buffer.push(text);
    bufferLength += text.length;
    if (bufferLength <= maxEventLength) return;
    takeRest();
    payloads.giveUp();
  };

  const endLine = () => {
    if (kind === 'firstLine') kind = parseJson(buffer.join('')) === undefined ? 'document' : 'line';
    if (kind === 'line') payloads.take(takeBuffer());
    else append('\n');
  };

  const push = (text: string) => {
    const lines = normalizeLineEnds(text);
    let start = 0;
    while (kind !== 'document') {
      const end = lines.indexOf('\n', start);
      if (end === -1) break;
      append(lines.slice(start, end));
      endLine();
      start = end + 1;
    }
    append(lines.slice(start));
  };

  return {
    get waitsFor() {
      return kind === 'document' ? 'end' : 'lineEnd';
    },
    get payloadKind() {
      return kind;
    },
    push: (text) => withoutStackTraces(() => push(text)),
    finish: () => withoutStackTraces(takeRest),
  };
}
