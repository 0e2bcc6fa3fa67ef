/** The items whose text has all characters of the query in their order, the best first; all of them without a query. */
export function rankMatches<Item>(query: string, items: readonly Item[], textOf: (item: Item) => string, limit: number): readonly Item[] {
  if (query === '') return items.slice(0, limit);
  const wanted = query.toLowerCase().replaceAll('\\', '/');
  const ranked = items.flatMap((item) => {
    const text = textOf(item);
    const score = matchScore(wanted, text);
    return score === undefined ? [] : [{ item, text, score }];
  });
  ranked.sort((a, b) => b.score - a.score || a.text.length - b.text.length || (a.text < b.text ? -1 : 1));
  return ranked.slice(0, limit).map(({ item }) => item);
}

/**
 * How well a path or a name fits, higher is better; undefined when it does not. `wanted` is in lower case. A name is
 * worth more than its folders, its beginning more than its middle, and characters in a row more than scattered ones.
 */
function matchScore(wanted: string, text: string): number | undefined {
  const lower = text.toLowerCase();
  const nameStart = lower.lastIndexOf('/') + 1;
  const name = lower.slice(nameStart);
  if (name === wanted) return 100;
  if (name.startsWith(wanted)) return 90;
  const inName = name.indexOf(wanted);
  if (inName >= 0) return isWordStart(text, nameStart + inName) ? 80 : 70;
  const inPath = lower.indexOf(wanted);
  if (inPath >= 0) return inPath === 0 || isWordStart(text, inPath) ? 60 : 50;
  const scattered = runsOf(wanted, text, nameStart) ?? runsOf(wanted, text, 0);
  if (scattered === undefined) return undefined;
  // Each run of characters that begins within a word is a weaker sign.
  return Math.max(1, 40 - 10 * scattered.withinWords - scattered.runs - (scattered.from === 0 && nameStart > 0 ? 10 : 0));
}

interface Runs {
  readonly runs: number;
  readonly withinWords: number;
  readonly from: number;
}

function runsOf(wanted: string, text: string, from: number): Runs | undefined {
  const lower = text.toLowerCase();
  let at = from;
  let runs = 0;
  let withinWords = 0;
  for (let index = 0; index < wanted.length; index += 1) {
    const character = wanted.charAt(index);
    if (index > 0 && lower[at] === character) {
      at += 1;
      continue;
    }
    const found = wordStartOf(character, text, lower, at) ?? lower.indexOf(character, at);
    if (found < 0) return undefined;
    runs += 1;
    if (!isWordStart(text, found)) withinWords += 1;
    at = found + 1;
  }
  return { runs, withinWords, from };
}

function wordStartOf(character: string, text: string, lower: string, from: number): number | undefined {
  for (let at = lower.indexOf(character, from); at >= 0; at = lower.indexOf(character, at + 1)) {
    if (isWordStart(text, at)) return at;
  }
  return undefined;
}

function isWordStart(text: string, at: number): boolean {
  const [before = '/', character = ''] = [text[at - 1], text[at]];
  return /[^\p{L}\d]/u.test(before) || (/\p{Ll}|\d/u.test(before) && /\p{Lu}/u.test(character));
}
