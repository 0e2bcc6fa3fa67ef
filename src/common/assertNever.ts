/**
 * Makes the compiler check that a switch is exhaustive. If a case is missing before the call, the call does not
 * compile. Always throws.
 */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
