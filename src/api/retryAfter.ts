import { headerValue, type ResponseHeaders } from './network/transport.ts';

/** September 2001, in seconds: a larger number is a time, since nobody asks to wait for thirty years. */
const firstUnixTime = 1_000_000_000;

/**
 * Returns how long the service asks to wait, in milliseconds from `now` (milliseconds since the epoch). Reads
 * `retry-after-ms`, and `retry-after` as seconds (also with a fraction), as an HTTP date or as a Unix time.
 * Returns undefined if there is no valid value.
 */
export function parseRetryAfter(headers: ResponseHeaders, now: number): number | undefined {
  const inMilliseconds = parseNumber(headerValue(headers, 'retry-after-ms'));
  if (inMilliseconds !== undefined) return notNegative(inMilliseconds);
  const value = headerValue(headers, 'retry-after');
  const number = parseNumber(value);
  if (number !== undefined) return notNegative(number >= firstUnixTime ? number * 1_000 - now : number * 1_000);
  return notNegative(parseHttpDate(value) - now);
}

function parseNumber(value: string | undefined): number | undefined {
  return value !== undefined && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}

/** `Date.parse` alone accepts almost anything: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7. */
function parseHttpDate(value: string | undefined): number {
  return value !== undefined && /^\s*[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(value) ? Date.parse(value) : Number.NaN;
}

function notNegative(milliseconds: number): number | undefined {
  return Number.isFinite(milliseconds) && milliseconds >= 0 ? milliseconds : undefined;
}
