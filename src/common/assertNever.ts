/** Makes a switch exhaustive: the compiler rejects the call if a case is missing. Throws if it is called anyway. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
