import { divideAll, divideReply } from './divideReply.ts';
import { undoHunkAt } from './hunks.ts';
import { planCertainBlocks, planFile } from './planFile.ts';
import { planPlace, usablePlaces } from './planPlace.ts';
import { undoChange } from './undoChange.ts';

/** The functions that may take long for large texts, so that a worker thread runs them. */
export const applyOperations = {
  divideAll,
  divideReply,
  planCertainBlocks,
  planFile,
  planPlace,
  undoChange,
  undoHunkAt,
  usablePlaces,
};

export type ApplyOperations = typeof applyOperations;
export type ApplyOperation = keyof ApplyOperations;

export interface ApplyRequest {
  readonly operation: ApplyOperation;
  readonly parameters: readonly unknown[];
}

/** Calls an operation. The request must come from our own code, because its parameters are not checked. */
export function runApplyOperation({ operation, parameters }: ApplyRequest): unknown {
  return (applyOperations[operation] as (...all: readonly unknown[]) => unknown)(...parameters);
}
