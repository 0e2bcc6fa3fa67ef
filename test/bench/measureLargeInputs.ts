import type { Figure } from './figure.ts';
import { chatScenarios } from './largeInputs/chatScenarios.ts';
import { codeScenarios } from './largeInputs/codeScenarios.ts';
import { vscodeScenarios } from './largeInputs/vscodeScenarios.ts';
import { webviewScenarios } from './largeInputs/webviewScenarios.ts';

/** A scenario that misses its target is measured again, because another program may have slowed it down. */
const maxAttempts = 3;

/**
 * Measures the CPU time of functions of the extension and its panel for large or hostile inputs. Reports the least of up
 * to three attempts.
 */
export async function measureLargeInputs(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { name, unit, atMost, measure } of [
    ...codeScenarios(),
    ...chatScenarios,
    ...vscodeScenarios,
    ...webviewScenarios,
  ]) {
    let value = Infinity;
    for (let attempts = 0; attempts < maxAttempts && value > atMost; attempts += 1)
      value = Math.min(value, await measure());
    figures.push({ name, value, unit, atMost });
  }
  return figures;
}
