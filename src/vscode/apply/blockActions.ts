import { createApplyCode, type ApplyDependencies, type BlockToApply } from './applyCode.ts';
import { createFileFinder } from './fileFinder.ts';
import { createReviewChanges, type ReplyToReview, type ReviewDependencies } from './reviewChanges.ts';

/** The actions that show the changes of a reply's code. */
export interface BlockActions {
  /** See createApplyCode. */
  readonly applyCode: (block: BlockToApply) => Promise<void>;
  /** See createReviewChanges. */
  readonly reviewChanges: (reply: ReplyToReview) => Promise<void>;
}

export type BlockActionDependencies = Omit<ApplyDependencies & ReviewDependencies, 'files'> & {
  readonly excludedGlobs: () => readonly string[];
};

export function createBlockActions({ excludedGlobs, ...dependencies }: BlockActionDependencies): BlockActions {
  const files = createFileFinder(dependencies.targetEditor, dependencies.proposals, excludedGlobs);
  return {
    applyCode: createApplyCode({ ...dependencies, files }),
    reviewChanges: createReviewChanges({ ...dependencies, files }),
  };
}
