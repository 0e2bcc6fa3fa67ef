/** A valid base URL. */
export interface ServiceAddress {
  /** Ends with `/v1` and no slash. */
  readonly baseUrl: string;
  /** A key is bound to this origin. */
  readonly origin: string;
}

/** Where a request goes, and the key that it goes with. */
export interface Connection extends ServiceAddress {
  readonly apiKey: string;
}

/** The reason why a text is not a base URL. */
export type ServiceAddressFault = 'empty' | 'notAUrl' | 'notHttps' | 'hasCredentials' | 'hasQuery' | 'noVersionPath';

/** Checks a base URL: https only, except loopback; no credentials, query or fragment; the path ends with `/v1`. */
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

/** Returns true for this computer. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
