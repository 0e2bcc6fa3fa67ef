import { invisibleCharacter } from '../common/code/invisibleCharacter.ts';

/** Replaces the API key. */
export const mask = '•••';
/** Matches a control character, or a character that is always invisible, such as a zero-width space. */
const invisible = new RegExp(invisibleCharacter, 'u');
const invisibles = new RegExp(invisible, 'gu');
/** Matches invisible characters except tab and line feed. */
const removed = new RegExp(`(?![\\t\\n])${invisible.source}`, 'gu');
/** The length, in characters, of the shortest prefix of the API key that is masked at the end of a text. */
const minMaskedLength = 8;
const maxWordLength = 200;
/**
 * The maximum length, in UTF-16 code units, of a text that is masked. Longer texts are truncated first, because masking
 * takes much time and memory for each character. The service decides how long an error message is.
 */
export const maxRedactedLength = 64 * 1024;

/**
 * Returns the first 65,536 characters of the text, with every occurrence of the API key (`secret`) masked: plain,
 * escaped for JSON or a URL, with numeric HTML entities, split by invisible characters, tabs or line feeds, or garbled
 * because its Latin-1 bytes were decoded as UTF-8. If the text ends with the key's first eight or more characters, masks
 * these characters too, because the text may be truncated inside the key. Does not change the rest of the text.
 */
export function redact(text: string, secret: string): string {
  const beginning = text.slice(0, maxRedactedLength);
  if (secret === '') return beginning;
  const misread = misreadLatin1(secret);
  const spellings = [secret, JSON.stringify(secret).slice(1, -1), misread];
  const inPlain = spellings.reduce((text, spelling) => text.replaceAll(spelling, mask), beginning);
  const redacted = formsOf(secret).reduce(maskEscaped, inPlain);
  const length = Math.max(maskedLengthAtEnd(redacted, secret), maskedLengthAtEnd(redacted, misread));
  return length === 0 ? redacted : redacted.slice(0, -length) + mask;
}

/**
 * Like `redact`, but also removes invisible characters, except tabs and line feeds.
 */
export function redactVisible(text: string, secret: string): string {
  return redact(text, secret).replaceAll(removed, '');
}

/**
 * Removes the API key (`secret`) and all characters that are not printable ASCII from a short string for a log line,
 * such as an error code or an id. Returns at most 200 characters, or undefined if no character is left.
 */
export function redactWord(word: string | undefined, secret: string): string | undefined {
  if (word === undefined) return undefined;
  // Redact twice, because the removed characters may have split the key.
  const redacted = redact(printable(redact(word, secret)), printable(secret));
  return printable(redacted).slice(0, maxWordLength) || undefined;
}

function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '');
}

/**
 * Matches one character, plain or escaped for JSON (once or repeatedly), for a URL or as a numeric HTML entity.
 */
const character =
  /\\{1,8}u([0-9a-f]{4})|%([0-9a-f]{2})|&#x0{0,6}([0-9a-f]{1,4});|&#0{0,6}(\d{1,5});|\\{1,8}([^\\])|[^]/giu;

/** Matches an escape sequence that is incomplete because the text ends. */
const incompleteEscape = /(?:\\{1,8}(?:u[0-9a-f]{0,3})?|%[0-9a-f]?|&(?:#x?[0-9a-f]{0,10})?)$/i;
const maxEscapeLength = 16;

/**
 * Returns the key as it appears in an answer that repeats the bytes of the request's header. A header is Latin-1, but
 * answers are read as UTF-8, so most characters above U+007F become U+FFFD.
 */
function misreadLatin1(secret: string): string {
  return Buffer.from(secret, 'latin1').toString('utf8');
}

/**
 * Returns the texts to look for after escape sequences are replaced and invisible characters are removed. URLs escape
 * each byte of a character's UTF-8 form, so that a key with characters above U+007F becomes a longer text.
 */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret).toString('latin1');
  return [...new Set([secret, bytes, misreadLatin1(secret)].map((form) => form.replaceAll(invisibles, '')))].filter(
    (form) => form !== '',
  );
}

/**
 * Masks each occurrence of the secret that contains escaped or invisible characters, and the secret's first eight or
 * more characters at the end of the text. Takes linear time.
 */
function maskEscaped(text: string, secret: string): string {
  if (!/[\\%&]/.test(text) && !invisible.test(text)) return text;
  // For each UTF-16 code unit of `plain`, the start and the end of its character in `text`.
  const starts: number[] = [];
  const ends: number[] = [];
  const visible: string[] = [];
  for (const match of text.matchAll(character)) {
    const plainCharacter = unescaped(match);
    if (invisible.test(plainCharacter)) continue;
    visible.push(plainCharacter);
    for (let index = 0; index < plainCharacter.length; index += 1) {
      starts.push(match.index);
      ends.push(match.index + match[0].length);
    }
  }
  const plain = visible.join('');
  let masked = '';
  let end = 0;
  for (let found = plain.indexOf(secret); found >= 0; found = plain.indexOf(secret, found + secret.length)) {
    masked += text.slice(end, starts[found]) + mask;
    end = ends[found + secret.length - 1] ?? text.length;
  }
  const incompleteLength = incompleteEscape.exec(text.slice(-maxEscapeLength))?.[0].length ?? 0;
  const lastStart = starts.findLastIndex((start) => start < text.length - incompleteLength);
  const length = maskedLengthAtEnd(plain.slice(0, lastStart + 1), secret);
  return length === 0 ? masked + text.slice(end) : masked + text.slice(end, starts[lastStart + 1 - length]) + mask;
}

/**
 * Returns the length of a truncated secret at the end of the text. Returns 0 if the text does not end with the first
 * eight or more characters of the secret.
 */
function maskedLengthAtEnd(text: string, secret: string): number {
  for (let length = secret.length - 1; length >= minMaskedLength; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}

/** Returns a matched character without its escape, or a line feed for a control character with a short escape. */
function unescaped([match, unicode, percent, hex, decimal, backslashed]: RegExpExecArray): string {
  const code = unicode ?? percent ?? hex;
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  // JSON escapes some control characters with a letter.
  if (backslashed !== undefined) return /[bfnrt]/.test(backslashed) ? '\n' : backslashed;
  return match;
}
