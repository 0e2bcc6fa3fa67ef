/** A base URL that was checked by parseServiceAddress. */
export interface ServiceAddress {
  /** The URL without a trailing slash. Ends with `/v1`. */
  readonly baseUrl: string;
  /** The origin of the URL. An API key is stored for one origin and sent only to that origin. */
  readonly origin: string;
}

/** A base URL and the API key for it. */
export interface Connection extends ServiceAddress {
  readonly apiKey: string;
}

/** The reason why parseServiceAddress rejects a text. */
export type ServiceAddressFault = 'empty' | 'notAUrl' | 'notHttps' | 'hasCredentials' | 'hasQuery' | 'noVersionPath';

/**
 * Returns the checked base URL, or the reason why the text is rejected. The URL must use https, or http on a loopback
 * host. The URL must not have credentials, a query or a fragment. The path must end with `/v1` after trailing slashes
 * are removed.
 */
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

/**
 * Like parseServiceAddress, for a text that the user is entering. Adds what users often omit: the scheme of a host that
 * contains a dot, has a port or is a loopback host, and `/v1` after a host without a path. Cuts `/chat/completions` from
 * the end of the path.
 */
export function completeServiceAddress(text: string): ServiceAddress | ServiceAddressFault {
  const url = withScheme(text.trim());
  if (!URL.canParse(url)) return parseServiceAddress(url);
  const completed = new URL(url);
  const path = completed.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  completed.pathname = path === '' ? '/v1' : path;
  return parseServiceAddress(completed.href);
}

/** Returns the base URL as completed by completeServiceAddress, or the unchanged text if it cannot be completed. */
export function repairServiceAddress(text: string): string {
  const completed = completeServiceAddress(text);
  return typeof completed === 'string' ? text : completed.baseUrl;
}

/** Adds http to a loopback host and https to any other host, if the text has no scheme and clearly begins with a host. */
function withScheme(text: string): string {
  const host = /^[^/?#]*/.exec(text)?.[0] ?? '';
  if (text.includes('://') || /^https?:/i.test(host)) return text;
  const local = `http://${text}`;
  if (URL.canParse(local) && isLoopback(new URL(local).hostname)) return local;
  return /[.:]/.test(host) ? `https://${text}` : text;
}

export function chatCompletionsUrl(baseUrl: string): URL {
  return new URL(`${baseUrl}/chat/completions`);
}

/** Returns true for `localhost`, `[::1]` and 127.0.0.0/8. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
