import { pricesFromDollars } from '../../../src/meter/prices.ts';

/** The published prices of the service, from US dollars per 1,000,000 tokens. */
export const published = pricesFromDollars({ input: 2, cachedInput: 0.25, output: 8 });
