import type { Acceptance } from './acceptance.ts';

/** Surviving mutants that need no test. `npm run mutate` lists them after the other survivors, with the reason. */
export const accepted: readonly Acceptance[] = [];
