import * as vscode from 'vscode';
import { createKeyedQueue } from '../../common/async/keyedQueue.ts';
import { changedLines } from '../../common/code/changedLines.ts';
import type { WorkerPlanner } from '../../node/workerPlanner.ts';
import { showInformation, showWarning } from '../dialogs/messages.ts';
import { fileName, plainName } from '../dialogs/plainText.ts';
import { changedSentence, createApplyClick, createApplyProposals, openCopy } from './applyProposals.ts';
import type { AppliedChanges } from './appliedChanges.ts';
import { addToChange, type Change } from './change.ts';
import { openText } from './changeFile.ts';
import { closeDifferences, differenceUris, followReview } from './differenceTabs.ts';
import type { HostileFileQuestions } from './hostileFile.ts';
import { createOpenProposals, isEdited, type OpenProposals, type Proposal } from './proposal.ts';
import { createProposedFiles, type ProposedFiles } from './proposedFiles.ts';
import { toFile } from './targetFile.ts';

/**
 * Shows proposed changes in diff editors, and changes a file only when the user applies a proposal. Each file has at
 * most one proposal. The user can edit the text of a proposal, for example undo single hunks.
 */
export interface ProposedChanges {
  /**
   * Adds a change to the proposal of its file, and opens a diff editor. `change.before` must be the proposed text or, if the
   * file has no proposal, the text of the file. If this text has changed since, plans the change again. Says so if its place
   * is then not certain. Must be called in turn.
   */
  readonly propose: (change: Change, viewColumn?: vscode.ViewColumn) => Promise<void>;
  /** Like `propose`, but opens one diff editor for the changes of several files. */
  readonly proposeAll: (changes: readonly Change[]) => Promise<void>;
  /**
   * Runs an operation that finds a proposal, and then proposes a change to its text, after the earlier operations have
   * ended. Otherwise, the change of a second click would replace the change of the first one.
   */
  readonly inTurn: <T>(operation: () => Promise<T>) => Promise<T>;
  /** Returns the proposal of a file as a change to its current text, or undefined if the file has none. */
  readonly find: (file: vscode.Uri) => Change | undefined;
  /** Returns the document of the proposed text of a file, or undefined if the file has no proposal. */
  readonly documentOf: (file: vscode.Uri) => vscode.TextDocument | undefined;
  /** Shows the proposal of a file. Resolves with the editor of the proposed text, or with undefined if there is none. */
  readonly show: (file: vscode.Uri) => Promise<vscode.TextEditor | undefined>;
  /** Returns the URI of the file whose proposal is in the active tab. */
  readonly shownFile: () => vscode.Uri | undefined;
  /**
   * Applies the proposal with the URI `shown`, in turn (see createApplyClick). If `shown` is not the URI of a proposed
   * change, applies the proposals in the active tab.
   */
  readonly apply: (shown?: unknown) => Promise<void>;
  readonly discard: (shown?: unknown) => Promise<void>;
  /** Undoes the hunk at the cursor of the active editor. Says so if there is none. */
  readonly undoHunk: () => Promise<void>;
  readonly dispose: () => void;
}

