/** The last case of an exhaustive switch: if another case is missing, the call does not compile. Always throws. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
