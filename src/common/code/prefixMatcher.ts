/**
 * Finds the prefixes of a pattern in a text, with the algorithm of Knuth, Morris and Pratt. All calls of `next` for a
 * text together take time in proportion to the length of the text, even for a repetitive pattern.
 */
export interface PrefixMatcher {
  /**
   * Returns the length of the longest prefix of the pattern that ends with the UTF-16 code unit `unit`, if `length` is
   * the length of the longest prefix that ends before `unit`.
   */
  readonly next: (length: number, unit: number) => number;
  /**
   * Returns the length of the longest text, shorter than `length`, with which the first `length` code units of the
   * pattern start and end.
   */
  readonly border: (length: number) => number;
}

export function createPrefixMatcher(pattern: string): PrefixMatcher {
  const borders = new Int32Array(pattern.length + 1);
  const border = (length: number): number => borders[length] ?? 0;
  const next = (length: number, unit: number): number => {
    let matched = length;
    while (matched > 0 && pattern.charCodeAt(matched) !== unit) matched = border(matched);
    return pattern.charCodeAt(matched) === unit ? matched + 1 : 0;
  };
  for (let end = 1; end < pattern.length; end += 1) borders[end + 1] = next(border(end), pattern.charCodeAt(end));
  return { next, border };
}
