import * as vscode from 'vscode';
import { createKeyedQueue } from '../../common/async/keyedQueue.ts';
import type { WorkerPlanner } from '../../node/workerPlanner.ts';
import { ignoreWhileRunning } from '../dialogs/ignoreWhileRunning.ts';
import { showInformation } from '../dialogs/messages.ts';
import { fileName, plainName } from '../dialogs/plainText.ts';
import { createApplyProposals } from './applyProposals.ts';
import type { AppliedChanges } from './appliedChanges.ts';
import type { Change } from './change.ts';
import { closeDifferences, differenceUris, followReview } from './differenceTabs.ts';
import type { HostileFileQuestions } from './hostileFile.ts';
import { createOpenProposals, isEdited, type Proposal } from './proposal.ts';
import { createProposedFiles, type ProposedFiles } from './proposedFiles.ts';
import { toFile } from './targetFile.ts';

/**
 * Shows proposed changes in diff editors, and changes a file only when the user applies a proposal. Each file has at
 * most one proposal. The user can edit the text of a proposal, for example undo single hunks.
 */
export interface ProposedChanges {
  /** Opens a diff editor. If the file has a proposal, the change replaces it. */
  readonly propose: (change: Change, viewColumn?: vscode.ViewColumn) => Promise<void>;
  /** Opens one diff editor for the changes of several files. */
  readonly proposeAll: (changes: readonly Change[]) => Promise<void>;
  /**
   * Runs an operation that finds a proposal, and then proposes a change to its text, after the earlier operations have
   * ended. Otherwise, the change of a second click would replace the change of the first one.
   */
  readonly inTurn: <T>(operation: () => Promise<T>) => Promise<T>;
  /** Returns the proposal of a file as a change to its current text, or undefined if the file has none. */
  readonly find: (file: vscode.Uri) => Change | undefined;
  /** Shows the proposal of a file. Resolves with the editor of the proposed text, or with undefined if there is none. */
  readonly show: (file: vscode.Uri) => Promise<vscode.TextEditor | undefined>;
  /** Returns the URI of the file whose proposal is in the active tab. */
  readonly shownFile: () => vscode.Uri | undefined;
  /**
   * Applies the proposal with the URI `shown`. If `shown` is not the URI of a proposed change, applies the proposals in
   * the active tab (see createApplyProposals). Does nothing if there are none, or while they are already being applied.
   */
  readonly apply: (shown?: unknown) => Promise<void>;
  readonly discard: (shown?: unknown) => Promise<void>;
  /** Undoes the hunk at the cursor of the active editor if it shows a proposal. */
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
  const { apply, applyAll } = createApplyProposals(hostileFiles, applied, {
    propose: async (change) => inTurn(async () => propose(change, false)),
    close: async (closed) => proposals.close(closed),
  });
  const subscriptions = vscode.Disposable.from(files, proposals, followReview());
  // Close the diff editors that VS Code has restored from an earlier window, because their proposals are lost.
  void closeDifferences(() => true);

  const proposalsAt = (shown: unknown) => differenceUris(shown).flatMap((uri) => proposals.get(uri.toString()) ?? []);

  /** Creates the proposal of a file, or replaces its text, without showing it. */
  async function prepare(change: Change, hasEarlierEdits: boolean): Promise<Proposal> {
    const earlier = proposals.find(change.uri);
    const document = earlier?.document ?? (await files.create(change.uri.path, change.after));
    const left = earlier?.left ?? (change.isNew ? (await files.create(change.uri.path, '')).uri : change.uri);
    if (earlier !== undefined) await files.replace(document.uri, change.after);
    const proposal = { change, document, left, hasEarlierEdits };
    proposals.add(proposal);
    return proposal;
  }

  /** Like `prepare`. The proposal counts as edited if the earlier proposal, which the change contains, was edited. */
  async function prepareNext(change: Change): Promise<Proposal> {
    const earlier = proposals.find(change.uri);
    return prepare(change, earlier !== undefined && isEdited(earlier));
  }

  async function propose(change: Change, hasEarlierEdits: boolean): Promise<void> {
    await openDifference(await prepare(change, hasEarlierEdits), undefined);
  }

  const applyAt = ignoreWhileRunning(async (uris: string) => {
    const [proposal, ...others] = uris.split('\n').flatMap((uri) => proposals.get(uri) ?? []);
    if (proposal !== undefined) await (others.length === 0 ? apply(proposal) : applyAll([proposal, ...others]));
  });

  return {
    propose: async (change, viewColumn) => openDifference(await prepareNext(change), viewColumn),
    proposeAll: async (changes) => {
      const prepared: Proposal[] = [];
      for (const change of changes) prepared.push(await prepareNext(change));
      await openDifferences(prepared);
    },
    inTurn,
    find: (file) => currentChange(proposals.find(file)),
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
    apply: async (shown) => applyAt(differenceUris(shown).join('\n')),
    discard: async (shown) => proposals.close(proposalsAt(shown)),
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

async function openDifference(proposal: Proposal, viewColumn: vscode.ViewColumn | undefined): Promise<void> {
  const { l10n } = vscode;
  const {
    change: { uri, isNew },
    document: proposed,
    left,
  } = proposal;
  await setLanguage(proposal);
  // Many files in different folders have the same name, such as index.ts.
  const isInside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  const name = isInside ? plainName(toFile(uri).path) : fileName(uri);
  const title = isNew ? l10n.t('{0}: proposed new file', name) : l10n.t('{0}: proposed change', name);
  await vscode.commands.executeCommand('vscode.diff', left, proposed.uri, title, {
    preview: false,
    ...(viewColumn && { viewColumn }),
  });
}
