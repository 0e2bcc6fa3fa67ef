/**
 * The reason why parseApiKey rejects a text. A NUL character counts as `lineBreak`, like CR and LF. Any other character
 * that a header value cannot contain counts as `notLatin1`, even an ASCII control character. A text that begins with
 * `http://` or `https://` is rejected as `url`. A text with other whitespace in it is rejected as `whitespace`.
 */
export type ApiKeyFault = 'empty' | 'url' | 'lineBreak' | 'whitespace' | 'notLatin1';

/** Matches a text in quotation marks or backticks, as copied from a program or from Markdown. */
const quoted = /^(["'`])(.*)\1$/s;

/** Matches the beginning of a copied `Authorization` header, which the client adds again. */
const headerBeginning = /^(?:authorization:[ \t]*)?bearer(?:[ \t]+|$)/i;

/**
 * Returns the trimmed API key without `Bearer` before it and without quotation marks around it, or the reason why the
 * text is rejected. The key must be a valid header value, because undici, the HTTP client, throws for an invalid header
 * value. A bearer token has no whitespace (RFC 6750, section 2.1). The service documents no key format, so nothing else
 * is checked.
 */
export function parseApiKey(text: string): { readonly key: string } | ApiKeyFault {
  const trimmed = text.trim();
  const unquoted = unquote(trimmed);
  const withoutHeader = unquoted.replace(headerBeginning, '');
  const key = unquoted === trimmed ? unquote(withoutHeader) : withoutHeader;
  if (key === '') return 'empty';
  if (/^https?:\/\//i.test(key)) return 'url';
  if (/[\r\n\0]/.test(key)) return 'lineBreak';
  if (/\s/.test(key)) return 'whitespace';
  // A header value is Latin-1 text, without ASCII control characters.
  return /^[\x21-\x7e\x80-\xff]*$/.test(key) ? { key } : 'notLatin1';
}

/** Removes one pair of quotation marks or backticks around the text, and the whitespace within them. */
function unquote(text: string): string {
  return quoted.exec(text)?.[2]?.trim() ?? text;
}
