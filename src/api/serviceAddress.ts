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
export type ServiceAddressFault =
  'empty' | 'notAUrl' | 'apiKey' | 'otherScheme' | 'notHttps' | 'hasCredentials' | 'hasQuery' | 'noVersionPath';

/** Matches a name before a copied URL, as in `OPENAI_BASE_URL=https://…`, `"base_url": "https://…"` and prose. */
const label = /^["'`“‘]?[\w][\w .-]*["'`”’]?\s*[:=]\s*(?=["'`“‘<]*https?:\/\/)/i;
const openingMarks = /^["'`“‘<\s]+/;
/** Includes the punctuation of the sentence or the program that the URL was copied from. */
const closingMarks = /["'`”’>.,;\s]+$/;

/** Matches the paths that API references show after the base URL. */
const endpoint = /\/(?:chat\/completions|completions|embeddings|models)$/;

/**
 * Returns the checked base URL, or the reason why the text is rejected. The URL must use https, or http on a loopback
 * host. The URL must not have credentials, a query or a fragment. The path must end with `/v1` after trailing slashes
 * are removed.
 */
export function parseServiceAddress(text: string): ServiceAddress | ServiceAddressFault {
  const trimmed = text.trim();
  if (trimmed === '') return 'empty';
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    if (looksLikeApiKey(trimmed)) return 'apiKey';
    return url === undefined ? 'notAUrl' : 'otherScheme';
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'notHttps';
  if (url.username !== '' || url.password !== '') return 'hasCredentials';
  if (url.search !== '' || url.hash !== '') return 'hasQuery';
  const path = url.pathname.replace(/\/+$/, '');
  if (!path.endsWith('/v1')) return 'noVersionPath';
  return { baseUrl: url.origin + path, origin: url.origin };
}

/**
 * Like parseServiceAddress, for a text that the user is entering. Adds what users often omit: the scheme of a host that
 * contains a dot, has a port or is a loopback host, and `/v1` after a host without a path. Cuts what was copied with the
 * URL: a name before it, the marks around it, and the path of an endpoint, such as `/chat/completions`.
 */
export function completeServiceAddress(text: string): ServiceAddress | ServiceAddressFault {
  const copied = withoutContext(text);
  // A dot in a key would make it a host name, which the input box shows.
  const url = looksLikeApiKey(copied) ? copied : withScheme(copied);
  if (!URL.canParse(url)) return parseServiceAddress(url);
  const completed = new URL(url);
  const path = completed.pathname.replace(/\/+$/, '').replace(endpoint, '');
  completed.pathname = path === '' ? '/v1' : path;
  return parseServiceAddress(completed.href);
}

function withoutContext(text: string): string {
  return text.trim().replace(label, '').replace(openingMarks, '').replace(closingMarks, '');
}

/**
 * Returns true for a text that is probably an API key instead of a host: it begins like many keys, or is as long as a key
 * and doesn't end like a host name.
 */
function looksLikeApiKey(text: string): boolean {
  if (/^(?:authorization:\s*)?bearer\s|^(?:\w+\s*[:=]\s*["']?)?sk-\w[^.]*$/i.test(text)) return true;
  return /^[\w.~+=-]{20,}$/.test(text) && !/\.(?:[a-z]{2,20}|\d+)$/i.test(text);
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
