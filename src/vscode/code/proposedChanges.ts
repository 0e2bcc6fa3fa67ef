import * as vscode from 'vscode';
import { changedLines } from '../../common/code/changedLines.ts';
import { codeEdits, editedText, movedEdits, type CodeEdit } from './codeEdits.ts';
import { closeDifferences, differenceTabs, differenceUri } from './differenceTabs.ts';
import { documentName, proposedScheme } from './targetEditor.ts';
import { showInformation, showWarning } from '../dialogs/messages.ts';

/** Shows proposed changes in diff editors, and changes a document only when the user applies a proposal. */
export interface ProposedChanges {
  /**
   * Opens a diff editor in which the code replaces the selections, or the whole document if nothing is selected. If the
   * document has this code already, only tells the user.
   */
  readonly propose: (editor: vscode.TextEditor, code: string) => Promise<void>;
  /**
   * Applies the proposal with the URI `shown`. If `shown` is not the URI of a proposed change, applies the proposal in
   * the active tab. Does nothing if that proposal does not exist. If the document has changed since the proposal, shows
   * a warning and, if possible, proposes the change again.
   */
  readonly apply: (shown?: unknown) => Promise<void>;
  readonly discard: (shown?: unknown) => Promise<void>;
  readonly dispose: () => void;
}

interface Change {
  readonly document: vscode.TextDocument;
  readonly code: string;
  /** Undefined if the code replaces the whole document. */
  readonly edits: readonly CodeEdit[] | undefined;
}

interface Proposal extends Change {
  /** The document's whole text when the change was last proposed. */
  readonly before: string;
  readonly after: string;
}

export function createProposedChanges(): ProposedChanges {
  const proposals = new Map<string, Proposal>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const subscriptions = vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(proposedScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => proposals.get(uri.toString())?.after,
    }),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      if (closed.length === 0) return;
      const shown = new Set(differenceTabs().map(({ uri }) => uri.toString()));
      for (const key of proposals.keys()) if (!shown.has(key)) proposals.delete(key);
    }),
  );
  // Close the diff editors that VS Code has restored from an earlier window, because their proposals are lost.
  void closeDifferences(() => true);

  async function show(change: Change, viewColumn?: vscode.ViewColumn): Promise<void> {
    const { document, code, edits } = change;
    const before = document.getText();
    const after = editedText(document, code, edits);
    if (after === before) {
      void showInformation(vscode.l10n.t('{0} already contains this code.', documentName(document)));
      return;
    }
    const uri = vscode.Uri.from({ scheme: proposedScheme, path: document.uri.path, query: document.uri.toString() });
    proposals.set(uri.toString(), { ...change, before, after });
    changed.fire(uri);
    await openDifference(document, uri, viewColumn);
  }

  return {
    propose: async (editor, code) => {
      const { document, selections, viewColumn } = editor;
      const hasSelection = selections.some((selection) => !selection.isEmpty);
      await show({ document, code, edits: hasSelection ? codeEdits(editor, code) : undefined }, viewColumn);
    },
    apply: async (shown) => {
      const uri = differenceUri(shown);
      const proposal = uri && proposals.get(uri.toString());
      if (uri === undefined || proposal === undefined) return;
      const document = await vscode.workspace.openTextDocument(proposal.document.uri);
      if (document.getText() === proposal.before) await applyProposal(uri, document, proposal);
      else await proposeAgain(uri, { ...proposal, document }, show);
    },
    discard: async (shown) => {
      const uri = differenceUri(shown);
      if (uri !== undefined) await closeDifference(uri);
    },
    dispose: () => {
      subscriptions.dispose();
    },
  };
}

async function openDifference(
  document: vscode.TextDocument,
  uri: vscode.Uri,
  viewColumn: vscode.ViewColumn | undefined,
): Promise<void> {
  const proposed = await vscode.workspace.openTextDocument(uri);
  if (proposed.languageId !== document.languageId)
    await vscode.languages.setTextDocumentLanguage(proposed, document.languageId);
  const title = vscode.l10n.t('{0}: proposed change', documentName(document));
  await vscode.commands.executeCommand('vscode.diff', document.uri, uri, title, {
    preview: false,
    ...(viewColumn && { viewColumn }),
  });
}

async function applyProposal(
  uri: vscode.Uri,
  document: vscode.TextDocument,
  { before, after }: Proposal,
): Promise<void> {
  const change = changedLines(before, after);
  if (change === undefined) return;
  const start = document.positionAt(change.start);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(start, document.positionAt(change.end)), change.text);
  const isApplied = await vscode.workspace.applyEdit(edit);
  if (!isApplied || document.getText() !== after) {
    void showWarning(vscode.l10n.t('{0} couldn’t be changed. It may be read-only.', documentName(document)));
    return;
  }
  await closeDifference(uri);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(start, start), preview: false });
}

/**
 * Handles a document that changed after the change was last proposed. Proposes the change again and warns the user. If
 * the selected code cannot be located, closes the diff editor and only warns. Does not change the document.
 */
async function proposeAgain(
  uri: vscode.Uri,
  proposal: Proposal,
  show: (change: Change) => Promise<void>,
): Promise<void> {
  const { l10n } = vscode;
  const { document, code, before } = proposal;
  const name = documentName(document);
  const edits = proposal.edits && movedEdits(proposal.edits, before, document);
  if (proposal.edits !== undefined && edits === undefined) {
    await closeDifference(uri);
    void showWarning(l10n.t('The selected code in {0} has changed. Select it again, then apply again.', name));
    return;
  }
  await show({ document, code, edits });
  void showWarning(l10n.t('{0} has changed. Review the new difference, then apply it.', name));
}

async function closeDifference(uri: vscode.Uri): Promise<void> {
  await closeDifferences((each) => each.toString() === uri.toString());
}
