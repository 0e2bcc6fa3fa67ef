/** One changed range of a text. */
interface ChangedRange {
  readonly start: number;
  /** Of the range that `inserted` replaces. */
  readonly end: number;
  readonly inserted: string;
}

/**
 * Applies a change of a text, from `before` to `after`, to a copy of it that may have been edited since it was `before`.
 * Both edits survive where they are apart. Where they overlap, the copy stays whole and the new part comes behind it, so
 * that nothing typed is lost.
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
    // A new text in place of an old one, and the text typed behind the old one, are apart.
    const isReplacedUpToOwn = other.end === own.start && other.start < other.end && other.inserted !== '';
    return replaceRange(text, { ...other, inserted: isReplacedUpToOwn ? `${other.inserted}\n` : other.inserted });
  }
  return [text, other.inserted].filter((part) => part !== '').join('\n');
}

/** The smallest single range in which two texts differ. */
function changeOf(before: string, after: string): ChangedRange {
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
