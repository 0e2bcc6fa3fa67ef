/**
 * Splits the body of a reply into payloads, such as the data of server-sent events. Not called for a finished reply.
 */
export interface Framing {
  /**
   * The next payload may be complete after any text, after a line end, or at the end. Until then, bytes may be
   * buffered.
   */
  readonly waitsFor: 'text' | 'lineEnd' | 'end';
  readonly push: (text: string) => void;
  /** Called when the body has ended, whether or not the reply is complete. */
  readonly finish: () => void;
}

export type FramingName = 'events' | 'json' | 'html' | 'plainText' | 'binary';

/** The longest event, line or document that is read, in UTF-16 code units. */
export const maxEventLength = 16 * 1024 * 1024;

/** `error: {` is not in the standard: some versions of llama.cpp start a failed stream with it. */
const eventStreamStarts = ['data:', 'event:', 'id:', 'retry:', ':', 'error: {'];

/**
 * Detects the framing from the start of a body, because the Content-Type is often wrong. Returns undefined if the start
 * is too short to tell. The start has no leading whitespace.
 */
export function sniffFraming(start: string): FramingName | undefined {
  if (eventStreamStarts.some((field) => start.startsWith(field))) return 'events';
  if (eventStreamStarts.some((field) => field.startsWith(start))) return undefined;
  if (/^[{[]/.test(start)) return 'json';
  if (start.startsWith('<')) return 'html';
  // The UTF-8 decoder replaces invalid bytes by U+FFFD. Text does not start with a control character.
  return /^[\ufffd\p{Cc}]/u.test(start) ? 'binary' : 'plainText';
}

/**
 * Returns a function that converts CRLF and CR to LF in a text that arrives in pieces. A CR at the end of a piece
 * becomes LF without waiting for the next piece. If that piece starts with LF, this LF is dropped.
 */
export function createLineEndNormalizer(): (text: string) => string {
  let endedWithCarriageReturn = false;
  return (text) => {
    if (text === '') return '';
    const rest = endedWithCarriageReturn && text.startsWith('\n') ? text.slice(1) : text;
    endedWithCarriageReturn = text.endsWith('\r');
    return rest.includes('\r') ? rest.replaceAll(/\r\n?/g, '\n') : rest;
  };
}
