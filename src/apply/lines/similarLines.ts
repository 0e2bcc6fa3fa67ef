/** The maximum length of lines that are compared by their words. */
const maxSimilar = 400;

export function wordsOf(text: string): readonly string[] {
  return text.match(/\w+/g) ?? [];
}

/** Returns true if the lines have the first word, or at least half of their words in common, or start and end alike. */
export function isSimilar(one: string, other: string): boolean {
  if (Math.max(one.length, other.length) > maxSimilar) return false;
  return (/^[a-z]\w* \S/.test(one) && other.startsWith(`${wordsOf(one)[0]} `)) || isVersion(one, other);
}

/** Returns true if the lines have at least half of their words in common, or start and end alike. */
export function isVersion(one: string, other: string): boolean {
  if (Math.max(one.length, other.length) > maxSimilar) return false;
  const [own, others] = [wordsOf(one), new Set(wordsOf(other))];
  if (own.filter((word) => others.has(word)).length * 2 >= Math.max(own.length, others.size)) return true;
  const shorter = Math.min(one.length, other.length);
  let [start, end] = [0, 0];
  while (start < shorter && one[start] === other[start]) start += 1;
  while (start + end < shorter && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return (start + end) * 2 >= Math.max(one.length, other.length);
}
