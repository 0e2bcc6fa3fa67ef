/** A base URL that was checked by parseServiceAddress. */
export interface ServiceAddress {
  /** Ends with `/v1`, without a trailing slash. */
  readonly baseUrl: string;
  /** An API key is stored for this origin and sent to no other. */
  readonly origin: string;
}

/** A base URL and the API key for it. */
export interface Connection extends ServiceAddress {
  readonly apiKey: string;
}

/** The reason for which parseServiceAddress rejects a text. */
export type ServiceAddressFault = 'empty' | 'notAUrl' | 'notHttps' | 'hasCredentials' | 'hasQuery' | 'noVersionPath';

/** Checks a base URL: https, or http on loopback; no credentials, query or fragment; the path ends with `/v1`. */
export function parseServiceAddress(text: string): ServiceAddress | ServiceAddressFault {
  const trimmed = text.trim();
  if (trimmed === '') return 'empty';
  if (!URL.canParse(trimmed)) return 'notAUrl';
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) return 'notHttps';
  if (url.username !== '' || url.password !== '') return 'hasCredentials';
  if (url.search !== '' || url.hash !== '') return 'hasQuery';
  const path = url.pathname.replace(/\/+$/, '');
  if (!path.endsWith('/v1')) return 'noVersionPath';
  return { baseUrl: url.origin + path, origin: url.origin };
}

export function chatCompletionsUrl(baseUrl: string): URL {
  return new URL(`${baseUrl}/chat/completions`);
}

/** Returns true for `localhost`, `[::1]` and 127.0.0.0/8. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
