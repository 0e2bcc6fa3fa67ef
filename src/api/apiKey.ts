/** The reason why a text cannot be a key. */
export type ApiKeyFault = 'empty' | 'lineBreak' | 'notLatin1';

/**
 * Trims a key and checks that it is a valid header value, since undici throws deep inside for others. The service
 * documents no format, so nothing else is checked.
 */
export function parseApiKey(text: string): { readonly key: string } | ApiKeyFault {
  const key = text.trim();
  if (key === '') return 'empty';
  if (/[\r\n\0]/.test(key)) return 'lineBreak';
  // A header is Latin-1 without control characters.
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(key) ? { key } : 'notLatin1';
}
