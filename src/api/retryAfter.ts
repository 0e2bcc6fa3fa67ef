import { headerValue, type ResponseHeaders } from './network/transport.ts';

/**
 * A number in `retry-after` that is at least this large is read as a Unix time in seconds, in September 2001 or later.
 * As a wait in seconds, such a number would mean more than 30 years.
 */
const firstUnixTime = 1_000_000_000;

/**
 * Returns how long the service asks the client to wait before a retry, in milliseconds.
 *
 * Reads the header `retry-after-ms` if its value is a number, even a negative number. Otherwise reads the header
 * `retry-after`, whose value can be a number of seconds, a Unix time in seconds or an HTTP date. Numbers may have
 * decimal places. Returns undefined if the value is missing, unreadable or negative, or if it is a time before `now`.
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
 * Parses an HTTP date (RFC 9110, section 5.6.7) and returns milliseconds since the epoch. Returns NaN if parsing fails.
 * The asctime format of that section has no time zone, so `Date.parse` reads it as local time instead of UTC.
 *
 * `Date.parse` also accepts many texts that are not HTTP dates. The regular expression rejects most of them.
 */
function parseHttpDate(value: string | undefined): number {
  return value !== undefined && /^\s*[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(value) ? Date.parse(value) : Number.NaN;
}

function notNegative(milliseconds: number): number | undefined {
  return Number.isFinite(milliseconds) && milliseconds >= 0 ? milliseconds : undefined;
}
