/**
 * Makes the compiler check that a switch is exhaustive, if called in the `default` case. If the switch lacks a case,
 * the call does not compile. Throws an error if the call is reached at run time.
 */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
