import * as vscode from 'vscode';
import { createWorkerPlanner } from '../../node/workerPlanner.ts';
import type { BlockActionDependencies, BlockActions } from './blockActions.ts';
import { createAppliedChanges, type AppliedChanges } from './appliedChanges.ts';
import { createHostileFileQuestions } from './hostileFile.ts';
import { createProposedChanges, type ProposedChanges } from './proposedChanges.ts';
import { createUndoApplied } from './undoApplied.ts';

/** Applies code from replies to files. */
export interface Applying extends BlockActions {
  /** Undoes the applied changes of a block of code (see createUndoApplied). */
  readonly undoApplied: (key: number) => Promise<void>;
  readonly appliedChanges: Pick<AppliedChanges, 'keys' | 'onDidChange'>;
  readonly proposedChanges: ProposedChanges;
  readonly dispose: () => void;
}

export interface ApplyingDependencies extends Omit<BlockActionDependencies, 'planner' | 'proposals' | 'hostileFiles'> {
  readonly extensionUri: vscode.Uri;
}

/** The code that finds files and places is loaded with the first block that is applied. */
export function createApplying({ extensionUri, ...dependencies }: ApplyingDependencies): Applying {
  const planner = createWorkerPlanner(vscode.Uri.joinPath(extensionUri, 'dist', 'applyWorker.cjs').fsPath);
  const hostileFiles = createHostileFileQuestions();
  const applied = createAppliedChanges();
  const proposals = createProposedChanges(planner, hostileFiles, applied);
  const undoApplied = createUndoApplied(planner, proposals, applied);
  let loading: Promise<BlockActions> | undefined;
  const actions = async () =>
    (loading ??= import('./blockActions.ts').then(({ createBlockActions }) =>
      createBlockActions({ ...dependencies, planner, proposals, hostileFiles }),
    ));
  return {
    applyCode: async (block) => (await actions()).applyCode(block),
    reviewChanges: async (reply) => (await actions()).reviewChanges(reply),
    undoApplied,
    appliedChanges: applied,
    proposedChanges: proposals,
    dispose: () => {
      applied.dispose();
      proposals.dispose();
      planner.dispose();
    },
  };
}
