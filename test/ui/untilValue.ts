import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';

/**
 * Waits until a text field has the value `wanted`. Fails after 60 seconds. The value may come late. For example, the
 * extension sends the draft only after the panel has loaded.
 */
export async function untilValue(field: Locator, wanted: string): Promise<void> {
  let value: string;
  const deadline = Date.now() + 60_000;
  do value = await field.inputValue();
  while (value !== wanted && Date.now() < deadline);
  assert.equal(value, wanted);
}