export function createProposedChanges(
  planner: Pick<WorkerPlanner, 'run'>,
  hostileFiles: Pick<HostileFileQuestions, 'confirmApply'>,
  applied: Pick<AppliedChanges, 'add' | 'remove'>,
  files = createProposedFiles(),
): ProposedChanges {
  const proposals = createOpenProposals(files);
  const queue = createKeyedQueue();
  const inTurn: ProposedChanges['inTurn'] = async (operation) => queue('', operation);
  const { add, proposeInstead } = createProposing(proposals, files);
  const applyProposals = createApplyProposals(planner, hostileFiles, applied, {
    proposeInstead,
    close: async (closed) => proposals.close(closed),
  });
  const subscriptions = vscode.Disposable.from(files, proposals, followReview());
  // Close the diff editors that VS Code has restored from an earlier window, because their proposals are lost.
  void closeDifferences(() => true);

  const proposalsAt = (shown: unknown) => differenceUris(shown).flatMap((uri) => proposals.get(uri.toString()) ?? []);

  const apply = createApplyClick(applyProposals, inTurn, proposals, async ([first, ...others]) =>
    others.length === 0 ? openDifference(first, undefined) : openDifferences([first, ...others]),
  );

  return {
    propose: async (change, viewColumn) => {
      const earlierText = proposals.find(change.uri)?.document.getText();
      const proposal = await add(change);
      if (proposal === undefined) return;
      const added = earlierText === undefined ? undefined : changedLines(earlierText, proposal.document.getText());
      await openDifference(proposal, viewColumn, added?.start);
      await proposals.closeOutdated();
    },
    proposeAll: async (changes) => {
      const added: Proposal[] = [];
      for (const change of changes) {
        const proposal = await add(change);
        if (proposal !== undefined) added.push(proposal);
      }
      if (added.length === 0) return;
      await openDifferences(added);
      await proposals.closeOutdated();
    },
    inTurn,
    find: (file) => currentChange(proposals.find(file)),
    documentOf: (file) => proposals.find(file)?.document,
    show: async (file) => {
      const proposal = proposals.find(file);
      if (proposal === undefined) return undefined;
      await openDifference(proposal, undefined);
      return vscode.window.visibleTextEditors.find(({ document }) => document === proposal.document);
    },
    shownFile: () => {
      const [proposal, ...others] = proposalsAt(undefined);
      return others.length === 0 ? proposal?.change.uri : undefined;
    },
    apply: async (shown) => apply(proposalsAt(shown)),
    discard: async (shown) => proposals.close(proposalsAt(shown)),
    undoHunk: async () => {
      const editor = vscode.window.activeTextEditor;
      const proposal = proposals.get(editor?.document.uri.toString() ?? '');
      if (editor !== undefined && proposal !== undefined) await undoHunk(proposal, editor, files, planner);
      else tellNoChange();
    },
    dispose: () => {
      subscriptions.dispose();
    },
  };
}

/** Returns functions that set the proposal of a file, and keep what the user types in its text meanwhile. */
function createProposing(
  proposals: Pick<OpenProposals, 'find' | 'add'>,
  files: Pick<ProposedFiles, 'create' | 'replace'>,
) {
  /**
   * Creates a proposal, or replaces the text of `earlier`, without showing it. Resolves with undefined, and changes
   * nothing, if the user changes the text of `earlier` before VS Code does.
   */
  async function prepare(
    change: Change,
    earlier: Proposal | undefined,
    hasEarlierEdits: boolean,
  ): Promise<Proposal | undefined> {
    if (earlier !== undefined && !(await files.replace(earlier.document, change.after))) return undefined;
    const document = earlier?.document ?? (await files.create(change.uri.path, change.after));
    const left = earlier?.left ?? (change.isNew ? (await files.create(change.uri.path, '')).uri : change.uri);
    const proposal = { change, document, left, hasEarlierEdits };
    proposals.add(proposal);
    return proposal;
  }

  /**
   * Adds a change to the proposal of its file (see `propose`), without showing it. Resolves with undefined if a message
   * says why it cannot be added.
   */
  async function add(added: Change): Promise<Proposal | undefined> {
    const { uri, isNew } = added;
    const fileText = isNew ? '' : ((await openText(uri))?.getText() ?? '');
    // Nothing is awaited before `replace`, so that the user changes no text after it was compared.
    const earlier = proposals.find(uri);
    const now = earlier?.document.getText() ?? fileText;
    if (now !== added.before) {
      const after = await added.planAgain(now);
      if (after !== undefined) return add({ ...added, before: now, after });
      void showWarning(changedSentence(fileName(uri), false));
      return undefined;
    }
    // The new proposal contains the edits of the earlier one.
    const proposal = await prepare(
      addToChange(currentChange(earlier), added),
      earlier,
      earlier !== undefined && isEdited(earlier),
    );
    return proposal ?? add(added);
  }

  /**
   * Proposes a change instead of the earlier one. If the user had edited the text of the earlier proposal, keeps it in an
   * untitled document, and resolves with true.
   */
  async function proposeInstead(change: Change): Promise<boolean> {
    const earlier = proposals.find(change.uri);
    const text = earlier?.document.getText();
    const isKept = earlier !== undefined && isEdited(earlier);
    const proposal = await prepare(change, earlier, false);
    if (proposal === undefined) return proposeInstead(change);
    if (isKept) await openCopy(proposal.document, text);
    await openDifference(proposal, undefined);
    return isKept;
  }

  return { add, proposeInstead };
}

