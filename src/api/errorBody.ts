import { isQuotaCode } from './errors.ts';
import { replaceEscaped } from './replaceEscaped.ts';
import { parseJson, type JsonObject } from '../common/json.ts';

/** The words and the code of an error body, in whichever of the known shapes it came. */
export interface ErrorBody {
  readonly detail: string;
  readonly code: string | undefined;
}

const maxDetailLength = 2_000;
const maxBodyLength = 4_000;
const maxWordLength = 200;
const maxTitleLength = 200;
/** Deeper than any server nests an error. */
const maxDepth = 8;

/** Reads an error body as text. Never throws; `secret` is removed wherever the service echoed it. */
export function parseErrorBody(text: string, secret: string): ErrorBody {
  // Before a page's title is cut: a cut key would not be found.
  return redactErrorBody(describeErrorValue(parseJson(text) ?? plainText(redact(text, secret))), secret);
}

/** A whole body as it may be shown among the details of an error: without the key, and of a page its title alone. */
export function shownBody(text: string, secret: string): string {
  return plainText(redact(text, secret)).trim().slice(0, maxBodyLength);
}

/** What may be shown and kept of the service's words: without the key, and not endless. */
export function redactErrorBody({ detail, code }: ErrorBody, secret: string): ErrorBody {
  return {
    detail: redact(detail, secret).slice(0, maxDetailLength),
    code: shownWord(code, secret),
  };
}

/** The words and the code of a parsed error object, such as the `error` of a chunk, as they came. */
export function describeErrorValue(value: unknown, depth = 0): ErrorBody {
  if (typeof value === 'string') return { detail: value.trim(), code: undefined };
  if (depth > maxDepth || typeof value !== 'object' || value === null) return { detail: '', code: undefined };
  if (Array.isArray(value)) return describeErrorValue(value[0], depth + 1);
  const fields = value as JsonObject;
  const inner = fields['error'] ?? fields['errors'];
  const described = typeof inner === 'object' ? describeErrorValue(inner, depth + 1) : undefined;
  // Errors of a form's fields, for one, have their words in a title beside them.
  if (described !== undefined && (described.detail !== '' || described.code !== undefined)) return described;
  return { detail: detailOf(fields, depth), code: codeOf(fields) };
}

/** The title of an HTML page, at most 200 characters; empty for a page without one. */
export function htmlTitle(page: string): string {
  const title = /<title[^>]{0,200}>([^<]*)</i.exec(page)?.[1]?.trim().replaceAll(/\s+/g, ' ') ?? '';
  if (title.length <= maxTitleLength) return title;
  // Never within a word: it could be half of a key, which nothing would recognise.
  return title.slice(0, title.lastIndexOf(' ', maxTitleLength) + 1).trimEnd();
}

const mask = '•••';
/** Fewer characters of a key tell nothing. */
const minTellingLength = 8;

/** Replaces every occurrence of the key, also escaped as in JSON, HTML or a URL, and its half at the end of what was cut off. */
export function redact(text: string, secret: string): string {
  if (secret === '') return text;
  const inPlain = text.replaceAll(secret, mask).replaceAll(JSON.stringify(secret).slice(1, -1), mask);
  const redacted = replaceEscaped(inPlain, secret, mask);
  for (let length = secret.length - 1; length >= minTellingLength; length -= 1) {
    if (redacted.endsWith(secret.slice(0, length))) return redacted.slice(0, -length) + mask;
  }
  return redacted;
}

/** What may be shown of a code, an id or a mark: without the key, in a log line, too. Undefined when nothing is left of it. */
export function shownWord(word: string | undefined, secret: string): string | undefined {
  if (word === undefined) return undefined;
  return redact(word, secret).replaceAll(/[^\x20-\x7e]/g, '').slice(0, maxWordLength) || undefined;
}

function detailOf(fields: JsonObject, depth: number): string {
  const candidates = [fields['message'], fields['error'], fields['detail'], fields['msg'], fields['title']];
  const words = candidates.find((candidate) => typeof candidate === 'string' && candidate !== '');
  if (typeof words === 'string') return words.trim();
  return typeof fields['detail'] === 'object' ? describeErrorValue(fields['detail'], depth + 1).detail : '';
}

function codeOf(fields: JsonObject): string | undefined {
  const codes = [fields['code'], fields['type']].filter((code) => typeof code === 'number' || (typeof code === 'string' && code !== '')).map(String);
  // Some have the status in the one and the reason in the other.
  return codes.find(isQuotaCode) ?? codes[0];
}

/** A page from something in between is never shown as it is: its title, at most. */
function plainText(text: string): string {
  return text.trimStart().startsWith('<') ? htmlTitle(text) : text;
}
