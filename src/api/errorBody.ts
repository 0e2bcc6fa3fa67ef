import { parseJson, type JsonObject } from '../common/json.ts';
import { isQuotaCode, networkSignIn, noChatEndpoint } from './errors.ts';
import { maxRedactedLength, redactVisible, redactWord } from './redact.ts';

/** The message and the code of an error. They come from the service, or the client itself sets them. */
export interface ErrorBody {
  /** The error message; may be empty. */
  readonly detail: string;
  /** An error code such as `insufficient_quota`, an error type, or an HTTP status as text. */
  readonly code: string | undefined;
  /** True if the detail is the title of an HTML page. `redactErrorBody` shortens the title. */
  readonly isTitle?: true;
}

const maxDetailLength = 2_000;
const maxBodyLength = 4_000;
const maxTitleLength = 200;
/** The maximum depth of nested errors. Deeper errors are ignored. No known server nests errors so deeply. */
const maxDepth = 8;

/**
 * Finds the message and the code in the body of an error response. The body may be JSON, HTML or plain text. Masks the
 * API key (`secret`), because servers may echo the key. Never throws.
 *
 * @param status The status of the response. The code is noChatEndpoint or networkSignIn if status and body mean
 *   what these codes mean.
 */
export function parseErrorBody(text: string, secret: string, status?: number): ErrorBody {
  const value = parseJson(text) ?? undefined;
  const body = redactErrorBody(value === undefined ? describePage(text) : describeErrorValue(value), secret);
  const isJsonError = value !== undefined && (body.detail !== '' || body.code !== undefined);
  const isEndpointMissing = isHtml(text) ? status === 404 || status === 405 : status === 404 && !isJsonError;
  if (isEndpointMissing) return { ...body, code: noChatEndpoint };
  // Without a page to sign in, the service itself may have sent the status, after a reply that it charged.
  return status === 511 && isHtmlDocument(text) ? { ...body, code: networkSignIn } : body;
}

/**
 * Returns the redacted body or, if the body is an HTML page, only the redacted title. Removes invisible characters.
 * Returns at most 4,000 characters.
 */
export function redactBody(text: string, secret: string): string {
  const redacted = redactVisible(text, secret);
  const title = isHtml(redacted) ? shortTitle(htmlTitle(redacted)) : '';
  return title === '' && !isHtmlDocument(redacted) ? redacted.trim().slice(0, maxBodyLength) : title;
}

/**
 * Redacts the detail and the code. Limits the detail to 2,000 characters, and a title and the code to 200. Removes
 * invisible characters from the detail, and all characters that are not printable ASCII from the code. Turns white
 * space in a title into single spaces. Drops the code networkSignIn.
 */
export function redactErrorBody({ detail, code, ...others }: ErrorBody, secret: string): ErrorBody {
  const redacted = redactVisible(detail, secret);
  const word = redactWord(code, secret);
  return {
    ...others,
    detail: others.isTitle === true ? shortTitle(redacted) : redacted.slice(0, maxDetailLength),
    // Only the client itself may say that the network answered, because the request then counts as not charged.
    code: word === networkSignIn ? undefined : word,
  };
}

/**
 * Finds the message and the code of an error in a parsed JSON value, and returns them without redacting them. The value
 * may be a string (the message), an object with the fields of the error, or an object with the error in its field
 * `error` or `errors`. The value may also be an array whose first element is such a string or object. If the message is
 * an HTML page, the detail is the title of the page.
 */
export function describeErrorValue(value: unknown, depth = 0): ErrorBody {
  if (typeof value === 'string') return describeMessage(value);
  if (depth > maxDepth || typeof value !== 'object' || value === null) return { detail: '', code: undefined };
  if (Array.isArray(value)) return describeErrorValue(value[0], depth + 1);
  const fields = value as JsonObject;
  const inner = fields['error'] ?? fields['errors'];
  const described = typeof inner === 'object' ? describeErrorValue(inner, depth + 1) : undefined;
  // If the inner object has neither a message nor a code, use the outer fields. For example, an error about invalid
  // form fields has a `title` next to an `errors` object without a message or a code.
  if (described !== undefined && (described.detail !== '' || described.code !== undefined)) return described;
  return { ...detailOf(fields, depth), code: codeOf(fields) };
}

/** Returns the unchanged title of an HTML page, or an empty string if there is no title. */
function htmlTitle(page: string): string {
  return /<title[^>]{0,200}>([^<]*)</i.exec(page)?.[1]?.trim() ?? '';
}

/**
 * Returns a title with single spaces. If it is longer than 200 characters, returns as many whole words from its start
 * as fit into 200 characters. The title must be redacted, because redact does not recognise a key that spaces split.
 */
function shortTitle(redacted: string): string {
  const title = redacted.trim().replaceAll(/\s+/g, ' ');
  if (title.length <= maxTitleLength) return title;
  return title.slice(0, title.lastIndexOf(' ', maxTitleLength) + 1).trimEnd();
}

function detailOf(fields: JsonObject, depth: number): ErrorBody {
  const candidates = [
    fields['message'],
    fields['error'],
    fields['errors'],
    fields['detail'],
    fields['msg'],
    fields['title'],
  ];
  const message = candidates.find((candidate) => typeof candidate === 'string' && candidate !== '');
  return describeErrorValue(typeof message === 'string' ? message : fields['detail'], depth + 1);
}

function codeOf(fields: JsonObject): string | undefined {
  const codes = [fields['code'], fields['type']]
    .filter((code) => typeof code === 'number' || (typeof code === 'string' && code !== ''))
    .map((code) => bounded(String(code)));
  // Prefer a code that means that the balance is used up. Some servers put this code into `code`, others into `type`.
  // The other field then contains something less specific, such as the status.
  return codes.find(isQuotaCode) ?? codes[0];
}

/** Shortens a field of an error before the field is copied, searched or redacted. A field may have many megabytes. */
function bounded(field: string): string {
  return field.slice(0, maxRedactedLength);
}

/** Describes a message of a service by the title, if the message is an HTML page with a title. */
function describeMessage(text: string): ErrorBody {
  const title = isHtmlDocument(text) ? htmlTitle(bounded(text)) : '';
  return title === ''
    ? { detail: bounded(text.trim()), code: undefined }
    : { detail: title, code: undefined, isTitle: true };
}

/**
 * Describes a whole body by the title of an HTML page, which may be empty, or by any other text. Does not redact the
 * result.
 */
export function describePage(text: string): ErrorBody {
  if (!isHtml(text)) return { detail: bounded(text.trim()), code: undefined };
  const detail = htmlTitle(bounded(text));
  return { detail, code: undefined, ...(detail === '' ? {} : { isTitle: true }) };
}

/** Returns true for a whole page, but not for a message that begins with another word in angle brackets. */
function isHtmlDocument(text: string): boolean {
  return /^\s*(?:<\?xml[^>]{0,200}>\s*)?<(?:!doctype\s+html|html)[\s>]/i.test(text);
}

/** Returns true for a text that starts with `<`, so XML counts as HTML, too. */
function isHtml(text: string): boolean {
  return text.trimStart().startsWith('<');
}
