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

/** The number of characters at the start of a body that show whether the body is binary. */
const sniffedLength = 32;

/**
 * Control characters that text does not contain. Plain text may contain the escape character, in colours for a
 * terminal.
 */
const controlCharacter = /[\p{Cc}--[\s\x1b]]/v;

/**
 * Signs of binary data, which is invalid UTF-8, so the decoder has replaced some of its bytes by U+FFFD. A single U+FFFD
 * after the first character may also be a letter of text that is not UTF-8.
 */
const binaryStart = /^[\ufffd\p{Cc}]|\ufffd{2}/u;

/**
 * Detects the framing from the start of a body, because the Content-Type is often wrong. `start` must not begin with
 * whitespace. Returns undefined if `start` is too short to detect the framing. The result is the same for each longer
 * start of the same body.
 *
 * @param isWhole true if `start` is the whole body
 */
export function sniffFraming(start: string, isWhole = false): FramingName | undefined {
  if (eventStreamStarts.some((field) => start.startsWith(field))) return 'events';
  if (eventStreamStarts.some((field) => field.startsWith(start))) return undefined;
  const isJson = /^[{[]/.test(start);
  // The first line of JSON may be an error, after which nothing more comes.
  const head = (isJson ? start.replace(/[\r\n].*/s, '') : start).slice(0, sniffedLength);
  if (controlCharacter.test(head) || (!isJson && binaryStart.test(head))) return 'binary';
  if (!isWhole && head.length === start.length && head.length < sniffedLength) return undefined;
  if (isJson) return 'json';
  return start.startsWith('<') ? 'html' : 'plainText';
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
