/** One character: as it is, as in JSON (also within JSON again), as in a URL, or as in HTML. */
const character = /\\{1,8}u([0-9a-f]{4})|%([0-9a-f]{2})|&#x0{0,6}([0-9a-f]{1,4});|&#0{0,6}(\d{1,5});|\\{1,8}([^\\])|[^]/gi;

/** Replaces words wherever they stand in a text, whichever of their characters are escaped. Takes linear time. */
export function replaceEscaped(text: string, words: string, replacement: string): string {
  if (!/[\\%&]/.test(text)) return text;
  const starts: number[] = [];
  const characters: string[] = [];
  for (const match of text.matchAll(character)) {
    starts.push(match.index);
    characters.push(unescaped(match));
  }
  starts.push(text.length);
  const plain = characters.join('');
  let replaced = '';
  let end = 0;
  for (let found = plain.indexOf(words); found >= 0; found = plain.indexOf(words, found + words.length)) {
    replaced += text.slice(end, starts[found]) + replacement;
    end = starts[found + words.length] ?? text.length;
  }
  return replaced + text.slice(end);
}

/** Exactly one character. */
function unescaped([match, unicode, percent, hex, decimal, backslashed]: RegExpExecArray): string {
  const code = unicode ?? percent ?? hex;
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  return backslashed ?? match;
}
