/** An object from an untrusted source, such as a file or a response. Any field may be missing or have another type. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the parsed value, or undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the value if it is an object, else an empty object. */
export function asJsonObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
