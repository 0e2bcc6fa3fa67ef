import * as vscode from 'vscode';
import { changeTo } from '../code/codeEdits.ts';
import { showInformation, showWarning } from '../dialogs/messages.ts';
import { fileName } from '../dialogs/plainText.ts';
import type { AppliedChanges } from './appliedChanges.ts';
import type { Change } from './change.ts';
import { changeText, createFile, encodeNewFile, withLineEnds } from './changeFile.ts';
import { fileProblem } from './fileProblem.ts';
import type { HostileFileQuestions } from './hostileFile.ts';
import { isEdited, type Proposal } from './proposal.ts';

/** Shows and closes proposals. */
export interface ProposalViews {
  /** Opens a diff editor. The change replaces the proposal of the file, if there is one. */
  readonly propose: (change: Change) => Promise<void>;
  /** Closes the diff editor that shows only this proposal, if there is one, and removes the proposal. */
  readonly close: (proposal: Proposal) => Promise<void>;
}

/** A file as it is when its proposal is applied. */
interface Target {
  readonly isCreated: boolean;
  /** Undefined if the file is created. */
  readonly document: vscode.TextDocument | undefined;
}

/**
 * Returns functions that apply proposals. If a file has changed since its proposal, shows a warning and, if possible,
 * proposes the change again.
 */
export function createApplyProposals(
  hostileFiles: Pick<HostileFileQuestions, 'confirmApply'>,
  applied: Pick<AppliedChanges, 'add' | 'remove'>,
  { propose, close }: ProposalViews,
) {
  /**
   * Plans a change of a file that has changed since. Proposes the new change, but changes no file. If the user had edited
   * the proposal, its text is kept in an untitled document.
   */
  async function proposeAgain(proposal: Proposal, now: string): Promise<void> {
    const { change, document } = proposal;
    const after = await change.planAgain(now);
    const isShown = after !== undefined && after !== now;
    const isKept = isEdited(proposal);
    if (isKept) await openCopy(document);
    if (!isShown || change.isNew) await close(proposal);
    if (isShown) await propose({ ...change, isNew: false, before: now, after });
    tellChanged(fileName(change.uri), after === now, isShown, isKept);
  }

  /** Resolves with undefined if a message says why the file cannot be changed, or if the user declines. */
  async function findTarget({ change: { uri, isNew } }: Proposal): Promise<Target | undefined> {
    const problem = await fileProblem(uri, isNew);
    if (problem !== undefined && problem.kind !== 'exists') {
      void showWarning(problem.sentence);
      return undefined;
    }
    if (!(await hostileFiles.confirmApply(uri))) return undefined;
    const isCreated = isNew && problem === undefined;
    return { isCreated, document: isCreated ? undefined : await vscode.workspace.openTextDocument(uri) };
  }

  async function end(proposal: Proposal, isCreated: boolean): Promise<void> {
    const { uri, before, keys, undone } = proposal.change;
    const after = (await vscode.workspace.openTextDocument(uri)).getText();
    if (keys.length > 0) applied.add({ uri, isCreated, before, after, keys });
    undone.forEach(applied.remove);
    await close(proposal);
  }

  async function apply(proposal: Proposal): Promise<void> {
    const { uri, before } = proposal.change;
    const text = proposal.document.getText();
    const target = await findTarget(proposal);
    if (target === undefined) return;
    const { isCreated, document } = target;
    // The text may also change while VS Code shows the document.
    const editor =
      document?.getText() === before ? await vscode.window.showTextDocument(document, { preview: false }) : undefined;
    const now = document?.getText() ?? '';
    if (now !== before) await proposeAgain(proposal, now);
    else if (await (editor === undefined ? createFile(uri, text) : changeText(editor, text)))
      await end(proposal, isCreated);
  }

  /** Applies several proposals as one edit, which is one step of VS Code's undo. */
  async function applyAll(proposals: readonly Proposal[]): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    const included: (readonly [Proposal, isCreated: boolean])[] = [];
    const changed: (readonly [Proposal, now: string])[] = [];
    for (const proposal of proposals) {
      const target = await findTarget(proposal);
      if (target === undefined) continue;
      const { isCreated, document } = target;
      const now = document?.getText() ?? '';
      if (now !== proposal.change.before) changed.push([proposal, now]);
      else if (await addToEdit(edit, proposal, document)) included.push([proposal, isCreated]);
    }
    // A refactoring saves its files, unless the user's settings say otherwise: nobody sees that hidden files are unsaved.
    if (included.length > 0 && !(await vscode.workspace.applyEdit(edit, { isRefactoring: true }))) {
      void showWarning(vscode.l10n.t('The changes couldn’t be applied.'));
      return;
    }
    for (const each of included) await end(...each);
    for (const each of changed) await proposeAgain(...each);
  }

  return { apply, applyAll };
}

/** Resolves with false if a message says why the file cannot be created. */
async function addToEdit(
  edit: vscode.WorkspaceEdit,
  { change: { uri }, document: proposed }: Proposal,
  document: vscode.TextDocument | undefined,
): Promise<boolean> {
  const text = proposed.getText();
  if (document === undefined) {
    const contents = await encodeNewFile(uri, text);
    if (contents !== undefined) edit.createFile(uri, { contents });
    return contents !== undefined;
  }
  const change = changeTo(document, withLineEnds(text, document));
  if (change !== undefined) edit.replace(uri, change.range, change.text);
  return true;
}

/**
 * Tells the user that a file has changed after its change was proposed.
 *
 * @param isUnchanged True if the file already contains the change.
 * @param isShown True if the change was proposed again.
 * @param isKept True if the text that the user had edited is now in an untitled document.
 */
function tellChanged(name: string, isUnchanged: boolean, isShown: boolean, isKept: boolean): void {
  const { l10n } = vscode;
  const kept = isKept ? ` ${l10n.t('Your edited text is in a new untitled file.')}` : '';
  if (isUnchanged) void showInformation(l10n.t('{0} already contains this code.', name) + kept);
  else void showWarning(changedSentence(name, isShown) + kept);
}

/**
 * Returns a sentence about a file that has changed after its change was proposed.
 *
 * @param isShown True if the change was proposed again.
 */
function changedSentence(name: string, isShown: boolean): string {
  const { l10n } = vscode;
  return isShown
    ? l10n.t('{0} has changed. Review the new difference, then apply it.', name)
    : l10n.t('{0} has changed. Apply the code again, because its place is not certain.', name);
}

/** Shows a copy of a document as an untitled document, without taking the focus. */
async function openCopy(document: vscode.TextDocument): Promise<void> {
  const copy = await vscode.workspace.openTextDocument({ content: document.getText(), language: document.languageId });
  await vscode.window.showTextDocument(copy, { preview: false, preserveFocus: true });
}
