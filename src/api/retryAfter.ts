import { headerValue, type ResponseHeaders } from './network/transport.ts';

/**
 * The smallest number that is read as a Unix time in seconds (September 2001). As a wait, the number would exceed 30
 * years.
 */
const firstUnixTime = 1_000_000_000;

/**
 * Returns the milliseconds that the service asks to wait before a retry. Returns undefined if the headers contain no
 * valid wait, or a time in the past.
 *
 * A number in `retry-after-ms` takes precedence over `retry-after`. The value of `retry-after` can be a number of
 * seconds, a Unix time or an HTTP date. Numbers may have a fraction.
 *
 * @param now milliseconds since the epoch
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

/**
 * Parses an HTTP date (RFC 9110, section 5.6.7). Checks the format first, because `Date.parse` accepts almost any text.
 * Returns NaN if the text is not a date.
 */
function parseHttpDate(value: string | undefined): number {
  return value !== undefined && /^\s*[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(value) ? Date.parse(value) : Number.NaN;
}

function notNegative(milliseconds: number): number | undefined {
  return Number.isFinite(milliseconds) && milliseconds >= 0 ? milliseconds : undefined;
}
