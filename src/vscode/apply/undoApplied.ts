import * as vscode from 'vscode';
import type { PlanRunner } from '../../node/workerPlanner.ts';
import { ignoreWhileRunning } from '../dialogs/ignoreWhileRunning.ts';
import { showWarning } from '../dialogs/messages.ts';
import { fileName } from '../dialogs/plainText.ts';
import type { AppliedChange, AppliedChanges } from './appliedChanges.ts';
import { changeText } from './changeFile.ts';
import { fileProblem } from './fileProblem.ts';
import type { ProposedChanges } from './proposedChanges.ts';

/**
 * Returns a function that undoes the applied changes of a block of code, the latest first. If a file has changed since,
 * shows how the change can be undone in a diff editor, and changes nothing.
 */
export function createUndoApplied(
  planner: PlanRunner,
  proposals: Pick<ProposedChanges, 'propose' | 'find' | 'inTurn'>,
  applied: Pick<AppliedChanges, 'changesOf' | 'remove'>,
): (block: string) => Promise<void> {
  async function undo(change: AppliedChange): Promise<void> {
    const { uri, isCreated, before, after } = change;
    const problem = await fileProblem(uri, false);
    if (problem !== undefined) {
      void showWarning(problem.sentence);
      return;
    }
    const document = await vscode.workspace.openTextDocument(uri);
    const isUnchanged = () => document.getText() === after;
    // If the document is unsaved, the file may contain other text on disk.
    if (isUnchanged() && isCreated && !document.isDirty) {
      await deleteFile(change);
      return;
    }
    // The text may also change while VS Code shows the document.
    const editor =
      isUnchanged() && !isCreated ? await vscode.window.showTextDocument(document, { preview: false }) : undefined;
    if (editor === undefined || !isUnchanged()) await proposals.inTurn(async () => proposeUndo(change, document));
    else if (await changeText(editor, before)) applied.remove(change);
  }

  async function proposeUndo(change: AppliedChange, document: vscode.TextDocument): Promise<void> {
    const { uri, isCreated, before, after } = change;
    const now = proposals.find(uri)?.after ?? document.getText();
    const planAgain = async (text: string) => planner.run('undoChange', before, after, text);
    const undone = isCreated ? undefined : await planAgain(now);
    if (undone === undefined) {
      await vscode.window.showTextDocument(document, { preview: false });
      void showWarning(
        vscode.l10n.t('{0} has changed since the code was applied. Undo the change there.', fileName(uri)),
      );
      return;
    }
    await proposals.propose({ uri, isNew: false, before: now, after: undone, planAgain, blocks: [], undone: [change] });
  }

  async function deleteFile(change: AppliedChange): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    edit.deleteFile(change.uri);
    if (await vscode.workspace.applyEdit(edit)) applied.remove(change);
    else void showWarning(vscode.l10n.t('{0} couldn’t be deleted.', fileName(change.uri)));
  }

  return ignoreWhileRunning(async (block: string) => {
    for (const change of applied.changesOf(block)) await undo(change);
  });
}
