import { parseJson } from '../../common/json.ts';

/** Deeper than any reply is nested. */
const maxDepth = 100;

/**
 * Parses a JSON document that was cut off. A string at its end is kept up to the cut; a field without a value is dropped.
 * Returns undefined if the text is no such document. Takes linear time for any text.
 */
export function salvageJson(text: string): unknown {
  const open: string[] = [];
  let lastValueEnd = 0;
  let end = text.length;
  let closingQuote = '';
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charAt(index)) {
      case '"': {
        const string = readString(text, index);
        index = string.end;
        if (string.isWhole) break;
        end = string.end;
        closingQuote = '"';
        index = text.length;
        break;
      }
      case '{':
      case '[':
        open.push(text[index] === '{' ? '}' : ']');
        lastValueEnd = index + 1;
        break;
      case '}':
      case ']':
        open.pop();
        lastValueEnd = index + 1;
        break;
      case ',':
        lastValueEnd = index;
        break;
    }
  }
  if (open.length === 0 || open.length > maxDepth) return undefined;
  const closers = open.reverse().join('');
  return parseJson(text.slice(0, end) + closingQuote + closers) ?? parseJson(text.slice(0, lastValueEnd) + closers);
}

/** Finds the end of the string that begins at `start`: its closing quote, or the position before an escape that is cut off. */
function readString(text: string, start: number): { readonly end: number; readonly isWhole: boolean } {
  let lastEscape = text.length;
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '"') return { end: index, isWhole: true };
    if (text[index] !== '\\') continue;
    // A low surrogate's escape belongs to the high surrogate before it.
    if (!(index === lastEscape + 6 && isHighSurrogate(text.slice(lastEscape, index)))) lastEscape = index;
    index += 1;
  }
  const escape = text.slice(lastEscape);
  const isCut = /^\\(u[0-9a-f]{0,3})?$/i.test(escape) || /^\\ud[89ab]..(\\(u[0-9a-f]{0,3})?)?$/i.test(escape);
  return { end: isCut ? lastEscape : text.length, isWhole: false };
}

function isHighSurrogate(escape: string): boolean {
  return /^\\ud[89ab]/i.test(escape);
}
