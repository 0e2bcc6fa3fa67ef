/**
 * The reason for which parseApiKey rejects a text. A NUL character counts as `lineBreak`, and any other character that
 * a header cannot contain as `notLatin1`.
 */
export type ApiKeyFault = 'empty' | 'lineBreak' | 'notLatin1';

/**
 * Trims an API key and checks that the key is a valid header value, because undici throws for an invalid value. The
 * service documents no key format, so nothing else is checked.
 */
export function parseApiKey(text: string): { readonly key: string } | ApiKeyFault {
  const key = text.trim();
  if (key === '') return 'empty';
  if (/[\r\n\0]/.test(key)) return 'lineBreak';
  // A header value is Latin-1 text without control characters, except the tab.
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(key) ? { key } : 'notLatin1';
}
