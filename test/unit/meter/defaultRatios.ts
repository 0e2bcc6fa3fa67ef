import { defaultFactors, type TokenRatios } from '../../../src/meter/tokenRatio.ts';

/** Token ratios that always return the default factors. */
export const defaultRatios: TokenRatios = {
  factors: () => defaultFactors,
  load: async () => Promise.resolve(),
  learn: async () => Promise.resolve(),
  learned: () => ({}),
  addLearned: async () => Promise.resolve(),
  learnFromBill: async () => Promise.resolve(),
};
