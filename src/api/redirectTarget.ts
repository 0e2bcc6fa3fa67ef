import { headerValue, type TransportResponse } from './network/transport.ts';
import { redactVisible } from './redact.ts';

const maxTargetLength = 200;

/**
 * Returns the address to which a response with status 3xx redirects, without credentials, query and fragment, limited
 * to 200 characters. A relative address stays relative. The API key (`secret`) is masked. Returns an empty string if the
 * response has no header `location`, and undefined if its status is not 3xx.
 */
export function redirectTarget(
  { status, headers }: Pick<TransportResponse, 'status' | 'headers'>,
  secret: string,
): string | undefined {
  if (status < 300 || status >= 400) return undefined;
  const location = headerValue(headers, 'location') ?? '';
  const url = URL.parse(location);
  const target = url === null || url.origin === 'null' ? location.replace(/[?#].*$/s, '') : url.origin + url.pathname;
  return redactVisible(target, secret).slice(0, maxTargetLength);
}
