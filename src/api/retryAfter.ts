/** The headers of an answer, by their lower-case names. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** September 2001: nobody asks to wait for thirty years. */
const firstUnixTime = 1_000_000_000;

/**
 * How long the service asks to wait, in milliseconds from `now` (milliseconds since the epoch). Takes what servers send:
 * `retry-after-ms`, and `retry-after` in seconds, also with a fraction, as an HTTP date or as a Unix time.
 * Undefined when there is none, or none that makes sense.
 */
export function parseRetryAfter(headers: ResponseHeaders, now: number): number | undefined {
  const inMilliseconds = parseNumber(headerValue(headers, 'retry-after-ms'));
  if (inMilliseconds !== undefined) return notNegative(inMilliseconds);
  const value = headerValue(headers, 'retry-after');
  const number = parseNumber(value);
  if (number !== undefined) return notNegative(number >= firstUnixTime ? number * 1_000 - now : number * 1_000);
  return notNegative(parseHttpDate(value) - now);
}

/** The first value of a header. */
export function headerValue(headers: ResponseHeaders, name: string): string | undefined {
  return [headers[name]].flat()[0];
}

function parseNumber(value: string | undefined): number | undefined {
  return value !== undefined && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}

/** `Date.parse` alone would take almost anything for a date: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7. */
function parseHttpDate(value: string | undefined): number {
  return value !== undefined && /^\s*[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(value) ? Date.parse(value) : Number.NaN;
}

function notNegative(milliseconds: number): number | undefined {
  return Number.isFinite(milliseconds) && milliseconds >= 0 ? milliseconds : undefined;
}
