/**
 * Returns the offset of `part` in `text`, or -1 if `part` does not occur, is empty, or occurs more than once.
 * Occurrences may overlap. Takes linear time, with the algorithm of Knuth, Morris and Pratt. `String.indexOf` takes
 * quadratic time if both texts consist of many equal lines.
 */
export function uniqueIndexOf(text: string, part: string): number {
  if (part === '' || part.length > text.length) return -1;
  // borders[n] is the length of the longest text, shorter than n, with which the first n code units start and end.
  const borders = new Int32Array(part.length + 1);
  const extend = (matched: number, code: number): number => {
    while (matched > 0 && part.charCodeAt(matched) !== code) matched = borders[matched] ?? 0;
    return part.charCodeAt(matched) === code ? matched + 1 : 0;
  };
  for (let end = 1; end < part.length; end += 1) borders[end + 1] = extend(borders[end] ?? 0, part.charCodeAt(end));
  let found = -1;
  let matched = 0;
  for (let end = 0; end < text.length; end += 1) {
    matched = extend(matched, text.charCodeAt(end));
    if (matched < part.length) continue;
    if (found >= 0) return -1;
    found = end + 1 - part.length;
    matched = borders[matched] ?? 0;
  }
  return found;
}
