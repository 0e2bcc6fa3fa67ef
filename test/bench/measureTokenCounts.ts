import { recordedCounts } from '../unit/meter/recordedCounts.ts';
import { median, type Figure } from './figure.ts';

/**
 * Compares the token counts of the tokenizer o200k_base with the counts that services reported. Applies no learned
 * correction factors. Uses recorded counts, and counts nothing itself.
 */
export function measureTokenCounts(): readonly Figure[] {
  const errors = recordedCounts.map(({ counted, reported }) => (100 * Math.abs(counted - reported)) / reported);
  return [
    { name: 'token counts against recorded replies: median error', value: median(errors), unit: '%', atMost: 2 },
    { name: 'token counts against recorded replies: largest error', value: Math.max(...errors), unit: '%', atMost: 7 },
  ];
}
