import assert from 'node:assert/strict';

/** Fails the test. Passed as a callback that must not be called with a text. */
export function neverCalled(text: string): void {
  assert.fail(`Called with ${text}`);
}
