import { invisibleCharacter } from '../common/code/invisibleCharacter.ts';
import { createPrefixMatcher } from '../common/code/prefixMatcher.ts';
import { isJsonObject } from '../common/json.ts';
import { keySpellings, type Spelling } from './keySpellings.ts';
import { unescapedForms, type UnescapedText } from './unescapeText.ts';

/** Replaces the API key. */
export const mask = '•••';
/** Matches invisible characters, such as control characters and zero-width spaces, except tab and line feed. */
const removed = new RegExp(`(?![\\t\\n])${invisibleCharacter}`, 'gu');
const maxWordLength = 200;
/** A shorter API key is no secret. Masking it would mask parts of many words. */
const minSecretLength = 3;
/**
 * The maximum length, in UTF-16 code units, of a text that is masked. Longer texts are truncated first, because masking
 * takes much time and memory for each character. The service decides how long an error message is.
 */
export const maxRedactedLength = 64 * 1024;

/**
 * Returns the first 65,536 characters of the text, with every occurrence of the API key (`secret`) masked. Recognizes
 * the key as keySpellings.ts and unescapeText.ts describe: plain, in base64 or hexadecimal, garbled, escaped up to
 * three times, or split by invisible characters, tabs or line feeds. Also masks the first eight or more characters of
 * the key without the rest, because the service may have truncated the key. Does not change the rest of the text. A key
 * of fewer than three characters is not masked. Takes linear time.
 */
export function redact(text: string, secret: string): string {
  const beginning = text.slice(0, maxRedactedLength);
  return secret.length < minSecretLength ? beginning : maskSpellings(beginning, keySpellings(secret));
}

function maskSpellings(text: string, spellings: readonly Spelling[]): string {
  const ranges = unescapedForms(text).flatMap((form) => spellings.flatMap((spelling) => rangesOf(spelling, form)));
  return maskRanges(text, ranges);
}

/**
 * Like `redact`, but also removes invisible characters, except tabs and line feeds.
 */
export function redactVisible(text: string, secret: string): string {
  return redact(text, secret).replaceAll(removed, '');
}

/** A shorter key is not masked in a request, because it may be an ordinary word, as with a server that needs no key. */
const minKeyLength = 8;

/** Like `redactJsonSteps` for one API key, but in a single step. */
export function redactJson<Value>(value: Value, secret: string): Value {
  const steps = redactJsonSteps(value, [secret]);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Returns a copy of a JSON value in which the API keys are masked in all strings and names, as `redact` does. In a
 * string of more than 65,536 characters, masks only the exact keys. Ignores keys of fewer than eight characters. Before
 * each string, yields its length in UTF-16 code units, so that the caller can let other tasks run.
 */
export function* redactJsonSteps<Value>(value: Value, secrets: readonly string[]): Generator<number, Value> {
  const keys = secrets.filter(({ length }) => length >= minKeyLength);
  if (keys.length === 0) return value;
  const spellings = keys.flatMap(keySpellings);
  const maskText = (text: string) =>
    text.length <= maxRedactedLength
      ? maskSpellings(text, spellings)
      : keys.reduce((rest, key) => rest.replaceAll(key, mask), text);
  function* map(each: unknown): Generator<number, unknown> {
    if (typeof each === 'string') {
      yield each.length;
      return maskText(each);
    }
    if (Array.isArray(each)) {
      const items: unknown[] = [];
      for (const item of each) items.push(yield* map(item));
      return items;
    }
    if (!isJsonObject(each)) return each;
    const entries: [string, unknown][] = [];
    for (const [name, item] of Object.entries(each)) entries.push([maskText(name), yield* map(item)]);
    return Object.fromEntries(entries);
  }
  return (yield* map(value)) as Value;
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

/** A part of a text to mask. `end` is exclusive. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds each occurrence of a spelling in an unescaped text, and of each prefix of at least `spelling.minLength` code
 * units. Returns ranges of the escaped text. Ranges of the same spelling do not overlap.
 */
function rangesOf(spelling: Spelling, { text, starts, ends, incompleteStart }: UnescapedText): readonly Range[] {
  return matches(spelling, text).map(({ start, end, isWhole }) => {
    const range = { start: starts[start] ?? 0, end: ends[end - 1] ?? 0 };
    // The incomplete escape sequence at the end may be the next character of the key.
    const isTruncated = !isWhole && range.end >= incompleteStart;
    return isTruncated ? { ...range, end: Number.POSITIVE_INFINITY } : range;
  });
}

interface Match extends Range {
  /** True if the match ends with the whole spelling. */
  readonly isWhole: boolean;
}

/**
 * Finds the prefixes of the spelling that have at least `minLength` code units. Joins overlapping matches. Takes
 * linear time.
 */
function matches({ text: spelling, minLength }: Spelling, text: string): readonly Match[] {
  const found: Match[] = [];
  if (!text.includes(spelling.slice(0, minLength))) return found;
  const prefixes = createPrefixMatcher(spelling);
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    length = prefixes.next(length, text.charCodeAt(index));
    if (length < minLength) continue;
    const match = { start: index + 1 - length, end: index + 1, isWhole: length === spelling.length };
    const last = found.at(-1);
    if (last !== undefined && match.start < last.end) found[found.length - 1] = { ...match, start: last.start };
    else found.push(match);
  }
  return found;
}

/** Replaces each range with the mask. Overlapping ranges are replaced with a single mask. */
function maskRanges(text: string, ranges: readonly Range[]): string {
  let masked = '';
  let end = 0;
  for (const range of ranges.toSorted((first, second) => first.start - second.start)) {
    if (range.start >= end) masked += text.slice(end, range.start) + mask;
    end = Math.max(end, range.end);
  }
  return masked + text.slice(end);
}
