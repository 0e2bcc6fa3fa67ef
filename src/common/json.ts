/** An object from outside, such as a parsed file or an answer: any field may be missing or of another type. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns an empty object for a value that is no object. */
export function asJsonObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
