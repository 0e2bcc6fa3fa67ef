/** An object of which nothing is known yet: anything may be missing, or of another type. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Without any field when it is no object. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
