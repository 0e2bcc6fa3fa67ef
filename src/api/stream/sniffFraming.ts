export type FramingName = 'events' | 'json' | 'html' | 'plainText' | 'binary';

/** The last one is no field of the standard: llama.cpp opened streams with it that failed at once. */
const eventStreamStarts = ['data:', 'event:', 'id:', 'retry:', ':', 'error: {'];

/**
 * Tells the framing by how a body starts, from its first character that is not blank: what the Content-Type
 * says is often wrong. Undefined while the start could still become the name of a field.
 */
export function sniffFraming(start: string): FramingName | undefined {
  if (eventStreamStarts.some((field) => start.startsWith(field))) return 'events';
  if (eventStreamStarts.some((field) => field.startsWith(start))) return undefined;
  if (/^[{[]/.test(start)) return 'json';
  if (start.startsWith('<')) return 'html';
  // What stands where bytes are no UTF-8, and what no text starts with.
  return /^[\ufffd\p{Cc}]/u.test(start) ? 'binary' : 'plainText';
}
