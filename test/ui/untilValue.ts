import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';

/** Resolves when a text field has this value: the extension sends drafts after the panel has loaded. Fails after 60 s. */
export async function untilValue(field: Locator, wanted: string): Promise<void> {
  let value: string;
  const deadline = Date.now() + 60_000;
  do value = await field.inputValue();
  while (value !== wanted && Date.now() < deadline);
  assert.equal(value, wanted);
}
