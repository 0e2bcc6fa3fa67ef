import * as vscode from 'vscode';
import type { WorkerPlanner } from '../../node/workerPlanner.ts';
import { showInformation, showWarning } from '../dialogs/messages.ts';
import { fileName, plainName } from '../dialogs/plainText.ts';
import type { AppliedChanges } from './appliedChanges.ts';
import type { Change } from './change.ts';
import { changeText, createFile } from './changeFile.ts';
import { closeDifferences, differenceUri, onDidCloseDifferences } from './differenceTabs.ts';
import { fileProblem } from './fileProblem.ts';
import type { HostileFileQuestions } from './hostileFile.ts';
import { ignoreWhileRunning } from './ignoreWhileRunning.ts';
import { createProposedFiles, type ProposedFiles } from './proposedFiles.ts';
import { toFile } from './targetFile.ts';

/**
 * Shows proposed changes in diff editors, and changes a file only when the user applies a proposal. Each file has at
 * most one proposal. The user can edit the text of a proposal, for example undo single hunks.
 */
export interface ProposedChanges {
  /** Opens a diff editor. If the file has a proposal, the change replaces it. */
  readonly propose: (change: Change, viewColumn?: vscode.ViewColumn) => Promise<void>;
  /** Returns the proposal of a file as a change to its current text, or undefined if the file has none. */
  readonly find: (file: vscode.Uri) => Change | undefined;
  /** Returns the URI of the file whose proposal is in the active tab. */
  readonly shownFile: () => vscode.Uri | undefined;
  /**
   * Applies the proposal with the URI `shown`. If `shown` is not the URI of a proposed change, applies the proposal in
   * the active tab. Does nothing if that proposal does not exist, or is already being applied. If the file has changed
   * since the proposal, shows a warning and, if possible, proposes the change again.
   */
  readonly apply: (shown?: unknown) => Promise<void>;
  readonly discard: (shown?: unknown) => Promise<void>;
  /** Undoes the hunk at the cursor of the active editor if it shows a proposal. */
  readonly undoHunk: () => Promise<void>;
  readonly dispose: () => void;
}

interface Proposal {
  readonly change: Change;
  readonly document: vscode.TextDocument;
  /** The URI of the left side: the file, or an empty file in memory. */
  readonly left: vscode.Uri;
  /** True if the user had edited an earlier text of the proposal, which the change contains. */
  readonly hasEarlierEdits: boolean;
}

/** Returns true if the text of a proposal contains edits of the user, which would be lost if it was planned again. */
function isEdited({ change, document, hasEarlierEdits }: Proposal): boolean {
  const lines = (text: string) => text.replaceAll('\r\n', '\n');
  return hasEarlierEdits || lines(document.getText()) !== lines(change.after);
}

