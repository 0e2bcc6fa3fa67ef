import { parseJson } from '../../common/json.ts';

/** Deeper than any reply is nested. */
const maxDepth = 100;

/**
 * The value of a JSON document that was cut off: the text at its end is kept as far as it came, a field without
 * a value is left out. Undefined when the text is no such document. Takes linear time, whatever the text.
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

/** Where the string ends that begins at `start`: at its quote, or before the first character that is cut off. */
function readString(text: string, start: number): { readonly end: number; readonly isWhole: boolean } {
  let lastEscape = text.length;
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '"') return { end: index, isWhole: true };
    if (text[index] !== '\\') continue;
    // The second half of a character that is escaped in two belongs to the first.
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
