import { headerValue, type ResponseHeaders } from './network/transport.ts';

/** Numbers from here on are Unix times in seconds (September 2001 or later): as waits, they would exceed 30 years. */
const firstUnixTime = 1_000_000_000;

/**
 * Returns how many milliseconds to wait before a retry, as the service asks. Undefined without a valid value.
 *
 * Reads `retry-after-ms` first. Reads `retry-after` as seconds, with or without a fraction, as a Unix time or as an
 * HTTP date.
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

/** Checks the format first (RFC 9110, section 5.6.7), because `Date.parse` accepts almost any text. */
function parseHttpDate(value: string | undefined): number {
  return value !== undefined && /^\s*[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(value) ? Date.parse(value) : Number.NaN;
}

function notNegative(milliseconds: number): number | undefined {
  return Number.isFinite(milliseconds) && milliseconds >= 0 ? milliseconds : undefined;
}
