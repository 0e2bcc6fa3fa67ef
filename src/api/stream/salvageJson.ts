import { parseJson } from '../../common/json.ts';

/** The maximum number of objects and arrays that are open at the end of the text. Only hostile input has more. */
const maxDepth = 100;

export interface SalvagedJson {
  readonly value: unknown;
  /** The dropped end of the truncated string, from the first character that JSON does not allow in a string. */
  readonly invalid: string;
}

/**
 * Parses a truncated JSON document, after closing its truncated string and all open objects and arrays. If the result
 * is not valid JSON, drops the text after the last complete value or opening bracket, and parses the remaining text.
 * For example, drops a field without a value. If the truncated string is not valid JSON, keeps its valid beginning.
 * Returns undefined if the remaining text is not valid JSON either. Also
 * returns undefined if no object or array is open at the end of the text, as in a complete document, or if more than
 * maxDepth are open. Takes linear time for any text.
 */
export function salvageJson(text: string): SalvagedJson | undefined {
  const open: string[] = [];
  let lastValueEnd = 0;
  let end = text.length;
  let closingQuote = '';
  let invalid = '';
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charAt(index)) {
      case '"': {
        const string = readString(text, index);
        index = string.end;
        if (string.isWhole) break;
        end = string.end;
        invalid = string.invalid;
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
  const value =
    parseJson(text.slice(0, end) + closingQuote + closers) ?? parseJson(text.slice(0, lastValueEnd) + closers);
  return value === undefined ? undefined : { value, invalid };
}

interface StringEnd {
  readonly end: number;
  readonly isWhole: boolean;
  readonly invalid: string;
}

/**
 * Finds the end of the JSON string that starts at `start`. The end is the closing quote, the end of the text, or the
 * start of a truncated escape sequence. Without a closing quote, the end is at most the first invalid character or
 * escape sequence, with which `invalid` starts.
 */
function readString(text: string, start: number): StringEnd {
  let lastEscape = text.length;
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '"') return { end: index, isWhole: true, invalid: '' };
    if (text[index] !== '\\') continue;
    // Treat the two escapes of a surrogate pair as one escape, so that the pair is not split.
    if (!(index === lastEscape + 6 && isHighSurrogate(text.slice(lastEscape, index)))) lastEscape = index;
    index += 1;
  }
  const invalidAt = firstInvalid(text, start + 1);
  if (invalidAt < text.length) return { end: invalidAt, isWhole: false, invalid: text.slice(invalidAt) };
  const escape = text.slice(lastEscape);
  const isCut = /^\\(u[0-9a-f]{0,3})?$/i.test(escape) || /^\\ud[89ab]..(\\(u[0-9a-f]{0,3})?)?$/i.test(escape);
  return { end: isCut ? lastEscape : text.length, isWhole: false, invalid: '' };
}

/**
 * Matches a valid character or escape sequence of a string, or an escape sequence that may be valid because the text
 * ends.
 */
const validPiece = /[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}|(?:u[\da-fA-F]{0,3})?$)/y;

/** Returns the index of the first invalid character or escape sequence, or the length of the text. */
function firstInvalid(text: string, start: number): number {
  validPiece.lastIndex = start;
  let end = start;
  while (validPiece.test(text)) end = validPiece.lastIndex;
  return end;
}

function isHighSurrogate(escape: string): boolean {
  return /^\\ud[89ab]/i.test(escape);
}
