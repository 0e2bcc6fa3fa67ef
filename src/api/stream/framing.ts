/**
 * Decodes the body of a reply in one format. The framings `events` and `json` split the body into payloads; see
 * PayloadReader. Callers must not call `push` or `finish` after the reply has finished (see ReplyParts).
 */
export interface Framing {
  /**
   * How long the decoder may buffer bytes before it calls `push`. `text`: not at all. `lineEnd`: until a line end. `end`:
   * until the end of the body.
   */
  readonly waitsFor: 'text' | 'lineEnd' | 'end';
  /** The kind of the payload that is being received. Undefined if the framing has no payloads. */
  readonly payloadKind?: PayloadKind;
  readonly push: (text: string) => void;
  /** Called at the end of the body, even if the reply is not complete. */
  readonly finish: () => void;
}

/**
 * The kind of a payload. `event`: an event of an event stream. `firstLine`: the first line of a body that starts with
 * JSON. If this line is a JSON value, each later line is a `line`. Otherwise, the whole body is one `document`.
 */
export type PayloadKind = 'event' | 'firstLine' | 'line' | 'document';

export type FramingName = 'events' | 'json' | 'html' | 'plainText' | 'binary';

/** The maximum length, in UTF-16 code units, of an event, a line or a document. */
export const maxEventLength = 16 * 1024 * 1024;

/**
 * The possible starts of an event stream. The text `error: {` is not part of the standard, but some versions of
 * llama.cpp start a failed stream with this text.
 */
const eventStreamStarts = ['data:', 'event:', 'id:', 'retry:', ':', 'error: {'];

/**
 * The control characters that text does not contain. Plain text may contain the escape character, in colours for a
 * terminal, and the characters from U+007F to U+009F, in text that was converted wrongly.
 */
const control = /[\p{Cc}--[\s\x1b\x7f-\x9f]]/v;
/** Also U+FFFD, by which the decoder replaces bytes that are not UTF-8. */
const undecodable = /[\ufffd[\p{Cc}--[\s\x1b\x7f-\x9f]]]/gv;

/** Returns the number of characters of a text that stand for binary data. */
export function countUndecodable(text: string): number {
  return text.match(undecodable)?.length ?? 0;
}

/**
 * Returns true if a whole body is binary data, such as compressed text: if its first character stands for binary data,
 * or if it contains control characters and bytes that are not UTF-8. Text in another encoding has no control characters.
 */
export function isBinary(body: string): boolean {
  return sniffFraming(body.trimStart(), true) === 'binary' || (body.includes('\ufffd') && control.test(body));
}

/**
 * Detects the framing from the start of a body, because the Content-Type is often wrong. `start` must not begin with
 * whitespace. Returns undefined if `start` is too short to detect the framing. The result is the same for each longer
 * start of the same body. Binary data that begin with a letter are plain text, which counts them as unread.
 *
 * @param isWhole true if `start` is the whole body
 */
export function sniffFraming(start: string, isWhole = false): FramingName | undefined {
  if (eventStreamStarts.some((field) => start.startsWith(field))) return 'events';
  const isFieldStart = eventStreamStarts.some((field) => field.startsWith(start));
  if (isFieldStart && (!isWhole || start === '')) return undefined;
  if (/^[{[]/.test(start)) return 'json';
  if (start.startsWith('<')) return 'html';
  return countUndecodable(start.slice(0, 1)) > 0 ? 'binary' : 'plainText';
}

/**
 * Returns a function that converts CRLF and CR to LF in a text that arrives in pieces. A CR at the end of a piece
 * becomes LF without waiting for the next piece. If the next piece starts with LF, that LF is dropped. In each piece,
 * several blank lines in a row become one. They mean nothing, and reading millions of them takes long.
 */
export function createLineEndNormalizer(): (text: string) => string {
  let endedWithCarriageReturn = false;
  return (text) => {
    if (text === '') return '';
    const rest = endedWithCarriageReturn && text.startsWith('\n') ? text.slice(1) : text;
    endedWithCarriageReturn = text.endsWith('\r');
    const hasReturn = rest.includes('\r');
    // A run of three line-end characters or more contains at least two line ends.
    const collapsed = hasReturn || rest.includes('\n\n\n') ? rest.replaceAll(/[\r\n]{3,}/g, '\n\n') : rest;
    return hasReturn ? collapsed.replaceAll(/\r\n?/g, '\n') : collapsed;
  };
}

/**
 * Calls `read` without stack traces of errors. Parsers throw or create an error for each malformed line, and the stack
 * traces would take 90% of the time.
 */
export function withoutStackTraces(read: () => void): void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    read();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
