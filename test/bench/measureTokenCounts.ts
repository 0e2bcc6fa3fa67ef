import { recordedCounts } from '../unit/meter/recordedCounts.ts';
import { median, type Figure } from './figure.ts';

/** How far our own counts are from what services reported of the same texts, before anything is learnt. */
export function measureTokenCounts(): readonly Figure[] {
  const errors = recordedCounts.map(({ counted, reported }) => (100 * Math.abs(counted - reported)) / reported);
  return [
    { name: 'token counts, against recorded replies: middle error', value: median(errors), unit: '%', atMost: 2 },
    { name: 'token counts, against recorded replies: largest error', value: Math.max(...errors), unit: '%', atMost: 7 },
  ];
}
