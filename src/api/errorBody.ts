import { parseJson, type JsonObject } from '../common/json.ts';
import { isQuotaCode } from './errors.ts';
import { redact, redactWord } from './redact.ts';

/** The message and the code of an error body, in any of the known shapes. Both come from the service. */
export interface ErrorBody {
  readonly detail: string;
  readonly code: string | undefined;
}

const maxDetailLength = 2_000;
const maxBodyLength = 4_000;
const maxTitleLength = 200;
/** Deeper than any server nests an error. */
const maxDepth = 8;

/** Parses an error body, JSON or not. Never throws. `secret` is masked wherever the service echoed it. */
export function parseErrorBody(text: string, secret: string): ErrorBody {
  // Redact before htmlTitle cuts the title: half a key would not be recognised.
  return redactErrorBody(describeErrorValue(parseJson(text) ?? plainText(redact(text, secret))), secret);
}

/** Returns the body for the details of an error: at most 4,000 characters, redacted; only the title of an HTML page. */
export function redactBody(text: string, secret: string): string {
  return plainText(redact(text, secret)).trim().slice(0, maxBodyLength);
}

/** Redacts both fields, and limits the detail to 2,000 characters. */
export function redactErrorBody({ detail, code }: ErrorBody, secret: string): ErrorBody {
  return {
    detail: redact(detail, secret).slice(0, maxDetailLength),
    code: redactWord(code, secret),
  };
}

/** Describes a parsed error value, such as the `error` of a chunk. The result is not redacted. */
export function describeErrorValue(value: unknown, depth = 0): ErrorBody {
  if (typeof value === 'string') return { detail: value.trim(), code: undefined };
  if (depth > maxDepth || typeof value !== 'object' || value === null) return { detail: '', code: undefined };
  if (Array.isArray(value)) return describeErrorValue(value[0], depth + 1);
  const fields = value as JsonObject;
  const inner = fields['error'] ?? fields['errors'];
  const described = typeof inner === 'object' ? describeErrorValue(inner, depth + 1) : undefined;
  // Some errors hold an empty inner object, such as one for form fields, and a title beside it.
  if (described !== undefined && (described.detail !== '' || described.code !== undefined)) return described;
  return { detail: detailOf(fields, depth), code: codeOf(fields) };
}

/** Returns the title of an HTML page, at most 200 characters, or an empty string. */
export function htmlTitle(page: string): string {
  const title = /<title[^>]{0,200}>([^<]*)</i.exec(page)?.[1]?.trim().replaceAll(/\s+/g, ' ') ?? '';
  if (title.length <= maxTitleLength) return title;
  // Cut between words: half a key would not be recognised as one.
  return title.slice(0, title.lastIndexOf(' ', maxTitleLength) + 1).trimEnd();
}

function detailOf(fields: JsonObject, depth: number): string {
  const candidates = [fields['message'], fields['error'], fields['detail'], fields['msg'], fields['title']];
  const words = candidates.find((candidate) => typeof candidate === 'string' && candidate !== '');
  if (typeof words === 'string') return words.trim();
  return typeof fields['detail'] === 'object' ? describeErrorValue(fields['detail'], depth + 1).detail : '';
}

function codeOf(fields: JsonObject): string | undefined {
  const codes = [fields['code'], fields['type']]
    .filter((code) => typeof code === 'number' || (typeof code === 'string' && code !== ''))
    .map(String);
  // Some servers put the status in one field and the reason in the other.
  return codes.find(isQuotaCode) ?? codes[0];
}

/** Returns only the title of an HTML page. */
function plainText(text: string): string {
  return text.trimStart().startsWith('<') ? htmlTitle(text) : text;
}
