import * as vscode from 'vscode';
import { createWorkerPlanner } from '../../node/workerPlanner.ts';
import type { ApplyDependencies, BlockToApply } from './applyCode.ts';
import { createAppliedChanges, type AppliedChanges } from './appliedChanges.ts';
import { createHostileFileQuestions } from './hostileFile.ts';
import { createProposedChanges, type ProposedChanges } from './proposedChanges.ts';
import { createUndoApplied } from './undoApplied.ts';

/** Applies code from replies to files. */
export interface Applying {
  /** Shows the change that a block makes to its file (see createApplyCode). */
  readonly applyCode: (block: BlockToApply) => Promise<void>;
  /** Undoes the applied changes of a block of code (see createUndoApplied). */
  readonly undoApplied: (key: number) => Promise<void>;
  readonly appliedChanges: Pick<AppliedChanges, 'keys' | 'onDidChange'>;
  readonly proposedChanges: ProposedChanges;
  readonly dispose: () => void;
}

export interface ApplyingDependencies extends Omit<ApplyDependencies, 'planner' | 'proposals' | 'hostileFiles'> {
  readonly extensionUri: vscode.Uri;
}

/** The code that finds files and places is loaded with the first block that is applied. */
export function createApplying({ extensionUri, ...dependencies }: ApplyingDependencies): Applying {
  const planner = createWorkerPlanner(vscode.Uri.joinPath(extensionUri, 'dist', 'applyWorker.cjs').fsPath);
  const hostileFiles = createHostileFileQuestions();
  const applied = createAppliedChanges();
  const proposals = createProposedChanges(planner, hostileFiles, applied);
  const undoApplied = createUndoApplied(planner, proposals, applied);
  let loading: Promise<Applying['applyCode']> | undefined;
  const load = async () => {
    const { createApplyCode } = await import('./applyCode.ts');
    return createApplyCode({ ...dependencies, planner, proposals, hostileFiles });
  };
  return {
    applyCode: async (block) => {
      loading ??= load();
      await (
        await loading
      )(block);
    },
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
