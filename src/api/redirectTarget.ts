import { headerValue, type TransportResponse } from './network/transport.ts';
import { mask, redactVisible } from './redact.ts';

const maxTargetLength = 200;

/**
 * Returns the URL to which a response with status 3xx redirects, without credentials, query and fragment, limited to 200
 * characters. Returns an empty string if the header `location` is missing, is not the URL of a web page, or may contain
 * the API key (`secret`). Returns undefined if the status is not 3xx.
 *
 * @param requested the URL of the request, which completes a relative location
 */
export function redirectTarget(
  { status, headers }: Pick<TransportResponse, 'status' | 'headers'>,
  requested: URL,
  secret: string,
): string | undefined {
  if (status < 300 || status >= 400) return undefined;
  const location = headerValue(headers, 'location');
  const url = location === undefined ? null : URL.parse(location, requested.href);
  if (location === undefined || url === null || !/^https?:$/.test(url.protocol)) return '';
  const target = url.origin + url.pathname;
  // A host is in lower case, and written with other characters than in the location if these are disguised letters.
  const mayContainKey =
    [location, target].some((text) => redactVisible(text, secret).includes(mask)) ||
    redactVisible(target.toLowerCase(), secret.toLowerCase()).includes(mask);
  return mayContainKey ? '' : target.slice(0, maxTargetLength);
}
