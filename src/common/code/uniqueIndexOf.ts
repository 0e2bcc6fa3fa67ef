import { createPrefixMatcher } from './prefixMatcher.ts';

/**
 * Returns the offset of `part` in `text`, or -1 if `part` does not occur, is empty, or occurs more than once.
 * Occurrences may overlap. Takes linear time. `String.indexOf` takes quadratic time if both texts consist of many equal
 * lines.
 */
export function uniqueIndexOf(text: string, part: string): number {
  if (part === '' || part.length > text.length) return -1;
  const prefixes = createPrefixMatcher(part);
  let found = -1;
  let matched = 0;
  for (let end = 0; end < text.length; end += 1) {
    matched = prefixes.next(matched, text.charCodeAt(end));
    if (matched < part.length) continue;
    if (found >= 0) return -1;
    found = end + 1 - part.length;
    matched = prefixes.border(matched);
  }
  return found;
}
