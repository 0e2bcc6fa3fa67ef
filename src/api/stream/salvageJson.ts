import { parseJson } from '../../common/json.ts';

/** The maximum number of objects and arrays that are open at the end of the text. Only hostile input has more. */
const maxDepth = 100;

export interface SalvagedJson {
  readonly value: unknown;
  /** The dropped end of the text, from the first character that is not part of `value`. */
  readonly invalid: string;
}

/**
 * Parses a truncated JSON document, after closing its truncated string and all open objects and arrays. If the result
 * is not valid JSON, drops the text after the last complete value or opening bracket, and parses the remaining text.
 * For example, drops a field without a value.
 *
 * A server may append an error to a truncated document. Therefore the document ends at the first character or escape
 * sequence that JSON does not allow in a string. The document also ends after a string that no punctuation follows,
 * because a quotation mark of the appended error closes the truncated string.
 *
 * Returns undefined if the remaining text is not valid JSON either. Also returns undefined if no object or array is
 * open at the end of the document, as in a complete document, or if more than maxDepth are open. Takes linear time for
 * any text.
 */
export function salvageJson(text: string): SalvagedJson | undefined {
  const open: string[] = [];
  let lastValueEnd = 0;
  let end = text.length;
  let rest = text.length;
  let closingQuote = '';
  for (let index = 0; index < rest; index += 1) {
    switch (text.charAt(index)) {
      case '"': {
        const string = readString(text, index + 1);
        index = string.end;
        if (string.isWhole && isFollowedByPunctuation(text, index + 1)) break;
        end = string.end;
        rest = string.isWhole ? string.end + 1 : string.rest;
        closingQuote = '"';
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
  const value = parseJson(text.slice(0, end) + closingQuote + closers);
  if (value !== undefined) return { value, invalid: text.slice(rest) };
  const shorter = parseJson(text.slice(0, lastValueEnd) + closers);
  return shorter === undefined ? undefined : { value: shorter, invalid: text.slice(lastValueEnd) };
}

const punctuation = /\s*(?:[,:}\]]|$)/y;

function isFollowedByPunctuation(text: string, start: number): boolean {
  punctuation.lastIndex = start;
  return punctuation.test(text);
}

interface StringEnd {
  readonly isWhole: boolean;
  /** The index of the closing quote. Without a closing quote, the index after the last complete character. */
  readonly end: number;
  /** The index of the first invalid character or escape sequence, or the length of the text. */
  readonly rest: number;
}

/**
 * Matches valid characters or an escape sequence of a string, or an escape sequence that may be valid because the text
 * ends.
 */
const validPiece = /[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}|(?:u[\da-fA-F]{0,3})?$)/y;

/**
 * Finds the end of the JSON string whose first character is at `start`. The end is the closing quote, the first invalid
 * character or escape sequence, the end of the text, or the start of an escape sequence that the text truncates.
 */
function readString(text: string, start: number): StringEnd {
  let end = start;
  let lastEscape = text.length;
  validPiece.lastIndex = start;
  while (validPiece.test(text)) {
    // Treat the two escapes of a surrogate pair as one escape, so that the pair is not split.
    const isSecondOfPair = end === lastEscape + 6 && isHighSurrogate(text.slice(lastEscape, end));
    if (text[end] === '\\' && !isSecondOfPair) lastEscape = end;
    end = validPiece.lastIndex;
  }
  if (end < text.length) return { end, rest: end, isWhole: text[end] === '"' };
  const escape = text.slice(lastEscape);
  const isCut = /^\\(u[0-9a-f]{0,3})?$/i.test(escape) || /^\\ud[89ab]..(\\(u[0-9a-f]{0,3})?)?$/i.test(escape);
  return { end: isCut ? lastEscape : end, rest: end, isWhole: false };
}

function isHighSurrogate(escape: string): boolean {
  return /^\\ud[89ab]/i.test(escape);
}
