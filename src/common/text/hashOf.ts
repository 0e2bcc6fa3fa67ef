/** Returns a 32-bit hash of a text. An undefined text has the hash of an empty text. */
export function hashOf(text = ''): number {
  let hash = text.length;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash, 31) + text.charCodeAt(index);
  return hash | 0;
}
