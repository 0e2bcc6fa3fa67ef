/** Returns how often a part occurs in a text. Also counts overlapping occurrences. `part` must not be empty. */
export function countOccurrences(text: string, part: string): number {
  let count = 0;
  for (let index = text.indexOf(part); index >= 0; index = text.indexOf(part, index + 1)) count += 1;
  return count;
}
