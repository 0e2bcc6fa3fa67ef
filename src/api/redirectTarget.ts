import { isRedirectStatus } from './errors.ts';
import { headerValue, type TransportResponse } from './network/transport.ts';
import { mask, redactVisible } from './redact.ts';

const maxTargetLength = 200;

/**
 * Returns the URL to which a response with status 3xx redirects, without credentials, query and fragment, limited to 200
 * characters. Returns an empty string if the header `location` is not the URL of a web page, or may contain the API key
 * (`secret`). Returns undefined if the response is no redirect: if its status is not 3xx or is 304, or if it has no
 * location.
 *
 * @param requested the URL of the request, which completes a relative location
 */
export function redirectTarget(
  { status, headers }: Pick<TransportResponse, 'status' | 'headers'>,
  requested: URL,
  secret: string,
): string | undefined {
  const location = headerValue(headers, 'location');
  if (!isRedirectStatus(status) || status === 304 || location === undefined) return undefined;
  const url = URL.parse(location, requested.href);
  if (url === null || !/^https?:$/.test(url.protocol)) return '';
  const target = url.origin + url.pathname;
  // A host is in lower case, and written with other characters than in the location if these are disguised letters.
  const mayContainKey =
    [location, target].some((text) => redactVisible(text, secret).includes(mask)) ||
    redactVisible(target.toLowerCase(), secret.toLowerCase()).includes(mask);
  return mayContainKey ? '' : target.slice(0, maxTargetLength);
}
