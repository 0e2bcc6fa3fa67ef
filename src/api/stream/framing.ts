/** Cuts the body of a reply into its payloads, such as the data of server-sent events. Not called once the reply has finished. */
export interface Framing {
  /** The characters that must arrive before anything new can be found. Bytes without it may be buffered. */
  readonly waitsFor: 'text' | 'lineEnd' | 'end';
  readonly push: (text: string) => void;
  /** Called when the body has ended, whole or not. */
  readonly finish: () => void;
}

export type FramingName = 'events' | 'json' | 'html' | 'plainText' | 'binary';

/** The longest event, line or document that is kept, in UTF-16 code units. */
export const maxEventLength = 16 * 1024 * 1024;

/** The last one is no field of the standard: llama.cpp opened streams with it that failed at once. */
const eventStreamStarts = ['data:', 'event:', 'id:', 'retry:', ':', 'error: {'];

/**
 * Detects the framing from the start of a body, without leading whitespace. The Content-Type is often wrong, so it is
 * not used. Returns undefined while the start could still become the name of an event stream's field.
 */
export function sniffFraming(start: string): FramingName | undefined {
  if (eventStreamStarts.some((field) => start.startsWith(field))) return 'events';
  if (eventStreamStarts.some((field) => field.startsWith(start))) return undefined;
  if (/^[{[]/.test(start)) return 'json';
  if (start.startsWith('<')) return 'html';
  // U+FFFD replaces bytes that are not UTF-8; no text starts with a control character.
  return /^[\ufffd\p{Cc}]/u.test(start) ? 'binary' : 'plainText';
}

/**
 * Normalises the line ends of a text that arrives in pieces: CRLF and CR become LF. A CR at the end of a piece ends its
 * line at once, and an LF that opens the next piece is dropped.
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
