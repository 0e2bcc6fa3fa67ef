import { parseJson, type JsonObject } from '../common/json.ts';
import { isQuotaCode } from './errors.ts';
import { redact, redactWord } from './redact.ts';

/** An error as the service describes it. */
export interface ErrorBody {
  /** The error message; may be empty. */
  readonly detail: string;
  /** Such as `insufficient_quota`, or a status as text. */
  readonly code: string | undefined;
}

const maxDetailLength = 2_000;
const maxBodyLength = 4_000;
const maxTitleLength = 200;
/** Limits the recursion into nested errors. No known server nests them this deep. */
const maxDepth = 8;

/** Parses an error body: JSON, HTML or plain text. Masks `secret`, which servers may echo. Never throws. */
export function parseErrorBody(text: string, secret: string): ErrorBody {
  // Redact before htmlTitle shortens the title: redact might not recognise a truncated key.
  return redactErrorBody(describeErrorValue(parseJson(text) ?? plainText(redact(text, secret))), secret);
}

/** Returns the redacted body, at most 4,000 characters. Of an HTML page it returns only the title. */
export function redactBody(text: string, secret: string): string {
  return plainText(redact(text, secret)).trim().slice(0, maxBodyLength);
}

/** Redacts the detail and the code, and limits the detail to 2,000 characters. */
export function redactErrorBody({ detail, code }: ErrorBody, secret: string): ErrorBody {
  return {
    detail: redact(detail, secret).slice(0, maxDetailLength),
    code: redactWord(code, secret),
  };
}

/** Finds the message and the code in a parsed error, such as the `error` field of a chunk. Does not redact them. */
export function describeErrorValue(value: unknown, depth = 0): ErrorBody {
  if (typeof value === 'string') return { detail: value.trim(), code: undefined };
  if (depth > maxDepth || typeof value !== 'object' || value === null) return { detail: '', code: undefined };
  if (Array.isArray(value)) return describeErrorValue(value[0], depth + 1);
  const fields = value as JsonObject;
  const inner = fields['error'] ?? fields['errors'];
  const described = typeof inner === 'object' ? describeErrorValue(inner, depth + 1) : undefined;
  // Some errors have a title next to an empty inner object, such as one for invalid form fields.
  if (described !== undefined && (described.detail !== '' || described.code !== undefined)) return described;
  return { detail: detailOf(fields, depth), code: codeOf(fields) };
}

/** Returns the title of an HTML page, at most 200 characters, or an empty string. */
export function htmlTitle(page: string): string {
  const title = /<title[^>]{0,200}>([^<]*)</i.exec(page)?.[1]?.trim().replaceAll(/\s+/g, ' ') ?? '';
  if (title.length <= maxTitleLength) return title;
  // Cut between words: redact might not recognise a truncated key.
  return title.slice(0, title.lastIndexOf(' ', maxTitleLength) + 1).trimEnd();
}

function detailOf(fields: JsonObject, depth: number): string {
  const candidates = [fields['message'], fields['error'], fields['detail'], fields['msg'], fields['title']];
  const message = candidates.find((candidate) => typeof candidate === 'string' && candidate !== '');
  if (typeof message === 'string') return message.trim();
  return typeof fields['detail'] === 'object' ? describeErrorValue(fields['detail'], depth + 1).detail : '';
}

function codeOf(fields: JsonObject): string | undefined {
  const codes = [fields['code'], fields['type']]
    .filter((code) => typeof code === 'number' || (typeof code === 'string' && code !== ''))
    .map(String);
  // Some servers put the status into one field and the reason into the other.
  return codes.find(isQuotaCode) ?? codes[0];
}

/** Returns the title of an HTML page, and any other text unchanged. */
function plainText(text: string): string {
  return text.trimStart().startsWith('<') ? htmlTitle(text) : text;
}
