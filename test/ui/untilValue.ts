import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';

/**
 * Waits until a text field has the value `wanted`. The value may come late, because the extension sends the draft only
 * after the panel has loaded. Fails after 60 seconds.
 */
export async function untilValue(field: Locator, wanted: string): Promise<void> {
  let value: string;
  const deadline = Date.now() + 60_000;
  do value = await field.inputValue();
  while (value !== wanted && Date.now() < deadline);
  assert.equal(value, wanted);
}
