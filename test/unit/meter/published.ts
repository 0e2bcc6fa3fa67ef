import { pricesFromDollars } from '../../../src/meter/prices.ts';

/** The prices that the service publishes, converted from US dollars per 1,000,000 tokens. */
export const published = pricesFromDollars({ input: 2, cachedInput: 0.25, output: 8 });
