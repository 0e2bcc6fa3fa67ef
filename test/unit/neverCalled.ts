import assert from 'node:assert/strict';

/** Fails the test when it is called. Tests pass this function as a callback that must never be called. */
export function neverCalled(text: string): void {
  assert.fail(`Called with ${text}`);
}
