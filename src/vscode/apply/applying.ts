import * as vscode from 'vscode';
import { createWorkerPlanner, type PlanRunner, type WorkerPlanner } from '../../node/workerPlanner.ts';
import { withViewProgress } from '../dialogs/progress.ts';
import { chatViewId } from '../viewIds.ts';
import type { BlockActionDependencies, BlockActions } from './blockActions.ts';
import { createAppliedChanges, type AppliedChanges } from './appliedChanges.ts';
import { createHostileFileQuestions } from './hostileFile.ts';
import { createProposedChanges, type ProposedChanges } from './proposedChanges.ts';
import { createUndoApplied } from './undoApplied.ts';

/** Applies code from replies to files. */
export interface Applying extends BlockActions {
  /** Undoes the applied changes of a block of code (see createUndoApplied). */
  readonly undoApplied: (block: string) => Promise<void>;
  readonly appliedChanges: Pick<AppliedChanges, 'keys' | 'onDidChange'>;
  readonly proposedChanges: ProposedChanges;
  readonly dispose: () => void;
}

export interface ApplyingDependencies extends Omit<BlockActionDependencies, 'planner' | 'proposals' | 'hostileFiles'> {
  readonly extensionUri: vscode.Uri;
}

/** The code that finds files and places is loaded with the first block that is applied. */
export function createApplying({ extensionUri, ...dependencies }: ApplyingDependencies): Applying {
  const worker = createWorkerPlanner(vscode.Uri.joinPath(extensionUri, 'dist', 'applyWorker.cjs').fsPath);
  const planner = showProgress(worker);
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
      worker.dispose();
    },
  };
}

/** Shows the progress bar of the chat view while a plan is made. VS Code shows it only after a moment. */
function showProgress(planner: WorkerPlanner): Pick<WorkerPlanner, 'run' | 'forClick'> {
  const show = ({ run }: PlanRunner): PlanRunner => ({
    run: async (operation, ...parameters) => withViewProgress(chatViewId, async () => run(operation, ...parameters)),
  });
  return { ...show(planner), forClick: () => show(planner.forClick()) };
}
