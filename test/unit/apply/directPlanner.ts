import { runApplyOperation } from '../../../src/apply/applyOperations.ts';
import type { PlanRunner } from '../../../src/node/workerPlanner.ts';

/** Calls the real operations, without a worker thread. */
export const directPlanner: PlanRunner = {
  run: async (operation, ...parameters) => Promise.resolve(runApplyOperation({ operation, parameters }) as never),
};