export function createProposedChanges(
  planner: Pick<WorkerPlanner, 'run'>,
  hostileFiles: Pick<HostileFileQuestions, 'confirmApply'>,
  applied: Pick<AppliedChanges, 'add' | 'remove'>,
): ProposedChanges {
  const files = createProposedFiles();
  /** The proposals by the URIs of their documents. */
  const proposals = new Map<string, Proposal>();
  const subscriptions = vscode.Disposable.from(
    files,
    onDidCloseDifferences((shown) => {
      for (const [key, proposal] of proposals) if (!shown.has(key)) remove(proposal);
    }),
  );
  // Close the diff editors that VS Code has restored from an earlier window, because their proposals are lost.
  void closeDifferences(() => true);

  function remove({ change, document, left }: Proposal): void {
    proposals.delete(document.uri.toString());
    files.delete(document.uri);
    if (change.isNew) files.delete(left);
  }

  const findProposal = (file: vscode.Uri): Proposal | undefined =>
    [...proposals.values()].find(({ change }) => change.uri.toString() === file.toString());

  const keyOf = (shown: unknown) => differenceUri(shown)?.toString() ?? '';

  async function propose(change: Change, hasEarlierEdits: boolean, viewColumn?: vscode.ViewColumn): Promise<void> {
    const earlier = findProposal(change.uri);
    const document = earlier?.document ?? (await files.create(change.uri.path, change.after));
    const left = earlier?.left ?? (change.isNew ? (await files.create(change.uri.path, '')).uri : change.uri);
    if (earlier !== undefined) await files.replace(document.uri, change.after);
    const proposal = { change, document, left, hasEarlierEdits };
    proposals.set(document.uri.toString(), proposal);
    await openDifference(proposal, viewColumn);
  }

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
    if (!isShown || change.isNew) {
      await closeDifference(document.uri);
      remove(proposal);
    }
    if (isShown) await propose({ ...change, isNew: false, before: now, after }, false);
    tellChanged(fileName(change.uri), after === now, isShown, isKept);
  }

  async function apply(proposal: Proposal): Promise<void> {
    const { uri, isNew, before } = proposal.change;
    const text = proposal.document.getText();
    const problem = await fileProblem(uri, isNew);
    if (problem !== undefined && problem.kind !== 'exists') {
      void showWarning(problem.sentence);
      return;
    }
    if (!(await hostileFiles.confirmApply(uri))) return;
    const isCreated = isNew && problem === undefined;
    const target = isCreated ? undefined : await vscode.workspace.openTextDocument(uri);
    const now = target?.getText() ?? '';
    // The text may also change while VS Code shows the document.
    const editor =
      target && now === before ? await vscode.window.showTextDocument(target, { preview: false }) : undefined;
    const shown = target?.getText() ?? '';
    if (shown !== before) {
      await proposeAgain(proposal, shown);
    } else if (await (editor === undefined ? createFile(uri, text) : changeText(editor, text))) {
      const { codes, undone } = proposal.change;
      const after = (await vscode.workspace.openTextDocument(uri)).getText();
      if (codes.length > 0) applied.add({ uri, isCreated, before, after, codes });
      undone.forEach(applied.remove);
      await closeDifference(proposal.document.uri);
    }
  }

  const applyAt = ignoreWhileRunning(async (key: string) => {
    const proposal = proposals.get(key);
    if (proposal !== undefined) await apply(proposal);
  });

  return {
    propose: async (change, viewColumn) => {
      const earlier = findProposal(change.uri);
      await propose(change, earlier !== undefined && isEdited(earlier), viewColumn);
    },
    find: (file) => currentChange(findProposal(file)),
    shownFile: () => proposals.get(keyOf(undefined))?.change.uri,
    apply: async (shown) => applyAt(keyOf(shown)),
    discard: async (shown) => closeDifference(differenceUri(shown)),
    undoHunk: async () => {
      const editor = vscode.window.activeTextEditor;
      const proposal = proposals.get(editor?.document.uri.toString() ?? '');
      if (editor !== undefined && proposal !== undefined) await undoHunk(proposal, editor, files, planner);
    },
    dispose: () => {
      subscriptions.dispose();
    },
  };
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

/** Returns a proposal as a change to its current text. */
function currentChange(proposal: Proposal | undefined): Change | undefined {
  return proposal && { ...proposal.change, after: proposal.document.getText() };
}

/** Undoes the hunk at the cursor of an editor that shows a proposal. */
async function undoHunk(
  proposal: Proposal,
  { document, selection }: vscode.TextEditor,
  files: Pick<ProposedFiles, 'replace'>,
  planner: Pick<WorkerPlanner, 'run'>,
): Promise<void> {
  const text = await textWithoutHunk(proposal, selection.active.line, planner);
  if (text === undefined) void showInformation(vscode.l10n.t('There is no change at the cursor.'));
  else await files.replace(document.uri, text);
}

/** Resolves with the proposed text without the hunk at a line, or with undefined if no hunk is there. */
async function textWithoutHunk(
  { change, document }: Proposal,
  line: number,
  planner: Pick<WorkerPlanner, 'run'>,
): Promise<string | undefined> {
  const before = change.isNew ? '' : (await vscode.workspace.openTextDocument(change.uri)).getText();
  return planner.run('undoHunkAt', before, document.getText(), line);
}

async function openDifference(
  { change: { uri, isNew }, document: proposed, left }: Proposal,
  viewColumn: vscode.ViewColumn | undefined,
): Promise<void> {
  const { l10n } = vscode;
  const languageId = isNew ? undefined : (await vscode.workspace.openTextDocument(uri)).languageId;
  if (languageId !== undefined && proposed.languageId !== languageId)
    await vscode.languages.setTextDocumentLanguage(proposed, languageId);
  // Many files in different folders have the same name, such as index.ts.
  const isInside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  const name = isInside ? plainName(toFile(uri).path) : fileName(uri);
  const title = isNew ? l10n.t('{0}: proposed new file', name) : l10n.t('{0}: proposed change', name);
  await vscode.commands.executeCommand('vscode.diff', left, proposed.uri, title, {
    preview: false,
    ...(viewColumn && { viewColumn }),
  });
}

async function closeDifference(uri: vscode.Uri | undefined): Promise<void> {
  if (uri === undefined) return;
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  // VS Code would ask about unsaved changes.
  if (document?.isDirty === true) await document.save();
  await closeDifferences((each) => each.toString() === uri.toString());
}
