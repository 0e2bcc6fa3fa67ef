/**
 * A change of a text: `inserted` replaces the range from `start` to `end` (exclusive). `start` and `end` are offsets in
 * UTF-16 code units.
 */
export interface ChangedRange {
  readonly start: number;
  readonly end: number;
  readonly inserted: string;
}

/**
 * Merges two changes of the text `before`. The user's change resulted in `text`, and the other change resulted in
 * `after`. If the changes do not overlap, the result contains both changes. If the changes overlap, the text that the
 * other change inserts is appended to `text` on a new line, so that no typed text is lost.
 */
export function rebaseText(text: string, before: string, after: string): string {
  if (text === before || text === after) return after;
  const own = changeOf(before, text);
  const other = changeOf(before, after);
  if (own.end <= other.start) {
    const shift = own.inserted.length - (own.end - own.start);
    return replaceRange(text, { ...other, start: other.start + shift, end: other.end + shift });
  }
  if (other.end <= own.start) {
    // The other change may replace the text directly before the user's change. For example, a restored draft replaces
    // a sent message. In this case, a line break separates the replacement from the typed text.
    const endsAtOwnEdit = other.end === own.start && other.start < other.end && other.inserted !== '';
    return replaceRange(text, { ...other, inserted: endsAtOwnEdit ? `${other.inserted}\n` : other.inserted });
  }
  return [text, other.inserted].filter((part) => part !== '').join('\n');
}

/** Returns the smallest single range in which two texts differ. */
export function changeOf(before: string, after: string): ChangedRange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let kept = 0;
  while (kept < shorter - start && before[before.length - 1 - kept] === after[after.length - 1 - kept]) kept += 1;
  return { start, end: before.length - kept, inserted: after.slice(start, after.length - kept) };
}

function replaceRange(text: string, { start, end, inserted }: ChangedRange): string {
  return text.slice(0, start) + inserted + text.slice(end);
}
