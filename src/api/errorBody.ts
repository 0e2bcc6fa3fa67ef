/** The words and the code of an error body, in whichever of the known shapes it came. */
export interface ErrorBody {
  readonly detail: string;
  readonly code: string | undefined;
}

const maxDetailLength = 2_000;
const maxCodeLength = 100;

/** Reads an error body as text. Never throws; `secret` is removed wherever the service echoed it. */
export function parseErrorBody(text: string, secret: string): ErrorBody {
  // Before a page's title is cut: a cut key would not be found.
  return redactErrorBody(describeErrorValue(parseJson(text) ?? plainText(redact(text, secret))), secret);
}

/** What may be shown and kept of the service's words: without the key, and not endless. */
export function redactErrorBody({ detail, code }: ErrorBody, secret: string): ErrorBody {
  return {
    detail: redact(detail, secret).slice(0, maxDetailLength),
    code: code === undefined ? undefined : redact(code, secret),
  };
}

/** The words and the code of a parsed error object, such as the `error` of a chunk. */
export function describeErrorValue(value: unknown): ErrorBody {
  if (typeof value === 'string') return { detail: value.trim(), code: undefined };
  if (Array.isArray(value)) return describeErrorValue(value[0]);
  if (typeof value !== 'object' || value === null) return { detail: '', code: undefined };
  const fields = value as Readonly<Record<string, unknown>>;
  const inner = fields['error'] ?? fields['errors'];
  if (typeof inner === 'object' && inner !== null) return describeErrorValue(inner);
  return { detail: detailOf(fields), code: codeOf(fields) };
}

/** Replaces every occurrence of the key. */
export function redact(text: string, secret: string): string {
  return secret === '' ? text : text.replaceAll(secret, '•••');
}

function detailOf(fields: Readonly<Record<string, unknown>>): string {
  const candidates = [fields['message'], fields['error'], fields['detail'], fields['msg'], fields['title']];
  const words = candidates.find((candidate) => typeof candidate === 'string' && candidate !== '');
  if (typeof words === 'string') return words.trim();
  return Array.isArray(fields['detail']) ? describeErrorValue(fields['detail'][0]).detail : '';
}

function codeOf(fields: Readonly<Record<string, unknown>>): string | undefined {
  const code = fields['code'] ?? fields['type'];
  if (typeof code === 'number') return String(code);
  // It stands in log lines, whatever the service sends.
  const word = typeof code === 'string' ? code.replaceAll(/[^\x20-\x7e]/g, '').slice(0, maxCodeLength) : '';
  return word === '' ? undefined : word;
}

/** Undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A page from something in between is never shown as it is: its title, at most. */
function plainText(text: string): string {
  if (!text.trimStart().startsWith('<')) return text;
  return /<title[^>]*>([^<]{0,200})/i.exec(text)?.[1] ?? '';
}
