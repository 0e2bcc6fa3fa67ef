import * as vscode from 'vscode';
import { pluralText } from '../../common/text/pluralText.ts';
import type { PlanRunner } from '../../node/workerPlanner.ts';
import { ignoreWhileRunning } from '../dialogs/ignoreWhileRunning.ts';
import { showInformation, showWarning } from '../dialogs/messages.ts';
import { fileName } from '../dialogs/plainText.ts';
import type { AppliedChange, AppliedChanges } from './appliedChanges.ts';
import { changeText, withLineEnds } from './changeFile.ts';
import { fileProblem } from './fileProblem.ts';
import type { ProposedChanges } from './proposedChanges.ts';

/** Two texts between which there is a change. */
type Texts = Pick<AppliedChange, 'before' | 'after'>;

/**
 * Returns a function that undoes the applied changes of a block of code, the latest first. If a file has changed since,
 * shows how the change can be undone in a diff editor, and changes nothing.
 */
export function createUndoApplied(
  planner: PlanRunner,
  proposals: Pick<ProposedChanges, 'propose' | 'find' | 'inTurn'>,
  applied: Pick<AppliedChanges, 'changesOf' | 'appliedWith' | 'remove'>,
): (block: string) => Promise<void> {
  /** The last file that was changed by an undo, with its text then. */
  let lastUndone: { readonly document: vscode.TextDocument; readonly text: string } | undefined;

  async function undo(change: AppliedChange): Promise<void> {
    const { uri, isCreated, after } = change;
    const problem = await fileProblem(uri, false);
    if (problem !== undefined) {
      void showWarning(problem.sentence);
      return;
    }
    const document = await vscode.workspace.openTextDocument(uri);
    const now = document.getText();
    // If the document is unsaved, the file may contain other text on disk.
    if (now === after && isCreated && !document.isDirty) {
      await deleteFile(change);
      return;
    }
    const isUnchanged = now === after || (document === lastUndone?.document && now === lastUndone.text);
    const undone = isUnchanged && !isCreated ? await textWithout(change, document, now) : undefined;
    // The text may also change while VS Code shows the document.
    const editor =
      undone === undefined
        ? undefined
        : await vscode.window.showTextDocument(document, { preview: false, preserveFocus: true });
    if (undone === undefined || editor === undefined || document.getText() !== now) {
      await proposals.inTurn(async () => proposeUndo(change, document));
    } else if (await changeText(editor, undone)) {
      lastUndone = { document, text: document.getText() };
      end(change);
    }
  }

  /** Resolves with a text of the file without a change, or with undefined if it cannot be undone alone. */
  async function textWithout({ part, before, after }: AppliedChange, document: vscode.TextDocument, text: string) {
    return part === undefined && text === after ? before : undoIn(part ?? { before, after }, document, text);
  }

  async function undoIn({ before, after }: Texts, document: vscode.TextDocument, text: string) {
    const [from, to, now] = [before, after, text].map((each) => withLineEnds(each, document));
    return planner.run('undoChange', from ?? '', to ?? '', now ?? '');
  }

  function end(change: AppliedChange): void {
    const { uri, blocks } = change;
    applied.remove(change);
    if (blocks.length < 2) return;
    void showInformation(undoneSentence(blocks.length, fileName(uri)));
  }

  /** Shows how a change can be undone; together with the changes that were applied with it, if it cannot be undone alone. */
  async function proposeUndo(change: AppliedChange, document: vscode.TextDocument): Promise<void> {
    const { uri, isCreated, part } = change;
    const { l10n } = vscode;
    const name = fileName(uri);
    const now = proposals.find(uri)?.after ?? document.getText();
    const propose = async (texts: Texts, undone: readonly AppliedChange[]): Promise<boolean> => {
      const planAgain = async (text: string) => undoIn(texts, document, text);
      const after = isCreated ? undefined : await planAgain(now);
      if (after === undefined) return false;
      await proposals.propose({ uri, isNew: false, before: now, after, planAgain, blocks: [], undone });
      return true;
    };
    if (await propose(part ?? change, [change])) return;
    if (part !== undefined && (await propose(change, applied.appliedWith(change)))) {
      void showInformation(
        l10n.t('This code can only be undone together with the other code that was applied to {0}.', name),
      );
      return;
    }
    await vscode.window.showTextDocument(document, { preview: false });
    void showWarning(l10n.t('{0} has changed since the code was applied. Undo the change there.', name));
  }

  async function deleteFile(change: AppliedChange): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    edit.deleteFile(change.uri);
    if (await vscode.workspace.applyEdit(edit)) end(change);
    else void showWarning(vscode.l10n.t('{0} couldn’t be deleted.', fileName(change.uri)));
  }

  return ignoreWhileRunning(async (block: string) => {
    for (const change of applied.changesOf(block)) await undo(change);
  });
}

function undoneSentence(blocks: number, name: string): string {
  const { l10n, env } = vscode;
  const args = [blocks, name];
  return pluralText(blocks, env.language, {
    one: l10n.t('The changes of {0} block of code in {1} were undone.', ...args),
    few: l10n.t({ message: 'The changes of {0} blocks of code in {1} were undone.', args, comment: 'few' }),
    many: l10n.t({ message: 'The changes of {0} blocks of code in {1} were undone.', args, comment: 'many' }),
    other: l10n.t('The changes of {0} blocks of code in {1} were undone.', ...args),
  });
}