/** Returns a proposal as a change to its current text. */
function currentChange(proposal: Proposal | undefined): Change | undefined {
  return proposal && { ...proposal.change, after: proposal.document.getText() };
}

/** Undoes the hunk at the cursor of an editor that shows a proposal. Says so if the user changes the text meanwhile. */
async function undoHunk(
  proposal: Proposal,
  { document, selection }: vscode.TextEditor,
  files: Pick<ProposedFiles, 'replace'>,
  planner: Pick<WorkerPlanner, 'run'>,
): Promise<void> {
  const { l10n } = vscode;
  const { version } = document;
  const text = await textWithoutHunk(proposal, selection.active.line, planner);
  if (text === undefined) tellNoChange();
  else if (document.version !== version || !(await files.replace(document, text)))
    void showInformation(
      l10n.t('The change wasn’t undone, because you have edited the text meanwhile. Undo it again.'),
    );
}

function tellNoChange(): void {
  void showInformation(vscode.l10n.t('There is no change at the cursor.'));
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

/** Gives a proposed text the language of its file. */
async function setLanguage({ change: { uri, isNew }, document: proposed }: Proposal): Promise<void> {
  const languageId = isNew ? undefined : (await vscode.workspace.openTextDocument(uri)).languageId;
  if (languageId !== undefined && proposed.languageId !== languageId)
    await vscode.languages.setTextDocumentLanguage(proposed, languageId);
}

async function openDifferences(proposals: readonly Proposal[]): Promise<void> {
  for (const proposal of proposals) await setLanguage(proposal);
  // VS Code omits a file without a left side from the input of the tab.
  const resources = proposals.map(({ change: { uri }, document, left }) => [uri, left, document.uri]);
  await vscode.commands.executeCommand('vscode.changes', vscode.l10n.t('Proposed changes'), resources);
  // The editor is opened as a preview, which the next opened file would replace.
  await vscode.commands.executeCommand('workbench.action.keepEditor');
}

/** @param revealed The offset in the proposed text to which the editor scrolls. By default, VS Code shows the first change. */
async function openDifference(
  proposal: Proposal,
  viewColumn: vscode.ViewColumn | undefined,
  revealed?: number,
): Promise<void> {
  const { change, document: proposed, left } = proposal;
  await setLanguage(proposal);
  const position = revealed === undefined ? undefined : proposed.positionAt(revealed);
  await vscode.commands.executeCommand('vscode.diff', left, proposed.uri, differenceTitle(change), {
    preview: false,
    ...(viewColumn && { viewColumn }),
    ...(position && { selection: new vscode.Range(position, position) }),
  });
}

function differenceTitle({ uri, isNew, blocks, undone }: Change): string {
  const { l10n } = vscode;
  // Many files in different folders have the same name, such as index.ts.
  const isInside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  const name = isInside ? plainName(toFile(uri).path) : fileName(uri);
  if (blocks.length === 0 && undone.length > 0) return l10n.t('{0}: undo', name);
  return isNew ? l10n.t('{0}: proposed new file', name) : l10n.t('{0}: proposed change', name);
}
