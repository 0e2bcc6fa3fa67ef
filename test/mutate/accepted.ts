import type { Acceptance } from './acceptance.ts';

/** Survivors that were judged not to matter. `npm run mutate` prints them apart, with the reason. */
export const accepted: readonly Acceptance[] = [];
