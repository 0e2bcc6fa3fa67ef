import { pricesFromDollars } from '../../../src/meter/prices.ts';

/** The published prices. */
export const published = pricesFromDollars({ input: 2, cachedInput: 0.25, output: 8 });
