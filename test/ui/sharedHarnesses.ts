import { startPanelHarness } from './panelHarness.ts';
import { startSpendHarness } from './spendHarness.ts';

/** Resolves with the panel's harness that all test files of this Mocha process share. Do not dispose it. */
export const sharedPanelHarness = sharedHarness(startPanelHarness);

/** Resolves with the Spend page's harness that all test files of this Mocha process share. Do not dispose it. */
export const sharedSpendHarness = sharedHarness(startSpendHarness);

/**
 * Returns a function that starts the harness at the first call, and resolves with the same harness at each call.
 * Mocha disposes the harness after the tests of all files.
 */
function sharedHarness<Harness extends { readonly dispose: () => Promise<void> }>(
  start: () => Promise<Harness>,
): () => Promise<Harness> {
  let harness: Promise<Harness> | undefined;
  // Outside of a suite, this is a hook of Mocha's root suite.
  after(async () => (await harness)?.dispose());
  return async () => (harness ??= start());
}
