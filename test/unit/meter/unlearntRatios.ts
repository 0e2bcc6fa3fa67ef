import { unlearntFactors, type TokenRatios } from '../../../src/meter/tokenRatio.ts';

/** What is learnt of the token counts is not kept. */
export const unlearntRatios: TokenRatios = {
  factors: () => unlearntFactors,
  load: async () => Promise.resolve(),
  learn: async () => Promise.resolve(),
  learnFromBill: async () => Promise.resolve(),
};
